/**
 * The review of a finished game: computed in parts from the end, and shown beside the replay.
 *
 * @typedef {{ply: number, player: number, move: string, grade: string, words: string, before: string, after: string, best: string[], low: number,
 *   high: number, height: number | null, is_turning_point: boolean, better_line: string, better_words: string}} GradedMove
 * @typedef {{moves: (GradedMove | undefined)[], before: number, ending: string, start: string, startHeight: number | null | undefined, notice: string}} GameReview
 * @typedef {import("./connect4-game.js").Connect4} Connect4
 * @typedef {import("../../library.js").Saved} Saved
 */
import { GameError } from "../../game/errors.js";
import { Notebook } from "../../notebook.js";
import { ReviewView } from "./review-panel.js";
import { byId } from "../../views/dom.js";
import { capital } from "../../views/speech.js";
import { replay } from "../registry.js";
import { seatsHere } from "../../session.js";
import { storyOf } from "./move-story.js";
import { t } from "../../language.js";

/** Seconds for each position: in the first pass, and for "Analyse deeper". */
const GLANCE = 0.4;
const DEEPER = 2;
const LINE_MS = 700;

/** A game looked through again. */
export class MoveReview {
  #asked = 0;
  #line = 0;
  /** The reviews of this visit, by game. */
  /** @type {Map<string, GameReview>} */
  #known = new Map();

  /** @param {import("../../session.js").Session} session @param {import("../../engine/engine.js").Engine} engine @param {import("../../views/face.js").Face} face @param {import("../../views/replayer.js").Replayer} replayer */
  constructor(session, engine, face, replayer) {
    this.session = session;
    this.engine = engine;
    this.face = face;
    this.replayer = replayer;
    this.open = false;
    this.view = new ReviewView({ go: (index) => this.#go(index), better: (move) => this.#showLine(move), tryFrom: (index) => replayer.tryFrom(index) });
    byId("review-deeper").addEventListener("click", () => this.#ask(DEEPER));
    replayer.listen((index) => this.#stepped(index));
  }

  /** Show the game from its end, and have it graded. */
  enter() {
    this.open = true;
    this.replayer.enter(this.replayer.length);
    const review = this.#review();
    this.#show("");
    byId("review-title").focus();
    if (review.before > 0) this.#ask(GLANCE);
  }

  /** The review of the game on the board as far as it is known. */
  #review() {
    const { game, saved } = this.session;
    const key = `${saved.id} ${game.line().join()}`;
    const count = game.turns.filter((/** @type {{move: string}} */ { move }) => move !== null).length;
    const review = this.#known.get(key) ?? { moves: new Array(count).fill(undefined), before: count, ending: "", start: "", startHeight: undefined, notice: "" };
    this.#known.set(key, review);
    return review;
  }

  /** @param {number} seconds */
  async #ask(seconds) {
    const asked = (this.#asked += 1);
    const review = this.#review();
    const wanted = () => this.open && asked === this.#asked;
    try {
      let before = seconds === GLANCE ? review.before : lastOpen(review.moves);
      while (before > 0 && wanted()) {
        this.#show(t("review.looking", { move: before }));
        const piece = await this.#piece(before, seconds, wanted);
        if (!piece) return;
        take(review, piece);
        before = seconds === GLANCE ? piece.before : lastOpen(review.moves.slice(0, piece.before));
      }
      if (wanted()) new Notebook(this.session.library.storage).add(mistakesOf(review, /** @type {any} */ (this.session)));
      if (wanted()) this.#show(isOpen(review) ? t("review.not all proven") : "", isOpen(review));
    } catch (error) {
      if (!(error instanceof GameError)) throw error;
      if (wanted()) this.#show(`${capital(error.message)}.`);
    }
  }

  /** @param {number} before @param {number} seconds @param {() => boolean} wanted */
  #piece(before, seconds, wanted) {
    const asker = { wanted, tell: (/** @type {string} */ text) => this.#show(`${capital(text)}.`) };
    return this.engine.ask("review", this.session.game, { before, seconds }, asker);
  }

  /** @param {string} progress */
  #show(progress, deeper = false) {
    this.view.show(this.#review(), progress, storyOf(this.#review(), /** @type {any} */ (this.session)));
    this.view.stand(this.replayer.index);
    byId("review-deeper").hidden = !deeper;
  }

  /** @param {number} index */
  #go(index) {
    this.replayer.go(index);
  }

  /** @param {number | null} index - the position of the replay, or null after its end */
  #stepped(index) {
    clearInterval(this.#line);
    if (!this.open) return;
    if (index !== null) return this.view.stand(index);
    this.open = false;
    this.engine.cancel("review");
    this.view.hide();
  }

  /** Play on the board what would have been better. @param {GradedMove} gradedMove */
  #showLine({ ply, better_line: line }) {
    const { game, saved } = this.session;
    const moves = line.includes(",") || !game.rules.gravity || game.rules.columns > 9 ? line.split(",") : [...line];
    const branch = replay({ header: saved.header, commands: game.line().slice(0, ply - 1).map((/** @type {string} */ move) => ({ move })) });
    clearInterval(this.#line);
    this.face.view.draw(branch);
    this.#line = window.setInterval(() => {
      this.face.view.animate(branch, branch.do({ move: moves.shift() ?? "" }));
      if (!moves.length) clearInterval(this.#line);
    }, LINE_MS);
  }
}

/** @param {GameReview} gameReview @param {{game: Connect4, saved: Saved}} second @returns {import("../../notebook.js").Puzzle[]} the moves from here that turned the game, where one move alone was better */
function mistakesOf({ moves }, { game, saved }) {
  const { columns, rows, connect, gravity } = game.rules;
  const usual = columns === 7 && rows === 6 && connect === 4 && gravity && !saved.header.start;
  const seats = usual ? seatsHere(saved) : [];
  const mistakes = moves.filter((move) => move !== undefined).filter((move) => move.is_turning_point && move.best.length === 1 && seats.includes(move.player));
  return mistakes.map((/** @type {{ply: number, best: any}} */ { ply, best }) => [game.kind, game.line().slice(0, ply - 1).join(""), best[0], 3]);
}

/** Put a piece of the answer where it belongs. @param {GameReview} review @param {any} piece */
function take(review, piece) {
  for (const move of piece.moves) review.moves[move.ply - 1] = move;
  review.before = Math.min(review.before, piece.before);
  review.ending ||= piece.ending;
  review.notice ||= piece.notice;
  if (piece.before === 0) Object.assign(review, { start: piece.start, startHeight: piece.start_height });
}

/** @param {(GradedMove | undefined)[]} moves @returns {number} the last ply whose grade or value is not proven, or 0 */
function lastOpen(moves) {
  return moves.findLastIndex(isUnproven) + 1;
}

/** @param {GameReview} gameReview */
function isOpen({ moves }) {
  return moves.some(isUnproven);
}

/** @param {GradedMove | undefined} move */
function isUnproven(move) {
  return !move || move.grade === "not proven" || move.height === null;
}
