/**
 * Choices as cards: each is a radio button with a picture, a name and a line, so that keys and screen readers work.
 *
 * @typedef {{value: string, title: string, text: string, picture: Element, disabled?: boolean}} Card
 */
import { make } from "../views/dom.js";

/** @param {string} name - of the field in the form @param {string} legend @param {Card[]} cards @param {string} chosen - a value @returns {HTMLFieldSetElement} */
export function cardField(name, legend, cards, chosen) {
  const labels = cards.map(({ value, title, text, picture, disabled = false }) => {
    const field = make("input", { type: "radio", name, value });
    Object.assign(field, { checked: value === chosen, disabled });
    const label = make("label", { class: "choice" }, field, picture, make("b", { text: title }), make("span", { class: "small", text }));
    label.hidden = disabled;
    return label;
  });
  return make("fieldset", { class: "cards" }, make("legend", { class: "unseen", text: legend }), ...labels);
}
