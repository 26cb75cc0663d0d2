/**
 * The dialog in which a new game of Connect-4 is agreed on: the opponent, the seat, the board. The opponents are those
 * who declare themselves in players.json.
 *
 * @typedef {import("../../players.js").PlayerType} PlayerType
 */
import { HERE, lastAgainst, rememberAgainst } from "../../session.js";
import { byId, make } from "../../views/dom.js";
import { complain, onSubmit, openDialog } from "../../dialogs/dialogs.js";
import { isSolvable, readRules } from "./connect4-rules.js";
import { Connect4 } from "./connect4-game.js";
import { capital } from "../../views/speech.js";
import { playersOf } from "../../players.js";

const APART = "apart";
const OWN = "own:";

/** Asks for the opponent and the rules of the next game. */
export class OpponentDialog {
  /** @type {PlayerType[]} */
  #players = [];

  /** @param {import("../../dialogs/new-game.js").NewGame} newGame */
  constructor(newGame) {
    this.newGame = newGame;
    this.dialog = byId("new-connect4");
    /** @type {HTMLFormElement & Record<string, any>} */
    this.form = this.dialog.querySelector("form");
    this.submit = /** @type {HTMLButtonElement} */ (this.form.querySelector("[type=submit]"));
    this.against = /** @type {HTMLSelectElement} */ (this.form.against);
    onSubmit("new-connect4", (form) => this.#start(form));
    this.against.addEventListener("change", () => this.#explain());
    for (const name of ["columns", "rows", "connect", "free"]) this.form[name].addEventListener("input", () => this.#suit());
  }

  async open() {
    const { session } = this.newGame;
    openDialog("new-connect4");
    this.submit.focus({ preventScroll: true });
    const { name, friendly } = session.definition;
    const chosen = this.against.value || lastAgainst(session.library.storage, friendly);
    if (!this.#players.length) this.#offer(chosen, chosen === HERE ? [] : [unlisted(chosen)]);
    const players = [...(await playersOf(name)), ...(await this.#ownPlayers(name))];
    if (players.length) this.#offer(this.against.value, players);
  }

  /** The players of the server's owner; it calls them own:1, own:2. @param {string} name - of the game @returns {Promise<PlayerType[]>} */
  async #ownPlayers(name) {
    const { api } = this.newGame;
    if (!api.up) return [];
    const { players } = await api.ask(`players?game=${name}`).catch(() => ({ players: [] }));
    const own = players.map((/** @type {any} */ player) => player.name ?? player).filter((/** @type {string} */ player) => player.startsWith(OWN));
    return own.map((/** @type {string} */ player) => ({ ...unlisted(player), title: `The server's own ${player.slice(OWN.length)}` }));
  }

  /** Show whom one can play against, with the same choice as before where it is still there. @param {string} chosen @param {PlayerType[]} players */
  #offer(chosen, players) {
    this.#players = players;
    const computer = make("optgroup", { label: "The computer" }, ...players.map(({ title, name }) => make("option", { text: title, value: name })));
    this.against.replaceChildren(make("option", { text: "Someone beside you", value: HERE }), make("option", { text: "Someone with a link", value: APART }), computer);
    this.against.value = chosen;
    if (this.against.selectedIndex < 0) this.against.value = HERE;
    this.#suit();
  }

  /** Offer nobody who cannot play the chosen board. */
  #suit() {
    const { form } = this;
    const rules = { columns: Number(form.columns.value), rows: Number(form.rows.value), connect: Number(form.connect.value), gravity: !form.free.checked };
    const unfit = this.#players.filter((player) => !this.#plays(player, rules)).map(({ name }) => name);
    for (const option of this.against.querySelectorAll("option")) option.disabled = option.hidden = unfit.includes(option.value);
    if (this.against.selectedOptions[0]?.disabled) this.against.value = HERE;
    this.#explain();
  }

  /** On a board that the solver knows those in the menus play; on others who plays by any rules, here or on the server. @param {PlayerType} player @param {import("./connect4-rules.js").Rules} rules */
  #plays({ name, offered, any_rules: anyRules, needs_engine: needsEngine }, rules) {
    if (isSolvable(rules)) return offered;
    const { api, session } = this.newGame;
    return (anyRules && session.definition.answersHere("choose", rules, name)) || (api.up && offered && !needsEngine);
  }

  #explain() {
    const against = this.against.value;
    const away = against === APART && !this.newGame.api.up;
    byId("against-note").textContent = away ? "This needs the slidedrop server, and none answers here." : this.#noteOn(against);
    this.form.seat.closest("label").hidden = against === HERE;
    this.submit.disabled = away;
    complain(this.dialog, "");
  }

  /** @param {string} against */
  #noteOn(against) {
    if (against === HERE) return "Two people take turns on this screen.";
    if (against === APART) return "You get a link to send; the other side plays on their own device.";
    return this.#players.find(({ name }) => name === against)?.description || "The computer answers each of your moves.";
  }

  /** @param {FormData} form */
  #start(form) {
    const number = (/** @type {string} */ name) => Number(form.get(name));
    const rules = readRules({ columns: number("columns"), rows: number("rows"), gravity: !form.has("free"), connect: number("connect") });
    const against = String(form.get("against"));
    const seat = number("seat");
    const players = against === HERE || against === APART ? [] : seat ? [against, "human"] : ["human", against];
    this.newGame.start(new Connect4(rules), { players });
    if (against === APART) this.newGame.invite(seat);
    else rememberAgainst(this.newGame.session.library.storage, against);
  }
}

/** @param {string} name @returns {PlayerType} a player of whom nothing but the name is known */
function unlisted(name) {
  return { name, title: capital(name), description: "", levels: null, timed: false, needs_engine: false, any_rules: true, offered: true };
}
