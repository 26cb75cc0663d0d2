/**
 * Threats of Connect-4, on request: the cells that would complete a line, marked on the board and told to those who hear it.
 *
 *     cell[data-threat=red]    ✕      [data-threat=blue]    ○      [data-threat=both]    !
 */
import { byId, make } from "./dom.js";
import { inColours } from "./speech.js";
import { mayScore } from "../seats.js";

const KEY = "slidedrop:threats";

/** The marks on the board, as long as they are switched on. */
export class Threats {
  #asked = 0;

  /** @param {any} current @param {import("../engine/engine.js").Engine} engine @param {any} face @param {Storage} storage */
  constructor(current, engine, face, storage) {
    Object.assign(this, { current, engine, face, storage });
    this.on = storage.getItem(KEY) === "on";
    this.told = make("p", { class: "unseen", role: "status" });
    byId("live").after(this.told);
    current.listen((event) => event.kind !== "noted" && this.refresh());
  }

  toggle() {
    this.on = !this.on;
    this.storage.setItem(KEY, this.on ? "on" : "off");
    this.refresh();
  }

  /** Mark the threats of the position on the board, or none where none are wanted. */
  async refresh() {
    const asked = (this.#asked += 1);
    const { game, kept } = this.current;
    byId("threats").setAttribute("aria-pressed", String(this.on));
    if (game.kind !== "connect4") return;
    const wanted = this.on && !game.finished && !this.face.replaying && mayScore(game, kept);
    const cells = wanted ? ((await this.engine.ask("threats", game))?.cells ?? []) : [];
    if (asked !== this.#asked) return;
    this.face.view.threaten(cells);
    this.told.textContent = wanted ? inColours(sentence(cells)) : "";
  }
}

/** @param {{row: number, column: number, of: string}[]} cells @returns {string} such as "Threats: red in column 7, row 2." */
function sentence(cells) {
  const places = cells.map(({ row, column, of }) => `${of} in column ${column}, row ${row}`);
  return places.length ? `Threats: ${places.join("; ")}.` : "No threats.";
}
