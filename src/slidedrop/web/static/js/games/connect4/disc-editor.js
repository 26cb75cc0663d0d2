/** "Here is my board, what now?" for Connect-4: discs set by pressing cells, to analyse or to play from. */
import { attempt, complain, onSubmit, openDialog } from "../../dialogs/dialogs.js";
import { byId, make, say } from "../../views/dom.js";
import { COLOURS, colourName } from "./colours.js";
import { Connect4 } from "./connect4-game.js";
import { GameError, check } from "../../game/errors.js";
import { Position } from "./connect4-position.js";
import { readRules } from "./connect4-rules.js";
import { capital, inColours } from "../../views/speech.js";
import { t } from "../../language.js";

/** What a cell becomes when it is pressed. */
/** @type {Record<string, string>} */
const NEXT = { ".": "X", X: "O", O: "." };

/** The dialog in which a position is set up, on a board like the one that is being played on. */
export class DiscEditor {
  #rules = readRules();

  /** @param {import("../../session.js").Session} session @param {import("../../computer.js").Computer} computer */
  constructor(session, computer) {
    this.session = session;
    this.computer = computer;
    this.dialog = byId("editor4");
    this.form = this.dialog.querySelector("form");
    this.cells = byId("editor4-cells");
    this.form.text.addEventListener("change", () => attempt(this.dialog, () => this.#fill(this.#position().toRows())));
    this.cells.addEventListener("click", (/** @type {{target: any}} */ { target }) => target.dataset.disc && this.#press(target));
    byId("editor4-ask").addEventListener("click", () => this.#ask());
    byId("editor4-clear").addEventListener("click", () => this.#fill(new Position(this.#rules).toRows()));
    onSubmit("editor4", () => this.session.start(this.#game(), { name: t("play.from board"), players: this.session.saved.header.players ?? [] }));
  }

  open() {
    const { position, rules } = /** @type {Connect4} */ (this.session.game);
    this.#rules = rules;
    openDialog("editor4");
    say(byId("editor4-advice"), "");
    this.#fill(position.toRows());
  }

  /** @param {string[]} rows */
  #fill(rows) {
    complain(this.dialog, "");
    this.cells.style.setProperty("--size", String(this.#rules.columns));
    this.cells.replaceChildren(...rows.flatMap((row, down) => [...row].map((disc, right) => this.#cell(disc, down + 1, right + 1))));
    this.#tell();
  }

  /** @param {string} disc @param {number} row @param {number} column */
  #cell(disc, row, column) {
    const cell = make("button", { type: "button", class: "set-cell", "data-place": t("play.cell", { row, column }) });
    return put(cell, disc);
  }

  /** Pressed, a cell becomes red, then the other colour, then empty. @param {HTMLElement} cell */
  #press(cell) {
    put(cell, NEXT[cell.dataset.disc ?? "."]);
    this.#tell();
  }

  #tell() {
    this.form.text.value = this.#rows().join("/");
    const discs = this.#rows().join("").replaceAll(".", "").length;
    byId("editor4-turn").textContent = inColours(capital(t("editor.is to move", { side: capital(colourName(discs % 2)) })));
  }

  #rows() {
    const discs = [...this.cells.children].map((cell) => cell.dataset.disc).join("");
    return discs.match(new RegExp(`.{${this.#rules.columns}}`, "g")) ?? [];
  }

  #position() {
    return Position.fromRows(this.form.text.value.trim().split("/"), this.#rules);
  }

  #game() {
    const position = this.#position();
    check(!position.outcome, t("error.over here"));
    return new Connect4(this.#rules, position);
  }

  async #ask() {
    try {
      complain(this.dialog, "");
      say(byId("editor4-advice"), inColours(await this.computer.adviceFor(this.#game())));
    } catch (error) {
      if (!(error instanceof GameError)) throw error;
      complain(this.dialog, inColours(`${capital(error.message)}.`));
    }
  }
}

/** @param {HTMLElement} cell @param {string} disc */
function put(cell, disc) {
  const name = disc === "." ? t("play.empty") : inColours(colourName("XO".indexOf(disc)));
  cell.dataset.disc = disc;
  cell.setAttribute("aria-label", t("discs.cell", { place: cell.dataset.place, disc: name }));
  cell.replaceChildren(...(disc === "." ? [] : [make("span", { class: `disc ${COLOURS["XO".indexOf(disc)]}` })]));
  return cell;
}
