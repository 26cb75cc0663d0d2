/** The banner over the board at a win or at the end, with the next actions. */
import { make } from "./dom.js";

/** A banner over the board. */
export class Banner {
  /** @param {HTMLElement} stage */
  constructor(stage) {
    this.stage = stage;
    this.element = make("div", { class: "banner", id: "banner" });
  }

  /** @param {{mood: string, title: string, text: string, acts: [string, () => void][]}} sign */
  show({ mood, title, text, acts }) {
    const buttons = acts.map(([label, click], index) => make("button", { type: "button", class: index ? "plain" : "strong", text: label, click }));
    this.element.dataset.mood = mood;
    this.element.replaceChildren(make("div", { class: "sign" }, make("p", { class: "banner-title", text: title }), make("p", { text }), make("div", { class: "row" }, ...buttons)));
    this.stage.append(this.element);
    this.element.scrollIntoView({ block: "nearest" });
    if (mood === "won") buttons[0].focus({ preventScroll: true });
  }

  hide() {
    this.element.remove();
  }
}
