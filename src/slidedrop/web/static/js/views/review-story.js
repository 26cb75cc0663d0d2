/**
 * The first part of a review, for everyone: the result, and three sentences (what went well, what cost most, what to
 * practise), with the way back to the board before the mistake.
 *
 *     388 points                      the result
 *     ✓ You found 40 of 52 …          what went well
 *     ✗ Move 31 cost most: …          the one mistake   [Try again from here]
 *     → Practise …                    one thing to practise
 *
 * @typedef {{result: string, note?: string, well: string, mistake: string, practise: string, from: number | null}} Story
 *   - `from` is the number of moves before the mistake, null without one
 */
import { make } from "./dom.js";
import { t } from "../language.js";

const SIGNS = { well: "✓", mistake: "✗", practise: "→" };

/** Shows a story. */
export class ReviewStory {
  /** @param {(index: number) => void} tryFrom - starts a new game after that many moves of the old one */
  constructor(tryFrom) {
    this.tryFrom = tryFrom;
    this.element = make("div", { class: "story" });
  }

  /** @param {Story | null} story */
  show(story) {
    this.element.hidden = !story;
    if (!story) return;
    const { result, note = "", from } = story;
    const line = (/** @type {keyof typeof SIGNS} */ kind, /** @type {Node[]} */ ...more) => make("li", { class: kind }, make("span", { "aria-hidden": "true", class: "story-sign", text: SIGNS[kind] }), make("span", { text: story[kind] }), ...more);
    const again = from === null ? [] : [this.button(from)];
    this.element.replaceChildren(make("p", { class: "story-result" }, make("b", { text: result }), make("span", { text: note })), make("ul", {}, line("well"), line("mistake", ...again), line("practise")));
  }

  /** @param {number} index @returns {HTMLElement} what starts again from there */
  button(index) {
    return make("button", { type: "button", class: "plain try-again", text: t("review.try again"), click: () => this.tryFrom(index) });
  }
}
