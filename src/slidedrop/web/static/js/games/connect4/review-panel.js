/**
 * The review on the page: how each side played, the graph, the current move, and every move with its grade.
 *
 * @typedef {import("./move-review.js").GradedMove} GradedMove
 * @typedef {import("./move-review.js").GameReview} GameReview
 */
import { byId, make, say } from "../../views/dom.js";
import { colourName } from "./colours.js";
import { ReviewStory } from "../../views/review-story.js";
import { ValueGraph } from "../../views/value-graph.js";
import { addAxes } from "../../views/graph-axes.js";
import { capital, inColours } from "../../views/speech.js";
import { gradeText } from "./values.js";
import { say as sentence } from "../../engine/sentences.js";
import { t } from "../../language.js";

const GOOD = ["best", "only move"];
/** A sign for each grade, so that the list can be read at a glance and without colour. */
/** @type {Record<string, string>} */
const SIGNS = { best: "✓", "only move": "✓✓", "wins more slowly": "↘", "loses faster": "↘", "threw away the win": "✗", "lost the draw": "✗", "not proven": "?" };

/** What shows a review. */
export class ReviewView {
  /** @param {{go(index: number): void, better(move: GradedMove): void, tryFrom(index: number): void}} actions */
  constructor(actions) {
    this.actions = actions;
    this.story = new ReviewStory(actions.tryFrom);
    byId("review-progress").before(this.story.element);
    this.again = make("div", { id: "review-again" });
    byId("review-better").after(this.again);
    this.labels = addAxes(byId("review-graph"));
    this.graph = new ValueGraph(byId("review-graph"), actions.go);
    this.section = byId("review");
    /** @type {GameReview | undefined} */
    this.review = undefined;
    /** @type {GradedMove | undefined} */
    this.current = undefined;
    byId("review-better").addEventListener("click", () => this.current && actions.better(this.current));
  }

  /** @param {GameReview} review - what is known by now @param {string} progress @param {import("../../views/review-story.js").Story | null} story */
  show(review, progress, story = null) {
    this.review = review;
    this.story.show(story);
    this.section.hidden = false;
    byId("review-sum").replaceChildren(...summary(review).map((text) => make("li", { text })));
    say(byId("review-progress"), progress);
    this.labels({ top: capital(t("story.red wins")), middle: t("discs.draw"), bottom: inColours(capital(t("story.blue wins"))), first: t("review.move", { move: 0 }), last: t("review.move", { move: review.moves.length }) });
    this.graph.draw(heights(review), new Set(turns(review).map(({ ply }) => ply)), inWords(review));
    byId("review-moves").replaceChildren(...review.moves.map((move, index) => this.#entry(move, index + 1)));
  }

  /** @param {number} index - the number of moves on the board */
  stand(index) {
    this.current = this.review?.moves[index - 1];
    this.graph.mark(index);
    [...byId("review-moves").children].forEach((entry, at) => current(/** @type {HTMLElement} */ (entry.firstElementChild), at + 1 === index));
    say(byId("review-move"), inColours(index ? moveText(this.current, index) : startText(this.review)));
    byId("review-better").hidden = !this.current?.better_line;
    this.again.replaceChildren(...(this.current?.better_line ? [this.story.button(index - 1)] : []));
  }

  hide() {
    this.section.hidden = true;
  }

  /** @param {GradedMove | undefined} move @param {number} ply */
  #entry(move, ply) {
    const text = move ? `${ply}. ${inColours(capital(colourName(move.player)))} ${move.move}` : `${ply}. …`;
    const grade = move ? [make("span", { class: "tick", "aria-hidden": "true", text: SIGNS[move.grade] ?? "" }), make("span", { text: gradeText(move.grade) })] : [];
    const kind = !move ? "open" : move.is_turning_point ? "turn" : GOOD.includes(move.grade) ? "good" : "fair";
    const button = make("button", { type: "button", class: `plain ${kind}`, click: () => this.actions.go(ply) }, make("b", { text }), ...grade);
    return make("li", {}, button);
  }
}

/** @param {HTMLElement} button @param {boolean} is */
function current(button, is) {
  if (is === button.hasAttribute("aria-current")) return;
  if (!is) return button.removeAttribute("aria-current");
  button.setAttribute("aria-current", "step");
  const list = button.closest("ol");
  if (list) list.scrollTop = button.offsetTop - (list.clientHeight - button.clientHeight) / 2;
}

/** @param {GameReview} gameReview @returns {(number | null | undefined)[]} */
function heights({ moves, startHeight }) {
  return [startHeight, ...moves.map((move) => move?.height)];
}

/** @param {GameReview} gameReview */
function turns({ moves }) {
  return moves.filter((move) => move !== undefined).filter((move) => move.is_turning_point);
}

/** @param {GameReview} review @returns {string[]} what is to be said of the whole */
function summary(review) {
  const known = review.moves.filter((move) => move !== undefined).filter((move) => move.grade !== "not proven");
  const tally = [0, 1].map((player) => {
    const mine = known.filter((move) => move.player === player);
    const good = mine.filter((move) => GOOD.includes(move.grade)).length;
    return mine.length ? sentence("moves best", { side: capital(colourName(player)), good, all: mine.length }) : "";
  });
  const turned = turns(review).map(({ ply }) => ply);
  const turning = turned.length ? t("story.turned", { count: turned.length, moves: turned.join(", ") }) : "";
  return [review.ending, ...tally, turning, review.notice].filter(Boolean).map(inColours);
}

/** @param {GradedMove | undefined} move @param {number} ply */
function moveText(move, ply) {
  if (!move) return t("review.still open", { move: ply });
  const better = move.better_line ? ` ${t("story.better was", { line: spelled(move.better_line), worth: move.better_words })}` : "";
  return `${t("story.move text", { ply, side: colourName(move.player), move: move.move, words: move.words })}${better}`;
}

/** @param {GameReview | undefined} review */
function startText(review) {
  return review?.start ? t("story.start worth", { worth: review.start }) : t("review.start");
}

/** @param {string} line */
function spelled(line) {
  return line.includes(",") ? line.replaceAll(",", ", ") : [...line].join(" ");
}

/** The graph for screen readers. @param {GameReview} review */
function inWords(review) {
  const side = (/** @type {number | null | undefined} */ height) => (height == null ? gradeText("not proven") : height > 0 ? t("story.red wins") : height < 0 ? t("story.blue wins") : sentence("draw"));
  const sides = heights(review).map(side);
  const spans = sides.flatMap((text, index) => (text === sides[index - 1] ? [] : [t("story.span", { move: index, side: text })]));
  return inColours(t("story.graph", { spans: spans.join(", ") }));
}
