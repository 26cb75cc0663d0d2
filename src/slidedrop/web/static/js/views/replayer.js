/** A replay of a game: slider, steps and autoplay. */
import { byId } from "./dom.js";
import { t } from "../language.js";

const STEP_MS = 420;

/** The replay of the game on the board. */
export class Replayer {
  #index = 0;
  #timer = 0;
  /** @type {((index: number | null) => void)[]} */
  #listeners = [];

  /** @param {import("../session.js").Session} session @param {import("./face.js").Face} face @param {(index: number) => void} playFrom */
  constructor(session, face, playFrom) {
    this.session = session;
    this.face = face;
    byId("replay-at").addEventListener("input", (/** @type {any} */ event) => this.go(Number(event.target.value)));
    byId("replay-back").addEventListener("click", () => this.go(this.#index - 1));
    byId("replay-on").addEventListener("click", () => this.go(this.#index + 1));
    byId("replay-run").addEventListener("click", () => this.run());
    byId("replay-leave").addEventListener("click", () => this.leave());
    byId("replay-from").addEventListener("click", () => this.tryFrom(this.#index));
    this.playFrom = playFrom;
    session.listen((event) => event.kind === "opened" && this.leave());
  }

  /** @param {(index: number | null) => void} listener - gets the number of moves on the board; null when the replay ends */
  listen(listener) {
    this.#listeners.push(listener);
  }

  get index() {
    return this.#index;
  }

  get length() {
    return this.session.game.turns.length;
  }

  /** @param {number} [at] - the move to start at */
  enter(at = 0) {
    this.face.replaying = this;
    this.face.banner?.hide();
    byId("rail").hidden = false;
    byId("replay-at").max = String(this.length);
    this.face.redraw();
    this.face.banner?.hide();
    this.go(at);
    byId("replay-at").focus();
  }

  /** @param {string} action - a step key's @returns {boolean} whether it was one */
  key(action) {
    /** @type {Record<string, () => void>} */
    const actions = { left: () => this.go(this.#index - 1), right: () => this.go(this.#index + 1), first: () => this.go(0), last: () => this.go(this.length), run: () => this.run(), leave: () => this.leave() };
    actions[action]?.();
    return action in actions;
  }

  /** Show the game after so many moves; one step on is animated. @param {number} index */
  go(index) {
    const { game } = this.session;
    const target = Math.max(0, Math.min(index, this.length));
    const turn = game.turns[target - 1];
    if (target === this.#index + 1 && turn?.slide) this.face.view.animate(game, turn);
    else this.face.view.draw(game, target);
    this.#index = target;
    byId("replay-at").value = String(target);
    byId("replay-count").textContent = t("play.of", { at: target, all: this.length });
    if (target === this.length) this.#halt();
    this.#tell(target);
  }

  run() {
    if (this.#timer) return this.#halt();
    if (this.#index === this.length) this.go(0);
    byId("replay-run").setAttribute("aria-label", t("page.pause"));
    byId("replay-run").firstElementChild.textContent = "❚❚";
    this.#timer = window.setInterval(() => this.go(this.#index + 1), STEP_MS);
  }

  leave() {
    if (!this.face.replaying) return;
    this.#halt();
    this.face.replaying = null;
    byId("rail").hidden = true;
    this.face.redraw();
    this.#tell(null);
  }

  /** Leave, and start a new game after that many moves of this one: the same tiles, the same opponent. @param {number} index */
  tryFrom(index) {
    this.leave();
    this.playFrom(index);
    byId("stage").focus({ preventScroll: true });
  }

  /** @param {number | null} index */
  #tell(index) {
    for (const listener of this.#listeners) listener(index);
  }

  #halt() {
    clearInterval(this.#timer);
    this.#timer = 0;
    byId("replay-run").setAttribute("aria-label", t("page.play"));
    byId("replay-run").firstElementChild.textContent = "▶";
  }
}
