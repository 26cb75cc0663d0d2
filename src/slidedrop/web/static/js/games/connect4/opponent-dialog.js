/**
 * The dialog for a new game of Connect-4: opponent, side and board. The opponents are those
 * who declare themselves in players.json.
 *
 * @typedef {import("../../players.js").PlayerType} PlayerType
 */
import { HERE, lastAgainst, rememberAgainst } from "../../session.js";
import { byId } from "../../views/dom.js";
import { complain, onSubmit, openDialog } from "../../dialogs/dialogs.js";
import { cardField } from "../../dialogs/cards.js";
import { isSolvable, readRules } from "./connect4-rules.js";
import { Connect4 } from "./connect4-game.js";
import { capital } from "../../views/speech.js";
import { playerFace } from "../../views/player-face.js";
import { playersOf } from "../../players.js";
import { t } from "../../language.js";

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
    this.opponents = byId("opponents");
    onSubmit("new-connect4", (form) => this.#start(form));
    this.opponents.addEventListener("change", () => this.#explain());
    for (const name of ["columns", "rows", "connect", "free"]) this.form[name].addEventListener("input", () => this.#suit());
  }

  async open() {
    const { session } = this.newGame;
    openDialog("new-connect4");
    this.submit.focus({ preventScroll: true });
    const { name, friendly } = session.definition;
    const chosen = this.#chosen || lastAgainst(session.library.storage, friendly);
    if (!this.#players.length) this.#offer(chosen, chosen === HERE ? [] : [unlisted(chosen)]);
    const players = [...(await playersOf(name)), ...(await this.#ownPlayers(name))];
    if (players.length) this.#offer(this.#chosen, players);
  }

  /** The players of the server's owner; it calls them own:1, own:2. @param {string} name - of the game @returns {Promise<PlayerType[]>} */
  async #ownPlayers(name) {
    const { api } = this.newGame;
    if (!api.up) return [];
    const { players } = await api.ask(`players?game=${name}`).catch(() => ({ players: [] }));
    const own = players.map((/** @type {any} */ player) => player.name ?? player).filter((/** @type {string} */ player) => player.startsWith(OWN));
    return own.map((/** @type {string} */ player) => ({ ...unlisted(player), title: t("new.own", { number: player.slice(OWN.length) }) }));
  }

  get #chosen() {
    return String(this.form.against?.value ?? "");
  }

  /** Show the opponents, with the same choice as before if it still exists. @param {string} chosen @param {PlayerType[]} players */
  #offer(chosen, players) {
    this.#players = players;
    const { form } = this;
    const rules = { columns: Number(form.columns.value), rows: Number(form.rows.value), connect: Number(form.connect.value), gravity: !form.free.checked };
    const people = [
      { value: HERE, title: t("new.here"), text: t("new.here text"), picture: playerFace(HERE, "☺") },
      { value: APART, title: t("new.apart"), text: t("new.apart text"), picture: playerFace(APART, "✉") },
    ];
    const computers = players.map((player) => ({ value: player.name, title: player.title, text: player.description, picture: playerFace(player.name), disabled: !this.#plays(player, rules) }));
    const isThere = [...people, ...computers].some((card) => card.value === chosen && !("disabled" in card && card.disabled));
    this.opponents.replaceChildren(cardField("against", t("new.against"), [...people, ...computers], isThere ? chosen : HERE));
    this.opponents.querySelector(".choice:has(:checked)")?.scrollIntoView({ block: "nearest" });
    this.#explain();
  }

  /** Hide the players that cannot play the chosen board. */
  #suit() {
    this.#offer(this.#chosen, this.#players);
  }

  /** On boards of the solver: the players in the menus; on others: those that play any rules, here or on the server. @param {PlayerType} player @param {import("./connect4-rules.js").Rules} rules */
  #plays({ name, offered, any_rules: anyRules, needs_engine: needsEngine }, rules) {
    if (isSolvable(rules)) return offered;
    const { api, session } = this.newGame;
    return (anyRules && session.definition.answersHere("choose", rules, name)) || (api.up && offered && !needsEngine);
  }

  #explain() {
    const against = this.#chosen;
    const away = against === APART && !this.newGame.api.up;
    byId("against-note").textContent = away ? t("new.needs server") : "";
    this.form.seat.closest("label").hidden = against === HERE;
    this.submit.disabled = away;
    complain(this.dialog, "");
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

/** @param {string} name @returns {PlayerType} a player with only a name */
function unlisted(name) {
  return { name, title: capital(name), description: "", levels: null, timed: false, needs_engine: false, any_rules: true, offered: true };
}
