/**
 * The board of Connect-4 on the page: one button per column (in free placement per cell); discs also differ in shape.
 *
 *     button.column > span.cell > span.disc.red     round, with a cross
 *                                 span.disc.blue    square with round corners, with a ring
 *     ol.values > li                                above the columns, on request: win in 9
 *
 * @typedef {import("./connect4-rules.js").Rules} Rules
 * @typedef {import("./connect4-position.js").Disc} Disc
 * @typedef {{move: string, words: string, verdict: string | null, discs: number | null, low: number, high: number, is_best: boolean}} Score
 * @typedef {import("./connect4-position.js").Position} Position
 * @typedef {import("./connect4-game.js").Turn} Turn
 */
import { COLOURS, colourName } from "./colours.js";
import { inColours } from "../../views/speech.js";
import { make } from "../../views/dom.js";
import { t } from "../../language.js";

/** What shows a game of Connect-4. */
export class Connect4View {
  #shape = "";
  /** @type {HTMLElement[]} */
  #cells = [];
  /** @type {HTMLButtonElement[]} */
  #buttons = [];
  /** The disc that fell last, and when it lands. */
  #fallen = { place: -1, rows: 0 };
  #landing = 0;

  /** @param {HTMLElement} stage @param {(move: string) => void} choose - what a pressed column does */
  constructor(stage, choose) {
    this.choose = choose;
    this.frame = make("div", { class: "frame", role: "group", "aria-label": t("discs.columns") });
    this.values = make("ol", { class: "values empty", "aria-label": t("discs.worth") });
    this.board = make("div", { class: "board4" }, this.values, this.frame);
    this.spoken = make("table");
    this.stage = stage;
    stage.replaceChildren(this.board, make("div", { class: "unseen" }, this.spoken));
    this.frame.addEventListener("keydown", (/** @type {any} */ event) => this.#wander(event));
  }

  /** @param {any} game @param {number} [index] - after how many moves; the last where it is left out */
  draw(game, index) {
    const turn = index === undefined ? game.lastTurn : game.turns[index - 1];
    const position = turn?.position ?? game.firstPosition;
    const isNew = this.#prepare(position.rules);
    position.cells.forEach((/** @type {0 | 1 | null} */ disc, /** @type {number} */ place) => this.#put(place, disc));
    this.#mark(position, turn);
    this.#speak(position);
    if (isNew) this.#bringToView(turn?.place ?? this.#landingPlace(Math.floor(this.#buttons.length / 2)));
  }

  /** @param {any} game @param {any} turn - the disc falls to its cell after the previous one has landed */
  animate(game, turn) {
    const before = this.#fallen;
    const falling = Math.min(this.#landing - performance.now(), fallMs(before.rows));
    this.draw(game);
    const { gravity, columns } = game.rules;
    const rows = gravity ? Math.floor(turn.place / columns) + 1 : 0;
    if (falling > 0) this.#fall(before.place, before.rows, falling - fallMs(before.rows));
    this.#fallen = { place: turn.place, rows };
    this.#landing = performance.now() + Math.max(0, falling) + fallMs(rows);
    this.#fall(turn.place, rows, Math.max(0, falling));
    this.#bringToView(turn.place);
  }

  /** Let a disc fall after a while; a negative one is under way already. @param {number} place @param {number} rows @param {number} after */
  #fall(place, rows, after) {
    const disc = /** @type {HTMLElement | null} */ (this.#cells[place]?.firstElementChild);
    if (!disc) return;
    disc.style.setProperty("--fall", String(rows));
    disc.style.setProperty("--after", `${Math.round(after)}ms`);
    disc.classList.add(rows ? "falls" : "set");
  }

  /** On a board that is larger than its place, show the cell that matters. @param {number} place */
  #bringToView(place) {
    if (this.board.classList.contains("broad")) this.#cells[place]?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** @param {any} game @param {boolean} open - whether the person here may move now */
  allow(game, open) {
    const legal = new Set(game.legalMoves());
    this.frame.dataset.turn = open ? COLOURS[game.position.turn] : "";
    for (const cell of this.#cells) cell.classList.remove("landing");
    if (game.rules.gravity) this.#buttons.forEach((_, number) => this.#cells[this.#landingPlace(number)].classList.add("landing"));
    for (const button of this.#buttons) {
      const { move = "" } = button.dataset;
      button.setAttribute("aria-disabled", String(!open || !legal.has(move)));
      button.setAttribute("aria-label", this.#label(move, game.position));
    }
  }

  /** @param {string} move - the move to point at, or "" */
  point(move) {
    for (const button of this.#buttons) button.classList.toggle("hinted", button.dataset.move === move);
  }

  /** @param {{moves: Score[]} | null} scores - the value of every move, or null */
  value(scores) {
    const worth = new Map(scores?.moves.map((score) => /** @type {[string, Score]} */ ([score.move, score])));
    const columns = this.frame.classList.contains("over") ? [] : this.#buttons.filter((button) => button.matches(".column"));
    this.values.classList.toggle("empty", !columns.length || !scores);
    this.values.replaceChildren(...columns.map(({ dataset: { move = "" } }) => valueOf(worth.get(move), move)));
    for (const button of this.#buttons) button.setAttribute("aria-description", worth.get(button.dataset.move ?? "")?.words ?? "");
  }

  /** @param {{row: number, column: number, of: string}[]} cells - that would complete a line; see threats.js */
  threaten(cells) {
    const { columns } = JSON.parse(this.#shape);
    for (const cell of this.#cells) delete cell.dataset.threat;
    for (const { row, column, of } of cells) this.#cells[(row - 1) * columns + column - 1].dataset.threat = of;
  }

  /** Let the keyboard choose the column at the left or right of the chosen one. @param {number} by */
  step(by) {
    const at = this.#buttons.indexOf(/** @type {any} */ (document.activeElement));
    const next = at < 0 ? Math.floor(this.#buttons.length / 2) : (at + by + this.#buttons.length) % this.#buttons.length;
    this.#buttons[next].focus({ preventScroll: true });
    this.#bringToView(this.#landingPlace(next));
  }

  /** The cell that a disc in this column would fall to, or the cell itself in free placement. @param {number} number */
  #landingPlace(number) {
    const { columns, rows, gravity } = JSON.parse(this.#shape);
    if (!gravity) return number;
    const places = Array.from({ length: rows }, (_, row) => row * columns + number);
    return places.findLast((place) => !this.#cells[place].firstElementChild) ?? places[0];
  }

  /** Build the board for these rules. @param {Rules} rules @returns {boolean} whether it is another one than before */
  #prepare(rules) {
    const shape = JSON.stringify(rules);
    if (shape === this.#shape) return false;
    this.#shape = shape;
    this.stage.style.setProperty("--columns", String(rules.columns));
    this.stage.style.setProperty("--rows", String(rules.rows));
    this.board.classList.toggle("broad", rules.columns > 7);
    this.board.classList.toggle("free", !rules.gravity);
    if (rules.columns > 7) this.board.setAttribute("tabindex", "0");
    else this.board.removeAttribute("tabindex");
    this.#build(rules);
    return true;
  }

  /** @param {Rules} rules */
  #build({ columns, rows, gravity }) {
    const press = (/** @type {any} */ event) => this.#press(event.currentTarget);
    this.#cells = Array.from({ length: columns * rows }, () => make(gravity ? "span" : "button", { class: "cell" }));
    const column = (/** @type {number} */ number) => this.#cells.filter((_, place) => place % columns === number);
    const spell = (/** @type {number} */ place) => `${Math.floor(place / columns) + 1}.${(place % columns) + 1}`;
    this.#buttons = gravity ? Array.from({ length: columns }, (_, number) => make("button", { class: "column" }, ...column(number))) : this.#cells;
    this.#buttons.forEach((button, number) => {
      Object.assign(button, { type: "button" }).dataset.move = gravity ? String(number + 1) : spell(number);
      button.addEventListener("click", press);
    });
    this.frame.replaceChildren(...this.#buttons);
  }

  /** @param {HTMLElement} button */
  #press(button) {
    if (button.getAttribute("aria-disabled") !== "true") this.choose(button.dataset.move ?? "");
  }

  /** @param {number} place @param {Disc} disc */
  #put(place, disc) {
    const cell = this.#cells[place];
    cell.classList.remove("last", "won");
    cell.replaceChildren(...(disc === null ? [] : [make("span", { class: `disc ${COLOURS[disc]}` })]));
  }

  /** @param {Position} position @param {Turn | null} turn */
  #mark(position, turn) {
    this.#cells[position.last]?.classList.add("last");
    for (const line of position.lines) for (const place of line) this.#cells[place].classList.add("won");
    this.frame.classList.toggle("over", Boolean(turn?.outcome ?? position.outcome));
  }

  /** @param {string} move @param {Position} position */
  #label(move, position) {
    const { columns, gravity } = position.rules;
    const [row, column] = move.split(".").map(Number);
    if (!gravity) return t("discs.cell", { place: t("play.cell", { row, column }), disc: discName(position.cells[this.#buttons.findIndex((b) => b.dataset.move === move)]) });
    const free = position.cells.filter((disc, place) => place % columns === Number(move) - 1 && disc === null).length;
    return t(free ? "discs.free cells" : "discs.full", { column: move, count: free });
  }

  /** @param {KeyboardEvent} event */
  #wander(event) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.step(by);
  }

  /** The board as a table for screen readers. @param {Position} position */
  #speak({ cells, rules }) {
    const row = (/** @type {number} */ number) => cells.slice(number * rules.columns, (number + 1) * rules.columns);
    const line = (/** @type {number} */ number) => make("tr", {}, ...row(number).map((disc) => make("td", { text: discName(disc) })));
    this.spoken.replaceChildren(make("caption", { text: t("play.the board") }), ...Array.from({ length: rules.rows }, (_, number) => line(number)));
  }
}

/** One column's value in two short lines; without a value the column is full. @param {Score | undefined} score @param {string} move */
function valueOf(score, move) {
  const [word, number] = score ? shortened(score) : ["", ""];
  const words = score ? t(score.is_best ? "discs.column best" : "discs.column value", { column: move, words: score.words }) : t("discs.full", { column: move });
  const shown = [make("b", { text: `${score?.is_best ? "★ " : ""}${word}` }), make("span", { text: number })];
  const cell = make("li", { class: score?.is_best ? "best" : "" }, make("span", { class: "unseen", text: words }), ...shown.map((line) => (line.setAttribute("aria-hidden", "true"), line)));
  cell.dataset.verdict = score?.verdict ?? "";
  return cell;
}

/** @param {Score} score @returns {[string, string]} such as win, in 9 */
function shortened({ verdict, discs, words, low, high }) {
  // texts: discs.short {win,draw,loss}
  const bound = low === high ? "" : `${verdict === "win" ? "≤" : "≥"} ${words.match(/\d+/)?.[0] ?? ""}`;
  if (verdict) return [t(`discs.short ${verdict}`), verdict === "draw" ? "" : discs ? t("discs.in", { discs }) : bound];
  return ["?", low >= 0 ? t("discs.no loss") : high <= 0 ? t("discs.no win") : ""];
}

/** @param {number} rows */
function fallMs(rows) {
  return rows ? 130 + 50 * Math.min(rows, 8) : 160;
}

/** @param {Disc} disc */
function discName(disc) {
  return disc === null ? t("play.empty") : inColours(colourName(disc));
}
