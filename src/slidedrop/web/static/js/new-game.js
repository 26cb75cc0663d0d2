/** The dialogs in which a new game is agreed on. */
import { complain, onSubmit, openDialog } from "./dialogs.js";
import { preset, PRESETS } from "./game/twenty48-rules.js";
import { Connect4 } from "./game/connect4.js";
import { LEVELS } from "./computer.js";
import { Twenty48 } from "./game/twenty48.js";
import { byId, make } from "./dom.js";
import { freshSeed, readSeed } from "./game/random.js";
import { nameOf } from "./game/twenty48-rules.js";
import { readRules } from "./game/connect4-rules.js";

const SIZES = [3, 4, 5, 6, 7, 8];
const HERE = "here";
const APART = "apart";

/** Asks for the rules of the next game; `invite` opens it to another device. */
export class NewGame {
  /** @param {any} table @param {import("./api.js").Api} api @param {(seat: number) => void} invite */
  constructor(table, api, invite) {
    this.table = table;
    this.api = api;
    this.invite = invite;
    fillSizes(byId("new-2048").querySelector("[name=size]"));
    onSubmit("new-2048", (form) => this.#begin2048(form));
    onSubmit("new-connect4", (form) => this.#begin4(form));
    byId("new-connect4").querySelector("[name=against]").addEventListener("change", () => this.#explain());
  }

  /** @param {string} kind */
  open(kind) {
    if (kind === "2048") this.#open2048();
    else this.#open4();
  }

  #open2048() {
    const form = openDialog("new-2048").querySelector("form");
    const { game } = this.table;
    const rules = game.kind === "2048" ? game.rules : preset("classic");
    form.size.value = SIZES.includes(rules.size) ? rules.size : 4;
    form.rules.value = nameOf(rules) in PRESETS ? nameOf(rules) : "classic";
    form.seed.value = "";
    form.querySelector("[type=submit]").focus({ preventScroll: true });
  }

  async #open4() {
    const dialog = openDialog("new-connect4");
    const select = dialog.querySelector("[name=against]");
    const chosen = select.value;
    dialog.querySelector("[type=submit]").focus({ preventScroll: true });
    this.#offer(select, LEVELS, chosen);
    const names = await this.#players();
    if (names) this.#offer(select, LEVELS.filter(([, player]) => names.includes(player.split(":")[0])), select.value);
  }

  /** Show whom one can play against, with the same choice as before where it is still there. */
  #offer(select, levels, chosen) {
    const computer = make("optgroup", { label: "The computer" }, ...levels.map(([name, player]) => option(name, player)));
    select.replaceChildren(option("Someone beside you", HERE), option("Someone with a link", APART), computer);
    select.value = chosen || HERE;
    if (select.selectedIndex < 0) select.value = HERE;
    this.#explain();
  }

  /** The names of the server's players, or null where it does not answer. */
  async #players() {
    if (!this.api.up) return null;
    return this.api.ask("players?game=connect4").then(({ players }) => players, () => null);
  }

  #explain() {
    const dialog = byId("new-connect4");
    const against = dialog.querySelector("[name=against]").value;
    const away = against !== HERE && !this.api.up;
    byId("against-note").textContent = away ? "This needs the slidedrop server, and none answers here." : noteOn(against);
    dialog.querySelector("[name=seat]").closest("label").hidden = against === HERE;
    dialog.querySelector("[type=submit]").disabled = away;
    complain(dialog, "");
  }

  #begin2048(form) {
    const seed = String(form.get("seed")).trim();
    const rules = preset(String(form.get("rules")), Number(form.get("size")));
    this.table.begin(new Twenty48(rules, { seed: seed ? readSeed(seed) : freshSeed() }));
  }

  #begin4(form) {
    const number = (name) => Number(form.get(name));
    const rules = readRules({ columns: number("columns"), rows: number("rows"), gravity: !form.has("free"), connect: number("connect") });
    const against = String(form.get("against"));
    const seat = number("seat");
    const players = against === HERE || against === APART ? [] : seat ? [against, "human"] : ["human", against];
    this.table.begin(new Connect4(rules), { players });
    if (against === APART) this.invite(seat);
  }
}

/** @param {HTMLElement} select - gets the sizes of a 2048 board */
export function fillSizes(select) {
  select.replaceChildren(...SIZES.map((size) => option(`${size} × ${size}`, String(size))));
  /** @type {any} */ (select).value = "4";
}

function option(text, value) {
  return make("option", { text, value });
}

function noteOn(against) {
  if (against === HERE) return "Two people take turns on this screen.";
  if (against === APART) return "You get a link to send; the other side plays on their own device.";
  if (against.startsWith("teacher")) return "A teacher knows every answer, and errs where you can punish it; the higher, the deeper.";
  return against === "perfect" ? "Perfect play: whoever begins can win, in the middle column only." : "The computer answers each of your moves.";
}
