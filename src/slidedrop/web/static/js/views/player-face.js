/** A face for each player, drawn from the name: the same name always has the same face. */

const SVG = "http://www.w3.org/2000/svg";
const MOUTHS = ["M18 40q14 12 28 0", "M21 42h22", "M20 40q8 9 24-1", "M24 40q8 10 16 0z"];
const BROWS = ["", "M17 20l10 3M47 20l-10 3", "M17 21h10M37 21h10", "M17 23l10-4M47 23l-10-4"];

/** @param {string} name @param {string} letter - drawn for people, who have no face @returns {Element} */
export function playerFace(name, letter = "") {
  const seed = [...name].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 9973, 7);
  const picture = part("svg", { class: "player-face", viewBox: "0 0 64 64", "aria-hidden": "true" });
  picture.append(part("rect", { width: "64", height: "64", rx: letter ? "32" : "18", fill: `hsl(${(seed * 47) % 360} 62% 68%)` }));
  if (letter) {
    const text = part("text", { x: "32", y: "44", "text-anchor": "middle", "font-size": "34" });
    text.textContent = letter;
    picture.append(text);
    return picture;
  }
  const eye = (/** @type {string} */ x) => part("circle", { cx: x, cy: "28", r: String(3.5 + (seed % 3)) });
  picture.append(eye("22"), eye("42"), part("path", { class: "stroke", d: `${MOUTHS[seed % MOUTHS.length]}${BROWS[(seed >> 2) % BROWS.length]}` }));
  return picture;
}

/** @param {string} tag @param {Record<string, string>} words */
function part(tag, words) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(words)) element.setAttribute(name, value);
  return element;
}
