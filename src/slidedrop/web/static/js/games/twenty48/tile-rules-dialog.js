/** The dialog for a new game of 2048: board, tiles and seed. */
import { PRESETS, preset, readRules } from "./twenty48-rules.js";
import { byId, make } from "../../views/dom.js";
import { freshSeed, readSeed } from "../../game/random.js";
import { onSubmit, openDialog } from "../../dialogs/dialogs.js";
import { cardField } from "../../dialogs/cards.js";
import { Twenty48 } from "./twenty48-game.js";
import { t } from "../../language.js";

const SIZES = [3, 4, 5, 6, 7, 8];
const AGAIN = "again";

/** The boards that have a card: their size and winning tile. @type {Record<string, {size: number, win: number}>} */
const BOARDS = { classic: { size: 4, win: 2048 }, small: { size: 3, win: 256 }, large: { size: 5, win: 8192 } };

/** Asks for the rules of the next game. */
export class TileRulesDialog {
  /** @param {import("../../dialogs/new-game.js").NewGame} newGame */
  constructor(newGame) {
    this.newGame = newGame;
    /** @type {any} */
    this.form = byId("new-2048").querySelector("form");
    fillSizes(this.form.size);
    onSubmit("new-2048", (form) => this.#start(form));
    byId("new-2048-cards").addEventListener("change", (/** @type {{target: HTMLInputElement}} */ { target }) => this.#choose(target.value));
    for (const name of ["size", "rules", "base", "tiles", "win", "seed"]) this.form[name].addEventListener("input", () => this.form.card.forEach((/** @type {HTMLInputElement} */ card) => (card.checked = false)));
  }

  open() {
    openDialog("new-2048");
    const { rules } = this.newGame.session.game;
    // texts: new.{classic,small,large}
    const cards = Object.entries(BOARDS).map(([value, { size, win }]) => ({ value, title: t(`new.${value}`), text: t("new.goal", { size, tile: String(win) }), picture: smallBoard(size) }));
    const again = { value: AGAIN, title: t("new.again"), text: t("new.again text"), picture: smallBoard(rules.size, "again") };
    byId("new-2048-cards").replaceChildren(cardField("card", t("new.board"), [...cards, again], cardLike(rules)));
    this.#fill(rules);
    this.form.querySelector("[type=submit]").focus({ preventScroll: true });
  }

  /** @param {import("./twenty48-rules.js").Rules} rules @param {string} [seed] */
  #fill(rules, seed = "") {
    const { form } = this;
    form.size.value = SIZES.includes(rules.size) ? rules.size : 4;
    form.rules.value = presetLike(rules);
    form.base.value = rules.base;
    form.tiles.value = rules.tiles_per_move;
    form.win.value = rules.winning_tile;
    form.seed.value = seed;
  }

  /** Fill in the rules of a card. @param {string} card */
  #choose(card) {
    const { rules, seed } = /** @type {any} */ (this.newGame.session.game);
    if (card === AGAIN) this.#fill(rules, seed);
    else this.#fill(rulesOf(card));
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

/** @param {string} card @returns {import("./twenty48-rules.js").Rules} */
function rulesOf(card) {
  const { size, win } = BOARDS[card];
  return readRules({ ...preset("classic", size), winning_tile: win });
}

/** @param {import("./twenty48-rules.js").Rules} rules @returns {string} the card with these rules */
function cardLike(rules) {
  return Object.keys(BOARDS).find((card) => JSON.stringify(rulesOf(card)) === JSON.stringify(rules)) ?? "";
}

/** @param {number} size @param {string} [kind] @returns {HTMLElement} a picture of a board */
function smallBoard(size, kind = "") {
  const tiles = Array.from({ length: size * size }, (_, place) => make("i", { class: place % (size + 2) === size - 1 ? "lit" : "" }));
  const board = make("span", { class: `card-board ${kind}`, "aria-hidden": "true" }, ...tiles);
  board.style.setProperty("--size", String(size));
  return board;
}

/** @param {HTMLSelectElement} select - gets the sizes of a board */
export function fillSizes(select) {
  select.replaceChildren(...SIZES.map((size) => make("option", { text: `${size} × ${size}`, value: String(size) })));
  select.value = "4";
}

/** @param {import("./twenty48-rules.js").Rules} rules @returns {string} the preset with the same new tiles */
function presetLike(rules) {
  return Object.keys(PRESETS).find((name) => String(PRESETS[name]) === String(rules.spawn_weights)) ?? "classic";
}
