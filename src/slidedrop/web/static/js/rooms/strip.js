/**
 * The line above a game of a room: the clock and a link to the standings.
 *
 * @typedef {import("./words.js").Room} Room
 */
import { byId, make, note } from "../views/dom.js";
import { clockText, countdown } from "./words.js";
import { t } from "../language.js";

/** A line at the foot of the page. */
export class Strip {
  #code = "";
  #timer = 0;

  /** @param {any} session @param {import("../net/api.js").Api} api */
  constructor(session, api) {
    this.session = session;
    this.api = api;
    this.element = make("p", { id: "room" });
    document.addEventListener("visibilitychange", () => document.hidden || this.show()); // the device may have slept
  }

  /** Show to which room the game on the board belongs, if any. */
  async show() {
    const { room: code } = this.session.saved.header;
    clearInterval(this.#timer);
    this.element.remove();
    if (!code) return;
    this.#code = code;
    const room = await this.api.ask(`rooms/${code}`).catch(() => null);
    if (!room || this.session.saved.header.room !== code) return;
    const clock = make("b");
    this.element.replaceChildren(make("a", { href: `room/${code}`, text: t("room.standings", { code }) }), " ", clock);
    byId("about").before(this.element);
    const secondsLeft = countdown(room);
    clearInterval(this.#timer);
    this.#timer = window.setInterval(() => this.#tick(clock, room, secondsLeft()), 500);
  }

  /** @param {HTMLElement} clock @param {Room} room @param {number | null} left */
  #tick(clock, room, left) {
    clock.textContent = clockText(room, left);
    const over = this.session.game.finished || (left !== null && left <= 0);
    if (!over) return;
    clearInterval(this.#timer);
    note(t(this.session.game.finished ? "room.counts" : "room.too late"), [t("room.to standings"), () => void (location.href = `room/${this.#code}`)]);
  }
}
