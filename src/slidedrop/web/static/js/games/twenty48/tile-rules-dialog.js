/** The dialog in which a new game of 2048 is agreed on: the board, the tiles, the seed. */
import { PRESETS, preset, readRules } from "./twenty48-rules.js";
import { byId, make } from "../../views/dom.js";
import { freshSeed, readSeed } from "../../game/random.js";
import { onSubmit, openDialog } from "../../dialogs/dialogs.js";
import { Twenty48 } from "./twenty48-game.js";

const SIZES = [3, 4, 5, 6, 7, 8];

/** Asks for the rules of the next game. */
export class TileRulesDialog {
  /** @param {import("../../dialogs/new-game.js").NewGame} newGame */
  constructor(newGame) {
    this.newGame = newGame;
    fillSizes(byId("new-2048").querySelector("[name=size]"));
    onSubmit("new-2048", (form) => this.#start(form));
  }

  open() {
    const form = openDialog("new-2048").querySelector("form");
    const { rules } = this.newGame.session.game;
    form.size.value = SIZES.includes(rules.size) ? rules.size : 4;
    form.rules.value = presetLike(rules);
    form.base.value = rules.base;
    form.tiles.value = rules.tiles_per_move;
    form.win.value = rules.winning_tile;
    form.seed.value = "";
    form.querySelector("[type=submit]").focus({ preventScroll: true });
  }

  /** @param {FormData} form */
  #start(form) {
    const seed = String(form.get("seed")).trim();
    const number = (/** @type {string} */ name) => Number(form.get(name));
    const rules = readRules({
      ...preset(String(form.get("rules")), number("size")),
      base: number("base"), tiles_per_move: number("tiles"), winning_tile: number("win"),
    });
    this.newGame.start(new Twenty48(rules, { seed: seed ? readSeed(seed) : freshSeed() }));
  }
}

/** @param {HTMLSelectElement} select - gets the sizes of a board */
export function fillSizes(select) {
  select.replaceChildren(...SIZES.map((size) => make("option", { text: `${size} × ${size}`, value: String(size) })));
  select.value = "4";
}

/** @param {import("./twenty48-rules.js").Rules} rules @returns {string} the preset whose new tiles come as often */
function presetLike(rules) {
  return Object.keys(PRESETS).find((name) => String(PRESETS[name]) === String(rules.spawn_weights)) ?? "classic";
}
