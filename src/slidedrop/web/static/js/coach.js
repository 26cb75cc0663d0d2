/**
 * The coach: warns before a move that loses or costs a lot, with the reason, and lets the player decide. The page's own engine looks at
 * each position as soon as it is on the board. Where that takes too long, or there is no engine, the move is made.
 *
 * @typedef {Record<string, string>} Warnings - the reason of each warning, by move
 */
import { byId, say } from "./views/dom.js";
import { mayAsk, mayMove } from "./session.js";
import { answersHere } from "./engine/engine.js";
import { GameError } from "./game/errors.js";
import { inColours } from "./views/speech.js";

/** How long a move waits for the engine. */
const PATIENCE_MS = 300;

/** Looks at moves before they are made, as long as it is switched on. */
export class Coach {
  /** The warnings for the position on the board; null while the engine computes. @type {Warnings | null} */
  #warnings = {};
  #looks = 0;
  /** A move that waits for the engine. */
  #waiting = { move: "", timer: 0 };
  /** The engine was too slow the last time: moves do not wait for it until it answers in time again. */
  #slow = false;
  /** What had the focus before the warning. @type {HTMLElement | null} */
  #before = null;
  #warned = "";

  /**
   * @param {import("./session.js").Session} session @param {import("./engine/engine.js").Engine} engine
   * @param {import("./views/face.js").Face} face @param {(move: string) => unknown} play - makes a move
   */
  constructor(session, engine, face, play) {
    this.session = session;
    this.engine = engine;
    this.face = face;
    this.play = play;
    session.listen((/** @type {any} */ { kind, command }) => kind !== "noted" && command !== "hint" && this.#look());
    byId("warning-play").addEventListener("click", () => this.#playAnyway());
    byId("warning-other").addEventListener("click", () => this.close());
    this.#look();
  }

  /** Whether the person here wants it. */
  static get isOn() {
    return document.documentElement.dataset.coach === "on";
  }

  /** Make a move, or warn. A move that waits for the engine is made first, so that no key is lost. @param {string} move */
  consider(move) {
    this.release();
    if (!this.face.open) return;
    if (this.#warnings || this.#slow) this.#decide(move);
    else this.#waiting = { move, timer: window.setTimeout(() => ((this.#slow = true), this.release()), PATIENCE_MS) };
  }

  /** Take the warning away; the keys belong to what had them before. @returns {boolean} whether there was one */
  close() {
    if (byId("warning").hidden) return false;
    const hadFocus = byId("warning").contains(document.activeElement);
    byId("warning").hidden = true;
    this.#warned = "";
    if (hadFocus) (this.#before?.isConnected ? this.#before : byId("stage")).focus({ preventScroll: true });
    return true;
  }

  /** Let the engine analyse the position on the board, if warnings are possible there. */
  async #look() {
    this.close();
    this.#forget();
    this.engine.cancel("coach");
    const look = (this.#looks += 1);
    const { session } = this;
    const { game } = session;
    this.#know({});
    if (!Coach.isOn || this.face.replaying || !mayMove(session) || !mayAsk(session) || !answersHere("coach", game)) return;
    this.#know(null);
    const warnings = await this.engine.ask("coach", game).catch((error) => {
      if (!(error instanceof GameError)) throw error;
      return {};
    });
    if (look === this.#looks) this.#heard(warnings ?? {});
  }

  /** @param {Warnings} warnings */
  #heard(warnings) {
    this.#know(warnings);
    this.#slow = false;
    const { move } = this.#waiting;
    if (move && this.#forget()) this.#decide(move);
  }

  /** @param {Warnings | null} warnings */
  #know(warnings) {
    this.#warnings = warnings;
    byId("stage").dataset.coach = warnings ? "ready" : "thinking";
  }

  /** Make the move that waits for the engine, if any: the next action is about the position after it. */
  release() {
    const { move } = this.#waiting;
    if (move && this.#forget()) this.play(move);
  }

  /** @returns {boolean} whether the move that waited may still be made */
  #forget() {
    clearTimeout(this.#waiting.timer);
    this.#waiting = { move: "", timer: 0 };
    return this.face.open;
  }

  /** @param {string} move */
  #decide(move) {
    const why = this.#warnings?.[move];
    if (!why) return this.play(move);
    if (move !== this.#warned) this.#warn(move, why);
  }

  /** @param {string} move @param {string} why */
  #warn(move, why) {
    const { activeElement } = document;
    if (!byId("warning").contains(activeElement)) this.#before = /** @type {HTMLElement | null} */ (activeElement);
    this.#warned = move;
    this.face.advise("");
    say(byId("warning-text"), inColours(why));
    byId("warning").hidden = false;
    byId("warning-other").focus({ preventScroll: true });
    this.session.do("hint");
  }

  #playAnyway() {
    const move = this.#warned;
    this.close();
    if (move && this.face.open) this.play(move);
  }
}
