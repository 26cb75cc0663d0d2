/**
 * Threats of Connect-4, on request: the cells that would complete a line, marked on the board and announced to screen readers.
 *
 *     cell[data-threat=red]    ✕      [data-threat=blue]    ○      [data-threat=both]    !
 */
import { byId, make } from "../../views/dom.js";
import { inColours } from "../../views/speech.js";
import { Connect4 } from "./connect4-game.js";
import { mayAsk } from "../../session.js";
import { t } from "../../language.js";

const KEY = "slidedrop:threats";

/** The marks on the board, as long as they are switched on. */
export class ThreatMarks {
  #asked = 0;

  /** @param {import("../../session.js").Session} session @param {import("../../engine/engine.js").Engine} engine @param {import("../../views/face.js").Face} face @param {Storage} storage */
  constructor(session, engine, face, storage) {
    this.session = session;
    this.engine = engine;
    this.face = face;
    this.storage = storage;
    this.on = storage.getItem(KEY) === "on";
    this.told = make("p", { class: "unseen", role: "status" });
    byId("live").after(this.told);
    session.listen((/** @type {any} */ event) => event.kind !== "noted" && this.refresh());
  }

  toggle() {
    this.on = !this.on;
    this.storage.setItem(KEY, this.on ? "on" : "off");
    this.refresh();
  }

  /** Mark the threats of the position on the board, or clear them if they are off. */
  async refresh() {
    const asked = (this.#asked += 1);
    const { game, saved } = this.session;
    byId("threats").setAttribute("aria-pressed", String(this.on));
    if (!(game instanceof Connect4)) return;
    const wanted = this.on && !game.finished && !this.face.replaying && mayAsk({ game, saved });
    const cells = wanted ? ((await this.engine.ask("threats", game))?.cells ?? []) : [];
    if (asked !== this.#asked) return;
    this.face.view.threaten(cells);
    this.told.textContent = wanted ? inColours(sentence(cells)) : "";
  }
}

/** @param {{row: number, column: number, of: string}[]} cells @returns {string} such as "Threats: red in column 7, row 2." */
function sentence(cells) {
  // texts: discs.threat {red,blue,both}
  const places = cells.map(({ row, column, of }) => t(`discs.threat ${of}`, { column, row }));
  return places.length ? t("discs.threats", { places: places.join("; ") }) : t("discs.no threats");
}
