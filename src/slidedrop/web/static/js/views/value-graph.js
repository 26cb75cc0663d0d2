/**
 * The value of a game as a line: up where red wins, in the middle a draw, down where blue wins.
 *
 *     red   ──╮   ╭──      one point a move; a press on it goes there
 *     draw  - ╰─╮ │ -      a diamond where the game turned
 *     blue      ╰─╯        a ? where nothing is proven
 */
const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 264;
const HEIGHT = 120;
const EDGE = 12;

/** The drawing itself. */
export class ValueGraph {
  #count = 1;

  /** @param {HTMLElement} holder @param {(index: number) => void} go */
  constructor(holder, go) {
    this.svg = element("svg", { class: "graph", role: "img", preserveAspectRatio: "none", viewBox: `0 0 ${WIDTH} ${HEIGHT}` });
    this.svg.addEventListener("click", (event) => go(this.#nearest(event)));
    holder.replaceChildren(this.svg);
  }

  /** @param {(number | null | undefined)[]} heights - before the first move, then after each; undefined is not known yet @param {Set<number>} turns @param {string} text */
  draw(heights, turns, text) {
    this.#count = Math.max(1, heights.length - 1);
    const left = (index) => this.#left(index);
    this.svg.setAttribute("aria-label", text);
    this.marker = element("line", { class: "graph-now", y1: 0, y2: HEIGHT });
    const middle = element("line", { class: "graph-draw", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 });
    const lines = pieces(heights).map((piece) => element("polyline", { class: "graph-line", points: piece.map(([index, height]) => `${left(index)},${top(height)}`).join(" ") }));
    const points = heights.flatMap((height, index) => point(height, left(index), turns.has(index)));
    this.svg.replaceChildren(middle, this.marker, ...lines, ...points);
  }

  /** @param {number} index - the move to stand at */
  mark(index) {
    for (const end of ["x1", "x2"]) this.marker?.setAttribute(end, String(this.#left(index)));
  }

  #left(index) {
    return EDGE + ((WIDTH - 2 * EDGE) * index) / this.#count;
  }

  #nearest({ clientX }) {
    const box = this.svg.getBoundingClientRect();
    const share = (((clientX - box.left) / box.width) * WIDTH - EDGE) / (WIDTH - 2 * EDGE);
    return Math.max(0, Math.min(this.#count, Math.round(share * this.#count)));
  }
}

function top(height) {
  return HEIGHT / 2 - height * (HEIGHT / 2 - EDGE);
}

/** The runs of known points. */
function pieces(heights) {
  const runs = [[]];
  heights.forEach((height, index) => (height == null ? runs.push([]) : runs.at(-1).push([index, height])));
  return runs.filter((run) => run.length > 1);
}

function point(height, x, isTurn) {
  if (height === undefined) return [];
  if (height === null) return [Object.assign(element("text", { class: "graph-open", x, y: HEIGHT / 2 + 5 }), { textContent: "?" })];
  const y = top(height);
  if (isTurn) return [element("path", { class: "graph-turn", d: `M${x} ${y - 7}l7 7-7 7-7-7z` })];
  return [element("circle", { class: "graph-point", cx: x, cy: y, r: 3 })];
}

function element(tag, attributes) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  return made;
}
