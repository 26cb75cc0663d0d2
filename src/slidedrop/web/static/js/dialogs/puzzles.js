/** Puzzles: find the one best move. A wrong answer is refuted on the board, and the puzzle comes again later. */
import { byId, make, say } from "../views/dom.js";
import { capital, inColours } from "../views/speech.js";
import { COLOURS } from "../game/colours.js";
import { Connect4View } from "../views/connect4.js";
import { GameError } from "../game/errors.js";
import { Notebook } from "../notebook.js";
import { Twenty48View } from "../views/twenty48.js";
import { actionOf } from "../views/keys.js";
import { begin, usual } from "../game/begin.js";
import { complain, openDialog } from "./dialogs.js";
import { strokeOf } from "../views/swipe.js";

const LINE_MS = 700;
const ARROWS = { left: "◀", up: "▲", down: "▼", right: "▶" };
const CHOICES = [["", "of both games"], ["2048", "of 2048"], ["connect4", "of Connect-4"]];

/** The dialog that asks. */
export class PuzzleDialog {
  #line = 0;
  #from = null;

  /** @param {any} current @param {import("../engine/engine.js").Engine} engine */
  constructor(current, engine) {
    Object.assign(this, { current, engine, notebook: new Notebook(current.shelf.storage) });
    const button = (id, kind, text, click) => make("button", { type: "button", class: kind, id: `puzzle-${id}`, text, click });
    this.kind = make("select", { "aria-label": "Puzzles of" }, ...CHOICES.map(([value, text]) => make("option", { value, text })));
    this.kind.addEventListener("change", () => this.#next());
    this.stage = make("div", { class: "stage", id: "puzzle-stage" });
    this.pad = make("div", { class: "pad", role: "group", "aria-label": "Slide" }, ...Object.entries(ARROWS).map(([way, sign]) => make("button", { type: "button", class: `arrow ${way}`, "aria-label": capital(way), text: sign, click: () => this.#answer(way) })));
    this.again = button("again", "plain", "Show the best move", () => this.#showBest());
    this.onwards = button("next", "strong", "Next puzzle", () => this.#next());
    const head = make("div", { class: "puzzle-head" }, make("h2", { id: "puzzles-title", tabindex: "-1", text: "Find the best move" }), this.kind);
    const row = make("div", { class: "row" }, this.onwards, this.again, button("close", "plain", "Done", () => this.dialog.close()));
    this.dialog = make("dialog", { id: "puzzles", class: "wide", "aria-labelledby": "puzzles-title" }, head, make("p", { id: "puzzle-about" }), this.stage, make("p", { id: "puzzle-said", role: "status", hidden: "" }), this.pad, make("p", { class: "trouble", role: "alert", hidden: "" }), row);
    document.body.append(this.dialog);
    this.dialog.addEventListener("keydown", (event) => this.#pressed(event));
    this.dialog.addEventListener("close", () => clearInterval(this.#line));
    this.stage.addEventListener("pointerdown", ({ clientX, clientY }) => (this.#from = [clientX, clientY]));
    this.stage.addEventListener("pointerup", (event) => this.#stroke(event));
  }

  async open() {
    openDialog("puzzles");
    try {
      this.shipped ??= await shippedPuzzles();
    } catch {
      complain(this.dialog, "The puzzles could not be fetched. Try again when the network is back.");
    }
    this.#next();
  }

  /** Put the next puzzle on the board. */
  #next() {
    clearInterval(this.#line);
    this.puzzle = this.notebook.next(this.shipped ?? [], this.kind.value);
    this.answered = !this.puzzle;
    if (document.activeElement !== this.kind) byId("puzzles-title").focus();
    for (const part of [this.again, this.onwards]) part.hidden = true;
    say(byId("puzzle-said"), "");
    this.stage.hidden = !this.puzzle;
    if (!this.puzzle) this.pad.hidden = true;
    if (!this.puzzle) return say(byId("puzzle-about"), "All puzzles are solved. Review games of your own: their mistakes become puzzles.");
    this.#draw();
    const { grade, isOwn } = { grade: this.puzzle[3], isOwn: this.notebook.own.some(([, position]) => position === this.puzzle[1]) };
    const whose = isOwn ? "From a game of yours." : `Grade ${grade} of 5.`;
    say(byId("puzzle-about"), inColours(this.game.kind === "2048" ? `${whose} Which slide is best?` : `${whose} ${capital(COLOURS[this.game.position.turn])} to move.`));
  }

  /** Draw the position that is asked about. */
  #draw() {
    this.game = gameOf(this.puzzle);
    const is2048 = this.game.kind === "2048";
    this.pad.hidden = !is2048 || this.answered;
    this.stage.dataset.kind = this.game.kind;
    this.view = is2048 ? new Twenty48View(this.stage) : new Connect4View(this.stage, (move) => this.#answer(move));
    this.view.draw(this.game);
    if (!is2048) this.view.allow(this.game, !this.answered);
  }

  async #answer(move) {
    if (this.answered || !this.game.legalMoves().includes(move)) return;
    const { puzzle, game } = this;
    const solved = move === puzzle[2];
    this.answered = true;
    this.notebook.note(puzzle, solved);
    say(byId("puzzle-said"), solved ? "Right." : "Not the best …");
    this.onwards.hidden = false;
    this.again.hidden = solved;
    this.pad.hidden = true;
    this.onwards.focus();
    const known = await this.engine.ask(solved ? "hint" : "refute", game, { move }).catch(understood);
    if (puzzle !== this.puzzle || !this.answered) return;
    if (solved) this.#play([{ move }], known?.move === move ? `Right: ${known.reason}.` : "Right.");
    else this.#play([{ move, ...(known?.tiles ? { tiles: known.tiles } : {}) }, ...(known?.line ?? []).map((one) => ({ move: one }))], known ? `${capital(known.words)}.` : `The best move is ${puzzle[2]}.`);
  }

  /** Play on the board what comes of a move, and say it. */
  #play(moves, text) {
    say(byId("puzzle-said"), inColours(text.replace("..", ".")));
    const step = () => {
      const command = moves.shift();
      const turn = command && this.game.do(command);
      if (turn) this.view.animate(this.game, turn);
      if (this.game.kind === "connect4") this.view.allow(this.game, false);
      if (!moves.length) clearInterval(this.#line);
    };
    clearInterval(this.#line);
    this.#line = window.setInterval(step, LINE_MS);
    step();
  }

  #showBest() {
    clearInterval(this.#line);
    this.#draw();
    this.view.point(this.puzzle[2]);
  }

  #pressed(event) {
    const wish = event.target.matches("select") ? null : actionOf(event);
    const is2048 = this.game?.kind === "2048";
    if (!wish || this.answered) return;
    if (is2048 && wish.move) this.#answer(wish.move);
    else if (!is2048 && wish.disc) this.#answer(wish.disc);
    else if (!is2048 && (wish.move === "left" || wish.move === "right")) this.view.step(wish.move === "left" ? -1 : 1);
    else return;
    event.preventDefault();
  }

  #stroke({ clientX, clientY }) {
    const way = this.#from && this.game?.kind === "2048" ? strokeOf(clientX - this.#from[0], clientY - this.#from[1]) : null;
    this.#from = null;
    if (way) this.#answer(way);
  }
}

/** @param {import("../notebook.js").Puzzle} puzzle @returns {any} a game that stands at its position */
function gameOf([kind, position]) {
  if (kind === "2048") return begin({ ...usual("2048").header(), seed: "0", start: { board: position.split(/[,/]/).map(Number) } });
  const game = usual("connect4");
  for (const move of position) game.do({ move });
  return game;
}

function understood(error) {
  if (!(error instanceof GameError)) throw error;
  return null;
}

/** @returns {Promise<import("../notebook.js").Puzzle[]>} the puzzles that ship, the easiest first */
async function shippedPuzzles() {
  const names = await (await fetch("engine/files.json")).json();
  return (await fetch(`engine/${names["puzzles.json"][0]}`)).json();
}
