/**
 * Puzzles: find the one best move. They replace the game on the board until you leave them; a wrong answer is refuted on the
 * board, and the puzzle comes again later.
 *
 * @typedef {import("../game/command.js").Command} Command
 * @typedef {import("../games/definition.js").ViewClass} ViewClass
 */
import { byId, make, say } from "../views/dom.js";
import { capital, inColours } from "../views/speech.js";
import { GameError } from "../game/errors.js";
import { Notebook } from "../notebook.js";
import { actionOf } from "../views/keys.js";
import { definitionOf } from "../games/registry.js";
import { complain } from "./dialogs.js";
import { strokeOf } from "../views/swipe.js";
import { t } from "../language.js";

const LINE_MS = 700;

/** The screen that asks. */
export class PuzzleDialog {
  #line = 0;
  /** @type {[x: number, y: number] | null} */
  #from = null;
  /** The puzzle that is asked, its game, the board's view and the definition. @type {import("../notebook.js").Puzzle | null} */
  puzzle = null;
  game = /** @type {import("../games/definition.js").Game} */ (/** @type {unknown} */ (null));
  view = /** @type {import("../games/definition.js").View} */ (/** @type {unknown} */ (null));
  answered = true;
  /** @type {import("../notebook.js").Puzzle[] | null} */
  shipped = null;

  /** @param {import("../session.js").Session} session @param {import("../engine/engine.js").Engine} engine @param {Map<import("../games/definition.js").GameDefinition, ViewClass>} games - with the class of each board */
  constructor(session, engine, games) {
    this.views = new Map([...games].map(([{ name }, View]) => [name, View]));
    this.engine = engine;
    this.notebook = new Notebook(session.library.storage);
    const button = (/** @type {string} */ id, /** @type {string} */ kind, /** @type {string} */ text, /** @type {any} */ click) => make("button", { type: "button", class: kind, id: `puzzle-${id}`, text, click });
    this.kind = make("select", { "aria-label": t("puzzles.which") }, make("option", { value: "", text: t("puzzles.both") }), ...[...games.keys()].map(({ name, title }) => make("option", { value: name, text: title })));
    this.kind.addEventListener("change", () => this.#next());
    this.stage = make("div", { class: "stage", id: "puzzle-stage" });
    this.pad = make("div", { class: "pad", role: "group", "aria-label": t("page.slide") });
    this.again = button("again", "plain", t("puzzles.show best"), () => this.#showBest());
    this.onwards = button("next", "strong", t("puzzles.next"), () => this.#next());
    this.skip = button("skip", "plain", t("puzzles.skip"), () => this.#skip());
    this.bar = make("progress", { id: "puzzle-bar", "aria-labelledby": "puzzle-progress" });
    const head = make("div", { class: "heading puzzle-head" }, make("div", {}, make("h2", { id: "puzzles-title", tabindex: "-1", text: t("puzzles.title") }), make("p", { id: "puzzle-about" })));
    const count = make("div", { class: "puzzle-count" }, make("p", { id: "puzzle-progress" }), make("p", { id: "puzzle-streak" }), this.bar);
    const row = make("div", { class: "row" }, this.onwards, this.again, this.skip, button("close", "plain", t("page.leave"), () => this.close()));
    const panel = make("div", { class: "panel" }, make("p", { id: "puzzle-said", role: "status", hidden: "" }), this.pad, make("p", { class: "trouble", role: "alert", hidden: "" }), row, count, this.kind);
    this.dialog = make("section", { id: "puzzles", "aria-labelledby": "puzzles-title", hidden: "" }, head, this.stage, panel);
    /** @type {Element} */ (document.querySelector("main")).append(this.dialog);
    document.addEventListener("keydown", (event) => !this.dialog.hidden && !document.querySelector("dialog[open]") && this.#pressed(event));
    session.listen(({ kind }) => kind === "opened" && this.close());
    this.stage.addEventListener("pointerdown", (/** @type {{clientX: number, clientY: number}} */ { clientX, clientY }) => (this.#from = [clientX, clientY]));
    this.stage.addEventListener("pointerup", (/** @type {any} */ event) => this.#stroke(event));
  }

  async open() {
    complain(this.dialog, "");
    this.dialog.hidden = false;
    document.body.dataset.asking = "";
    try {
      this.shipped ??= await shippedPuzzles();
    } catch {
      complain(this.dialog, t("puzzles.not fetched"));
    }
    this.#next();
  }

  /** Put the game back in its place. */
  close() {
    clearInterval(this.#line);
    if (this.dialog.hidden) return;
    this.dialog.hidden = true;
    delete document.body.dataset.asking;
    byId("stage").focus({ preventScroll: true });
  }

  /** Leave this one for later; the row of right answers stays. */
  #skip() {
    if (this.puzzle) this.notebook.skip(this.puzzle);
    this.#next();
  }

  /** Show how many are solved, and how many were right in a row. */
  #count() {
    const { done, all, streak } = this.notebook.progress(this.shipped ?? [], this.kind.value);
    byId("puzzle-progress").textContent = t("puzzles.progress", { done, all });
    Object.assign(this.bar, { max: Math.max(all, 1), value: done });
    say(byId("puzzle-streak"), streak > 1 ? t("puzzles.streak", { count: streak }) : "");
  }

  /** Put the next puzzle on the board. */
  #next() {
    clearInterval(this.#line);
    this.puzzle = this.notebook.next(this.shipped ?? [], this.kind.value);
    this.answered = !this.puzzle;
    if (document.activeElement !== this.kind) byId("puzzles-title").focus();
    for (const part of [this.again, this.onwards]) part.hidden = true;
    this.skip.hidden = !this.puzzle;
    this.#count();
    say(byId("puzzle-said"), "");
    this.stage.hidden = !this.puzzle;
    if (!this.puzzle) this.pad.hidden = true;
    if (!this.puzzle) return say(byId("puzzle-about"), t("puzzles.all solved"));
    this.#ask(this.puzzle);
  }

  /** @param {import("../notebook.js").Puzzle} puzzle */
  #ask(puzzle) {
    this.#draw(puzzle);
    const [kind, place, , grade] = puzzle;
    const isOwn = this.notebook.own.some(([, position]) => position === place);
    const whose = isOwn ? t("puzzles.own") : t("puzzles.grade", { grade });
    say(byId("puzzle-about"), `${whose} ${definitionOf(kind).puzzle.question(this.game)}`);
  }

  /** Draw the position that is asked about. @param {import("../notebook.js").Puzzle} puzzle */
  #draw([kind, position]) {
    const { puzzle, directions = [] } = definitionOf(kind);
    const View = /** @type {ViewClass} */ (this.views.get(kind));
    this.game = puzzle.start(position);
    this.pad.replaceChildren(...directions.map(([way, sign]) => make("button", { type: "button", class: `arrow ${way}`, "aria-label": definitionOf(kind).spell(way), text: sign, click: () => this.#answer(way) })));
    this.pad.hidden = !directions.length || this.answered;
    this.stage.dataset.kind = kind;
    this.view = new View(this.stage, (move) => this.#answer(move));
    this.view.draw(this.game);
    this.view.allow?.(this.game, !this.answered);
  }

  /** @param {string} move */
  async #answer(move) {
    const { puzzle, game } = this;
    if (this.answered || !puzzle || !game.legalMoves().includes(move)) return;
    const solved = move === puzzle[2];
    this.answered = true;
    this.notebook.note(puzzle, solved);
    this.#count();
    this.skip.hidden = true;
    say(byId("puzzle-said"), t(solved ? "puzzles.right" : "puzzles.wrong"));
    this.onwards.hidden = false;
    this.again.hidden = solved;
    this.pad.hidden = true;
    this.onwards.focus();
    const known = await this.engine.ask(solved ? "hint" : "refute", game, { move, short: true }).catch(understood);
    if (puzzle !== this.puzzle || !this.answered) return;
    if (solved) this.#play([{ move }], known?.move === move ? t("puzzles.right because", { reason: known.reason }) : t("puzzles.right"));
    else this.#play([{ move, ...(known?.tiles ? { tiles: known.tiles } : {}) }, ...(known?.line ?? []).map((/** @type {any} */ one) => ({ move: one }))], known ? `${capital(known.words)}.` : t("puzzles.best is", { move: definitionOf(puzzle[0]).spell(puzzle[2]) }));
  }

  /** Play on the board what comes of a move, and say it. @param {Command[]} moves @param {string} text */
  #play(moves, text) {
    say(byId("puzzle-said"), inColours(text.replace("..", ".")));
    const step = () => {
      const command = moves.shift();
      const turn = command && this.game.do(command);
      if (turn) this.view.animate(this.game, turn);
      this.view.allow?.(this.game, false);
      if (!moves.length) clearInterval(this.#line);
    };
    clearInterval(this.#line);
    this.#line = window.setInterval(step, LINE_MS);
    step();
  }

  #showBest() {
    clearInterval(this.#line);
    if (!this.puzzle) return;
    this.#draw(this.puzzle);
    this.view.point(this.puzzle[2]);
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const wish = /** @type {Element} */ (event.target).matches("select") ? null : actionOf(event);
    if (wish?.action === "leave") return this.close();
    if (!wish || this.answered) return;
    const move = definitionOf(this.game.kind).pressed(wish, this.game, this.view);
    if (move) this.#answer(move);
    if (move !== null) event.preventDefault();
  }

  /** @param {PointerEvent} pointerEvent */
  #stroke({ clientX, clientY }) {
    const way = this.#from && !this.answered && definitionOf(this.game.kind).directions ? strokeOf(clientX - this.#from[0], clientY - this.#from[1]) : null;
    this.#from = null;
    if (way) this.#answer(way);
  }
}

/** @param {unknown} error */
function understood(error) {
  if (!(error instanceof GameError)) throw error;
  return null;
}

/** @returns {Promise<import("../notebook.js").Puzzle[]>} the puzzles that ship, the easiest first */
async function shippedPuzzles() {
  const names = await (await fetch("engine/files.json")).json();
  return (await fetch(`engine/${names["puzzles.json"][0]}`)).json();
}
