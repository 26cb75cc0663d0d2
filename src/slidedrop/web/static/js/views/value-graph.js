/**
 * The value of a game as a line: up where red wins, in the middle a draw, down where blue wins.
 *
 *     red   ──╮   ╭──      one point per move; press it to go there
 *     draw  - ╰─╮ │ -      a diamond at each turning point
 *     blue      ╰─╯        a ? if nothing is proven
 */
const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 264;
const HEIGHT = 120;
const EDGE = 12;

/** The drawing itself. */
export class ValueGraph {
  count = 1;

  /** @param {HTMLElement} holder @param {(index: number) => void} go */
  constructor(holder, go) {
    this.svg = element("svg", { class: "graph", role: "img", preserveAspectRatio: "none", viewBox: `0 0 ${WIDTH} ${HEIGHT}` });
    this.svg.addEventListener("click", (event) => go(this.#nearest(/** @type {MouseEvent} */ (event))));
    holder.replaceChildren(this.svg);
  }

  /** @param {(number | null | undefined)[]} heights - before the first move, then after each; undefined is not known yet @param {Set<number>} turns @param {string} text */
  draw(heights, turns, text) {
    const line = (/** @type {any} */ piece) => element("polyline", { class: "graph-line", points: piece.map((/** @type {[number, number]} */ [index, height]) => `${this.left(index)},${this.top(height)}`).join(" ") });
    this.put(heights.length - 1, text, () => [...pieces(heights).map(line), ...heights.flatMap((height, index) => this.#point(height, this.left(index), turns.has(index)))]);
  }

  /** @param {number} count - of moves @param {string} text - what is drawn, in words @param {() => Element[]} drawn */
  put(count, text, drawn) {
    this.count = Math.max(1, count);
    this.svg.setAttribute("aria-label", text);
    this.marker = element("line", { class: "graph-now", y1: 0, y2: HEIGHT });
    const middle = element("line", { class: "graph-draw", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 });
    this.svg.replaceChildren(middle, this.marker, ...drawn());
  }

  /** @param {number} index - the move to mark */
  mark(index) {
    for (const end of ["x1", "x2"]) this.marker?.setAttribute(end, String(this.left(index)));
  }

  /** @param {number[]} heights - from the first move on @returns {string} the points of a line */
  points(heights) {
    return heights.map((height, index) => `${this.left(index).toFixed(2)},${this.top(height).toFixed(2)}`).join(" ");
  }

  /** @param {number} index */
  left(index) {
    return EDGE + ((WIDTH - 2 * EDGE) * index) / this.count;
  }

  /** @param {number} height */
  top(height) {
    return HEIGHT / 2 - height * (HEIGHT / 2 - EDGE);
  }

  /** @param {{clientX: number}} parts */
  #nearest({ clientX }) {
    const box = this.svg.getBoundingClientRect();
    const share = (((clientX - box.left) / box.width) * WIDTH - EDGE) / (WIDTH - 2 * EDGE);
    return Math.max(0, Math.min(this.count, Math.round(share * this.count)));
  }

  /** @param {number | null | undefined} height @param {number} x @param {boolean} isTurn */
  #point(height, x, isTurn) {
    if (height === undefined) return [];
    if (height === null) return [Object.assign(element("text", { class: "graph-open", x, y: HEIGHT / 2 + 5 }), { textContent: "?" })];
    const y = this.top(height);
    return [isTurn ? diamond(x, y) : element("circle", { class: "graph-point", cx: x, cy: y, r: 3 })];
  }
}

/** The runs of known points. @param {(number | null | undefined)[]} heights */
function pieces(heights) {
  /** @type {[index: number, height: number][][]} */
  const runs = [[]];
  heights.forEach((height, index) => {
    if (height == null) runs.push([]);
    else runs[runs.length - 1].push([index, height]);
  });
  return runs.filter((run) => run.length > 1);
}

/** @param {number} x @param {number} y @returns {Element} a mark where a game turned */
export function diamond(x, y) {
  return element("path", { class: "graph-turn", d: `M${x} ${y - 7}l7 7-7 7-7-7z` });
}

/** @param {string} tag @param {Record<string, string | number>} attributes @returns {Element} */
export function element(tag, attributes) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  return made;
}
