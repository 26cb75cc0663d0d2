/**
 * The review of a game of 2048 beside the replay: luck, skill and the costliest slides. It grows while you read it.
 *
 * @typedef {{slides: ReviewedSlide[], worst: WorstSlide[], summary: string, of: number, final: number, expected: number, luck: number, skill: number}} GameReview
 * @typedef {import("./luck.js").WorstSlide} WorstSlide
 * @typedef {import("./twenty48-game.js").Twenty48} Twenty48
 * @typedef {import("../../library.js").Saved} Saved
 * @typedef {import("./luck.js").ReviewedSlide} ReviewedSlide
 */
import { figuresOf, storyOf } from "./luck-story.js";
import { Notebook } from "../../notebook.js";
import { ReviewStory } from "../../views/review-story.js";
import { addAxes } from "../../views/graph-axes.js";
import { ValueGraph, diamond, element } from "../../views/value-graph.js";
import { byId, make, say } from "../../views/dom.js";
import { GameError } from "../../game/errors.js";
import { capital } from "../../views/speech.js";
import { describe } from "./twenty48-rules.js";
import { isOwn } from "../../session.js";
import { number as grouped, t } from "../../language.js";

/** A game of 2048 looked through again. */
export class LuckReview {
  #asked = 0;
  /** The reviews of this visit, by game. */
  /** @type {Map<string, GameReview>} */
  #known = new Map();

  /** @param {import("../../session.js").Session} session @param {import("../../engine/engine.js").Engine} engine @param {import("../../views/face.js").Face} face @param {import("../../views/replayer.js").Replayer} replayer */
  constructor(session, engine, face, replayer) {
    this.session = session;
    this.engine = engine;
    this.face = face;
    this.replayer = replayer;
    this.notebook = new Notebook(session.library.storage);
    this.open = false;
    const part = (/** @type {string} */ tag, /** @type {Record<string, string>} */ words) => make(tag, { ...words, id: `luck-${words.id}` });
    const legend = make("p", { class: "scale", "aria-hidden": "true" }, make("span", { class: "luck-key", text: t("luck.luck") }), make("span", { class: "skill-key", text: t("luck.skill") }));
    this.parts = {
      title: part("h2", { id: "title", tabindex: "-1", text: t("page.review") }), progress: part("p", { id: "progress", class: "small", role: "status" }), terms: part("dl", { id: "terms", class: "terms" }),
      graph: part("div", { id: "graph" }), move: part("p", { id: "move", class: "review-move", "aria-live": "polite" }), worst: part("ol", { id: "worst", class: "review-moves" }),
    };
    this.story = new ReviewStory((index) => replayer.tryFrom(index));
    const { title, progress, terms, graph, move, worst } = this.parts;
    this.costs = make("div", { class: "costs" }, make("h3", { text: t("luck.costly") }), worst);
    this.section = make("section", { class: "review", id: "luck", "aria-labelledby": "luck-title" }, title, progress, this.story.element, terms, legend, graph, move);
    byId("review").after(this.section);
    this.labels = addAxes(graph);
    this.graph = new ValueGraph(graph, (index) => replayer.go(index));
    replayer.listen((index) => this.#stepped(index));
  }

  /** Show the game from its end, and have it looked through. */
  enter() {
    this.open = true;
    this.section.hidden = false;
    (matchMedia("(min-width: 56rem) and (min-height: 30.01rem)").matches ? byId("rail") : this.section).append(this.costs);
    this.replayer.enter(this.replayer.length);
    this.#show("");
    this.parts.title.focus();
    this.#ask();
  }

  /** The review of the game on the board as far as it is known. */
  #review() {
    const { game, saved } = this.session;
    const key = `${saved.id} ${game.line().join()}`;
    const review = this.#known.get(key) ?? { slides: [], worst: [], summary: "", of: game.turns.length, final: 0, expected: 0, luck: 0, skill: 0 };
    this.#known.set(key, review);
    return review;
  }

  async #ask() {
    const asked = (this.#asked += 1);
    const review = this.#review();
    const wanted = () => this.open && asked === this.#asked;
    try {
      while (wanted() && review.slides.length < review.of) {
        const after = review.slides.length;
        this.#show(t("review.looking of", { move: after + 1, all: review.of }));
        const piece = await this.engine.ask("review", this.session.game, { after }, { wanted, tell: () => {} });
        if (!piece) return;
        Object.assign(review, piece, { slides: [...review.slides, ...piece.slides] });
      }
      if (!wanted()) return;
      this.notebook.add(mistakesOf(review, /** @type {any} */ (this.session)));
      this.#show("");
    } catch (error) {
      if (!(error instanceof GameError)) throw error;
      if (wanted()) this.#show(`${capital(error.message)}.`);
    }
  }

  /** @param {string} progress */
  #show(progress) {
    const review = this.#review();
    const { terms, worst } = this.parts;
    say(this.parts.progress, progress);
    terms.hidden = !review.slides.length;
    this.story.show(review.slides.length ? storyOf(review.slides, this.#game) : null);
    if (review.slides.length) terms.replaceChildren(...termsOf(figuresOf(review.slides, this.#game.state.score)));
    const { costs } = figuresOf(review.slides, this.#game.state.score);
    const costly = review.worst.filter((one) => Math.round(costs[one.number - 1]) > 0).sort((one, other) => costs[other.number - 1] - costs[one.number - 1]);
    this.costs.hidden = !costly.length;
    worst.replaceChildren(...costly.map((one) => this.#entry(one, costs[one.number - 1])));
    this.#draw(review);
    this.#stand(this.replayer.index);
  }

  /** The game that is reviewed. @returns {Twenty48} */
  get #game() {
    return /** @type {any} */ (this.session.game);
  }

  /** @param {WorstSlide} worstSlide @param {number} cost - in points of this game */
  #entry({ number: at, reason }, cost) {
    const { played, best } = this.#review().slides[at - 1];
    const text = t("luck.better", { best: capital(wayText(best)), played: wayText(played), cost: t("play.points", { count: Math.round(cost) }), reason });
    return make("li", {}, make("button", { type: "button", class: "plain", click: () => this.replayer.go(at - 1), "data-number": at }, make("b", { text: grouped(at) }), make("span", { text })), this.story.button(at - 1));
  }

  /** @param {GameReview} gameReview */
  #draw({ slides, worst, of }) {
    const figures = figuresOf(slides, this.#game.state.score);
    const [luck, skill] = [summed(figures.luck), summed(figures.skill)];
    const most = Math.max(1, ...[...luck, ...skill].map(Math.abs));
    const line = (/** @type {any} */ sums, /** @type {string} */ name) => element("polyline", { class: `graph-line ${name}`, points: this.graph.points(sums.map((/** @type {number} */ sum) => sum / most)) });
    const turns = () => worst.map((/** @type {{number: number}} */ { number }) => diamond(this.graph.left(number), this.graph.top(skill[number] / most)));
    const words = t("luck.graph", { luck: signed(luck.at(-1) ?? 0), skill: signed(skill.at(-1) ?? 0), moves: slides.length });
    this.labels({ top: t("luck.points", { points: signed(most) }), middle: "0", bottom: t("luck.points", { points: signed(-most) }), first: t("review.move", { move: 0 }), last: t("review.move", { move: of }) });
    this.graph.put(of, words, () => [line(luck, "luck"), line(skill, "skill"), ...turns()]);
  }

  /** @param {number} index - the number of slides on the board */
  #stand(index) {
    const { slides, worst } = this.#review();
    const next = worst.some((/** @type {{number: number}} */ { number }) => number === index + 1) ? slides[index] : null;
    this.graph.mark(index);
    this.face.view.point(next?.best ?? "");
    say(this.parts.move, slideText(slides[index - 1], index) + (next ? ` ${t("luck.now", { played: wayText(next.played), best: wayText(next.best) })}` : ""));
    for (const button of this.parts.worst.querySelectorAll("button")) {
      if (Number(button.dataset.number) === index + 1) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    }
  }

  /** @param {number | null} index - the position of the replay, or null after its end */
  #stepped(index) {
    if (!this.open) return;
    if (index !== null) return this.#stand(index);
    this.open = false;
    this.section.hidden = this.costs.hidden = true;
    this.face.view.point("");
    this.engine.cancel("review");
  }
}

/** @param {GameReview} gameReview @param {{game: Twenty48, saved: Saved}} second @returns {import("../../notebook.js").Puzzle[]} the mistakes of a reviewed game that was played here */
function mistakesOf({ worst, slides }, { game, saved }) {
  const { size } = game.rules;
  const usual = size === 4 && describe(game.rules) === "classic";
  const rows = (/** @type {number[]} */ board) => Array.from({ length: size }, (_, row) => board.slice(row * size, (row + 1) * size).join()).join("/");
  const mistakes = usual && isOwn(saved) ? worst.filter((/** @type {any} */ one) => one.is_mistake) : [];
  return mistakes.map((/** @type {{number: number}} */ { number }) => [game.kind, rows(game.turns[number - 1].slide.before), slides[number - 1].best, 3]);
}

/** What luck and mistakes came to, in points of this game. @param {import("./luck-story.js").Figures} figures */
function termsOf({ luck, skill }) {
  const sum = (/** @type {number[]} */ numbers) => signed(numbers.reduce((total, one) => total + one, 0));
  const term = (/** @type {string[]} */ [text, value]) => make("div", {}, make("dt", { text }), make("dd", { text: value }));
  return [[t("luck.luck"), sum(luck)], [t("luck.skill"), sum(skill)]].map(term);
}

/** @param {ReviewedSlide | undefined} slide @param {number} index */
function slideText(slide, index) {
  if (!index) return t("review.start");
  if (!slide) return t("review.still open", { move: index });
  return t(slide.loss <= 0 ? "luck.good" : "luck.worse", { move: index, played: wayText(slide.played), best: wayText(slide.best) });
}

/** @param {number[]} numbers @returns {number[]} the sums up to each, from 0 on */
function summed(numbers) {
  let sum = 0;
  return [0, ...numbers.map((number) => (sum += number))];
}

/** @param {import("./twenty48-board.js").Direction} way */
function wayText(way) {
  return t(`direction.${way}`);
}

/** @param {number} value */
function signed(value) {
  return `${Math.round(value) < 0 ? "−" : "+"}${grouped(Math.abs(Math.round(value)))}`;
}
