/** A game between two devices: presence, undo requests, rematches, resigning, and accepted links. */
import { byId, note, say } from "./views/dom.js";
import { isApart, isWaiting, mayMove } from "./session.js";
import { GameError } from "./game/errors.js";
import { Away, Refused, drawnKey, forgetDrawnKey } from "./net/api.js";
import { ask } from "./dialogs/dialogs.js";
import { capital } from "./views/speech.js";
import { t } from "./language.js";

/** After how long a game that the opponent has left can be claimed. */
const AWAY_MS = 600_000;
/** How often a claim without an answer is sent again, and after how long. */
const CLAIM_TRIES = 5;
const CLAIM_AGAIN_MS = 1000;

/** Requests between the two players of a game, through the server. */
export class TwoPeople {
  /** The ply of our undo request. */
  #asked = -1;
  /** The roles whose page is open; null if not known yet. @type {string[] | null} */
  #present = null;
  #claiming = 0;
  /** A requested rematch: the game that shows the request, and its text. @type {{id?: string, mine?: boolean, text: (name: string) => string} | null} */
  #rematch = null;
  /** @type {import("./net/sync.js").Sync} */
  sync = /** @type {any} */ (null);

  /** @param {import("./session.js").Session} session @param {import("./views/face.js").Face} face @param {import("./net/api.js").Api} api @param {() => void} changed */
  constructor(session, face, api, changed) {
    this.session = session;
    this.face = face;
    this.api = api;
    this.changed = changed;
  }

  /** @returns {import("./net/sync.js").Listener} the listener for messages of the server */
  listener() {
    return {
      parted: (name) => note(t("people.parted", { name })),
      offered: (offer) => this.#offered(offer),
      rematch: () => this.#heardRematch(),
      refused: note,
      present: (roles, names) => this.#heardPresence(roles, names),
      came: () => note(t("people.came")),
      changed: this.changed,
    };
  }

  /** Follow the game on the board. */
  listen() {
    this.session.listen(({ kind }) => this.#showPresence(kind === "opened" ? null : this.#present));
    this.api.listen(() => this.session.saved && this.#showPresence(this.api.up ? this.#present : null));
  }

  #heardRematch() {
    this.#rematch = { id: this.session.saved.link?.id, text: (name) => t("people.asks", { name }) };
    this.#showOffer(t("people.asks text", { name: this.#friend() }), () => this.rematch(), () => this.#offered(null), [t("discs.rematch"), t("page.no")]);
    this.#showPresence(this.#present);
  }

  /** Accept an invitation. @param {string} secret - of its link */
  async join(secret) {
    await this.reaching(async () => {
      const { id } = await this.#claimed(secret);
      if (!id) return;
      await this.sync.join(id);
      forgetDrawnKey(this.session.library.storage);
    });
  }

  /** Send a link's secret to the server; if the seat is taken, offer to watch. @param {string} secret @returns {Promise<{id?: string}>} */
  async #claimed(secret) {
    const claim = { secret, key: drawnKey(this.session.library.storage) };
    try {
      return await this.#untilAnswered(claim);
    } catch (error) {
      if (error instanceof Refused && error.status === 422) throw new GameError(t("people.damaged"));
      if (!(error instanceof Refused) || !error.answer?.taken) throw error;
      const yes = await ask({ title: t("people.taken title"), text: t("people.taken text"), yes: t("people.watch") });
      return yes ? this.api.ask("claims", { ...claim, watch: true }) : {};
    }
  }

  /** Claim again while answers are lost: with the same key that gives the same seat. @param {{secret: string, key: string}} claim @returns {Promise<{id?: string}>} */
  async #untilAnswered(claim, tries = CLAIM_TRIES) {
    try {
      return await this.api.ask("claims", claim);
    } catch (error) {
      if (!(error instanceof Away) || !tries) throw error;
      await new Promise((resolve) => setTimeout(resolve, CLAIM_AGAIN_MS));
      await this.api.find();
      return this.#untilAnswered(claim, tries - 1);
    }
  }

  /** Resign after asking. Between two devices the server ends the game at once, also at the opponent's turn. */
  async resign() {
    const { game, saved, definition } = this.session;
    if (!this.face.here || game.finished || definition.seats < 2) return;
    const yes = await ask({ title: t("people.resign title"), text: t("people.resign text"), yes: t("page.resign") });
    if (!yes || saved !== this.session.saved || game.finished) return;
    if (isApart(saved) && !mayMove(this.session)) return this.#giveUp("own");
    await this.reaching(async () => this.session.ask("resign"));
  }

  /** End the game on the server for our side, or for an opponent who has left. @param {"own" | "other"} side */
  async #giveUp(side) {
    await this.reaching(() => this.api.ask(`${this.#path}/resign`, { side }));
  }

  /** @returns {string} the game on the board as the server calls it */
  get #path() {
    return `games/${this.session.saved.link?.id}`;
  }

  /** Note who is present, and their names. @param {string[]} roles @param {Record<string, string>} [names] */
  #heardPresence(roles, names = {}) {
    const { link } = this.session.saved;
    const known = { ...link?.names, ...names };
    if (link && JSON.stringify(known) !== JSON.stringify(link.names ?? {})) this.session.note({ link: { ...link, names: known } });
    this.#showPresence(roles);
  }

  /** Whose page is open, in a few quiet words. @param {string[] | null} roles */
  #showPresence(roles) {
    this.#present = roles;
    const { saved, game } = this.session;
    const isHere = Boolean(roles?.includes(this.#opponent));
    const apart = isApart(saved) && roles !== null;
    const text = isWaiting(saved) ? t("people.waiting") : apart ? this.#presenceText(isHere) : "";
    const watchers = !text && roles?.includes("watch") && saved.link?.role !== "watch" ? t("people.watched") : "";
    byId("presence").textContent = text || watchers;
    if (apart && !isHere && !game.finished) return this.#offerClaimLater();
    clearTimeout(this.#claiming);
    this.#claiming = 0;
  }

  /** @param {boolean} isHere @returns {string} */
  #presenceText(isHere) {
    const rematch = this.#rematch?.id === this.session.saved.link?.id ? this.#rematch : null;
    if (isHere && rematch?.mine) this.#rematch = null; // it was accepted
    if (isHere) return t("people.here", { name: this.#friend() });
    return rematch?.text(this.#friend()) ?? t("people.away", { name: this.#friend() });
  }

  /** The role of the opponent. */
  get #opponent() {
    return this.session.saved.link?.role === "player:0" ? "player:1" : "player:0";
  }

  /** What the opponent is called. */
  #friend() {
    return this.session.saved.link?.names?.[this.#opponent] || t("people.friend");
  }

  /** Who is left alone for ten minutes may claim the game at the opponent's turn, or go on to another. */
  #offerClaimLater() {
    const { id } = this.session.saved;
    this.#claiming ||= window.setTimeout(() => id === this.session.saved.id && !this.session.game.finished && this.#offerClaim(), AWAY_MS);
  }

  #offerClaim() {
    const isTheirs = !mayMove(this.session);
    const close = () => this.session.start(this.session.definition.usual());
    this.#claiming = 0;
    this.#showOffer(t("people.gone", { name: this.#friend() }), isTheirs ? () => this.#giveUp("other") : null, close, [t("people.claim"), t("people.close")]);
  }

  /** Play the same opponent again, on another board of the server's. */
  async rematch() {
    await this.reaching(async () => {
      const { id } = await this.api.ask(`${this.#path}/rematch`, {});
      this.#offered(null);
      this.#rematch = { id, mine: true, text: (name) => t("people.asked", { name }) };
      await this.sync.join(id);
    });
  }

  /** Ask the opponent for an undo. */
  async offer() {
    await this.reaching(async () => {
      const ply = this.session.saved.link?.ply ?? 0;
      await this.api.ask(`${this.#path}/offers`, { kind: "take-back", ply });
      note(t("people.undo asked", { name: this.#friend() }));
      this.#asked = ply;
    });
  }

  /** Show an offer of the opponent, or that there is none any more. @param {{by: string, ply: number} | null} offer */
  #offered(offer) {
    const { link } = this.session.saved;
    if (!offer && this.#asked === link?.ply) note(t("people.undo declined", { name: this.#friend() }));
    if (!offer) this.#asked = -1;
    if (!offer || offer.by === link?.role) return this.#showOffer("", null, null);
    const answer = (/** @type {boolean} */ accept) => this.reaching(() => this.api.ask(`${this.#path}/offers/answer`, { accept, ply: offer.ply }));
    this.#showOffer(t("people.undo asks", { name: this.#friend() }), () => answer(true), () => answer(false));
  }

  /** @param {string} text @param {(() => unknown) | null} yes @param {(() => unknown) | null} no @param {[string, string]} [labels] */
  #showOffer(text, yes, no, [yesText, noText] = [t("page.allow"), t("page.no")]) {
    const answered = (/** @type {(() => unknown) | null} */ action) => () => (this.#showOffer("", null, null), action?.());
    byId("offer").hidden = !text;
    say(byId("offer-text"), text);
    say(byId("offer-yes"), yes ? yesText : "");
    byId("offer-no").textContent = noText;
    byId("offer-yes").onclick = answered(yes);
    byId("offer-no").onclick = answered(no);
    if (text) byId("live").textContent = text;
  }

  /** Run a request that may be refused, and show the reason. @param {() => Promise<unknown>} action */
  async reaching(action) {
    try {
      await action();
    } catch (error) {
      if (!(error instanceof GameError)) throw error;
      note(`${capital(error.message)}.`);
    }
  }
}
