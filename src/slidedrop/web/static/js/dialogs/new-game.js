/** The dialogs in which a new game is agreed on. */
import { complain, onSubmit, openDialog } from "./dialogs.js";
import { preset, PRESETS, readRules as readRules2048 } from "../game/twenty48-rules.js";
import { Connect4 } from "../game/connect4.js";
import { LEVELS } from "../computer.js";
import { Twenty48 } from "../game/twenty48.js";
import { answersHere } from "../engine/engine.js";
import { byId, make, note } from "../views/dom.js";
import { freshSeed, readSeed } from "../game/random.js";
import { HERE, lastAgainst, rememberAgainst } from "../seats.js";
import { readRules } from "../game/connect4-rules.js";

const SIZES = [3, 4, 5, 6, 7, 8];
const APART = "apart";
/** The opponents for boards that the solver does not know. */
const PLAIN = ["greedy", "random"];
const NOTES = {
  beginner: "Overlooks your diagonals. The one to win your first game against.",
  casual: "Takes a win and stops yours, and looks no further.",
  strong: "Sees a win or a loss ten discs ahead.",
  expert: "Sees twenty discs ahead. Set a trap that is deeper.",
  master: "Sees thirty-two discs ahead, and hardly ever errs.",
  perfect: "Never wrong: moves first, wins; moves second, punishes one slip.",
};

/** Asks for the rules of the next game; `invite` opens it to another device. */
export class NewGame {
  /** @param {any} current @param {import("../net/api.js").Api} api @param {(seat: number) => void} invite */
  constructor(current, api, invite) {
    this.current = current;
    this.api = api;
    this.invite = invite;
    fillSizes(byId("new-2048").querySelector("[name=size]"));
    onSubmit("new-2048", (form) => this.#begin2048(form));
    onSubmit("new-connect4", (form) => this.#begin4(form));
    byId("new-connect4").querySelector("[name=against]").addEventListener("change", () => this.#explain());
    for (const name of ["columns", "rows", "connect", "free"]) byId("new-connect4").querySelector(`[name=${name}]`).addEventListener("input", () => this.#suit());
  }

  /** @param {string} kind */
  open(kind) {
    if (kind === "2048") this.#open2048();
    else this.#open4();
  }

  #open2048() {
    const form = openDialog("new-2048").querySelector("form");
    const { game } = this.current;
    const rules = game.kind === "2048" ? game.rules : preset("classic");
    form.size.value = SIZES.includes(rules.size) ? rules.size : 4;
    form.rules.value = presetLike(rules);
    form.base.value = rules.base;
    form.tiles.value = rules.tiles_per_move;
    form.win.value = rules.winning_tile;
    form.seed.value = "";
    form.querySelector("[type=submit]").focus({ preventScroll: true });
  }

  #open4() {
    const dialog = openDialog("new-connect4");
    const select = dialog.querySelector("[name=against]");
    const chosen = select.value || lastAgainst(this.current.shelf.storage);
    dialog.querySelector("[type=submit]").focus({ preventScroll: true });
    this.#offer(select, LEVELS, chosen);
    this.#suit();
    this.#offerOwn(select);
  }

  /** Offer the players of the server's owner too; it calls them own:1, own:2. */
  async #offerOwn(select) {
    if (!this.api.up) return;
    const { players } = await this.api.ask("players?game=connect4").catch(() => ({ players: [] }));
    const own = players.filter((name) => name.startsWith("own:"));
    select.querySelector("optgroup").append(...own.map((name) => option(`The server's own ${name.slice(4)}`, name)));
  }

  /** Show whom one can play against, with the same choice as before where it is still there. */
  #offer(select, levels, chosen) {
    const computer = make("optgroup", { label: "The computer" }, ...levels.map(([name, player]) => option(name, player)));
    select.replaceChildren(option("Someone beside you", HERE), option("Someone with a link", APART), computer);
    select.value = chosen || HERE;
    if (select.selectedIndex < 0) select.value = HERE;
    this.#explain();
  }

  /** Offer nobody who cannot play the chosen board. */
  #suit() {
    const form = byId("new-connect4").querySelector("form");
    const number = (name) => Number(form[name].value);
    const game = { kind: "connect4", rules: { columns: number("columns"), rows: number("rows"), connect: number("connect"), gravity: !form.free.checked } };
    const isKnown = answersHere("scores", game);
    for (const option of form.against.querySelectorAll("optgroup option")) {
      const plays = isKnown ? !PLAIN.includes(option.value) : answersHere("choose", game, option.value) || (this.api.up && option.value !== "perfect");
      option.disabled = option.hidden = !plays;
    }
    if (form.against.selectedOptions[0]?.disabled) form.against.value = HERE;
    this.#explain();
  }

  #explain() {
    const dialog = byId("new-connect4");
    const against = dialog.querySelector("[name=against]").value;
    const away = against === APART && !this.api.up;
    byId("against-note").textContent = away ? "This needs the slidedrop server, and none answers here." : noteOn(against);
    dialog.querySelector("[name=seat]").closest("label").hidden = against === HERE;
    dialog.querySelector("[type=submit]").disabled = away;
    complain(dialog, "");
  }

  #begin2048(form) {
    const seed = String(form.get("seed")).trim();
    const number = (name) => Number(form.get(name));
    const rules = readRules2048({
      ...preset(String(form.get("rules")), number("size")),
      base: number("base"), tiles_per_move: number("tiles"), winning_tile: number("win"),
    });
    this.#start(new Twenty48(rules, { seed: seed ? readSeed(seed) : freshSeed() }));
  }

  /** Begin, and offer the way back to a game that was not over. */
  #start(game, options = {}) {
    const { kept: old, game: before } = this.current;
    this.current.begin(game, options);
    if (old.commands.length && !before.finished) note("A new game.", ["Back to the old one", () => this.current.open(old)]);
  }

  #begin4(form) {
    const number = (name) => Number(form.get(name));
    const rules = readRules({ columns: number("columns"), rows: number("rows"), gravity: !form.has("free"), connect: number("connect") });
    const against = String(form.get("against"));
    const seat = number("seat");
    const players = against === HERE || against === APART ? [] : seat ? [against, "human"] : ["human", against];
    this.#start(new Connect4(rules), { players });
    if (against === APART) this.invite(seat);
    else rememberAgainst(this.current.shelf.storage, against);
  }
}

/** @param {HTMLElement} select - gets the sizes of a 2048 board */
export function fillSizes(select) {
  select.replaceChildren(...SIZES.map((size) => option(`${size} × ${size}`, String(size))));
  /** @type {any} */ (select).value = "4";
}

/** @param {import("../game/twenty48-rules.js").Rules} rules @returns {string} the preset whose new tiles come as often */
function presetLike(rules) {
  const same = Object.keys(PRESETS).find((name) => String(PRESETS[name]) === String(rules.spawn_weights));
  return same ?? "classic";
}

function option(text, value) {
  return make("option", { text, value });
}

function noteOn(against) {
  if (against === HERE) return "Two people take turns on this screen.";
  if (against === APART) return "You get a link to send; the other side plays on their own device.";
  return NOTES[against] ?? "The computer answers each of your moves.";
}
