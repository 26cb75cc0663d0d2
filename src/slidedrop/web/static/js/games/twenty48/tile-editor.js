/** "Here is my board, what now?": a typed 2048 board, to analyse or to play from. */
import { attempt, complain, onSubmit, openDialog } from "../../dialogs/dialogs.js";
import { byId, make, say } from "../../views/dom.js";
import { isTile, preset } from "./twenty48-rules.js";
import { check, GameError, shown } from "../../game/errors.js";
import { Twenty48 } from "./twenty48-game.js";
import { fillSizes } from "./tile-rules-dialog.js";
import { freshSeed } from "../../game/random.js";
import { t } from "../../language.js";

/** The dialog in which a board is set up. */
export class TileEditor {
  /** @param {any} session @param {import("../../computer.js").Computer} computer */
  constructor(session, computer) {
    this.session = session;
    this.computer = computer;
    this.dialog = byId("editor");
    this.form = this.dialog.querySelector("form");
    this.cells = byId("editor-cells");
    fillSizes(this.form.size);
    this.form.size.addEventListener("change", () => this.#fill(new Array(Number(this.form.size.value) ** 2).fill(0)));
    this.form.text.addEventListener("change", () => attempt(this.dialog, () => this.#fill(readPosition(this.form.text.value))));
    this.cells.addEventListener("input", () => (this.form.text.value = this.#text()));
    byId("editor-ask").addEventListener("click", () => this.#ask());
    onSubmit("editor", () => this.session.start(this.#game(), { name: t("play.from board") }));
  }

  open() {
    openDialog("editor");
    say(byId("editor-advice"), "");
    this.#fill(this.session.game instanceof Twenty48 ? this.session.game.state.board : new Array(16).fill(0));
  }

  /** @param {number[]} board */
  #fill(board) {
    const size = Math.sqrt(board.length);
    const field = (/** @type {number} */ tile, /** @type {number} */ place) => make("input", { inputmode: "numeric", maxlength: "6", autocomplete: "off", value: tile || "", "aria-label": t("play.cell", { row: Math.floor(place / size) + 1, column: (place % size) + 1 }) });
    complain(this.dialog, "");
    this.form.size.value = String(size);
    this.cells.style.setProperty("--size", String(size));
    this.cells.replaceChildren(...board.map(field));
    this.form.text.value = this.#text();
  }

  #text() {
    const words = [...this.cells.children].map((field) => field.value.trim() || "0");
    const size = Math.sqrt(words.length);
    return Array.from({ length: size }, (_, row) => words.slice(row * size, (row + 1) * size).join(",")).join("/");
  }

  #game() {
    const board = readPosition(this.form.text.value);
    check(board.some(Boolean), t("error.no tiles"));
    return new Twenty48(preset("classic", Math.sqrt(board.length)), { seed: freshSeed(), start: { board, score: 0, won: false, over: false } });
  }

  async #ask() {
    try {
      const game = this.#game();
      check(!game.finished, t("error.stuck"));
      say(byId("editor-advice"), await this.computer.adviceFor(game));
      complain(this.dialog, "");
    } catch (error) {
      if (!(error instanceof GameError)) throw error;
      complain(this.dialog, `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}.`);
    }
  }
}

/** @param {string} text - such as 0,0,2,4/... @returns {number[]} the board; an error says what is wrong */
export function readPosition(text) {
  const rows = text.trim().split("/").map((row) => row.split(",").map((word) => word.trim()));
  check(rows.length >= 3 && rows.length <= 8, t("error.board rows", { rows: rows.length }));
  check(rows.every((row) => row.length === rows.length), t("error.row tiles", { rows: rows.length }));
  return rows.flat().map(readTile);
}

/** @param {string} word */
function readTile(word) {
  const tile = /^\d{1,15}$/.test(word) ? Number(word) : -1;
  check(tile === 0 || isTile({ base: 2 }, tile), t("error.tile", { tile: shown(word) }));
  return tile;
}
