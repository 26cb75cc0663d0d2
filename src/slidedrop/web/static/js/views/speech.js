/** Words as the page shows and speaks them. */

/** The choices of colours in which the discs of the second side are blue; in all others they are yellow. */
const WITH_BLUE = ["blue", "contrast"];

/** @param {string} text @returns {string} the same with the second side called by the colour that its discs have here */
export function inColours(text) {
  if (WITH_BLUE.includes(document.documentElement.dataset.palette ?? "")) return text;
  return text.replace(/\bblue\b/g, "yellow").replace(/\bBlue\b/g, "Yellow");
}

/** @param {string} text @returns {string} */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
