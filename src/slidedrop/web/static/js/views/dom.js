/** The page's elements: found by id, or created from text, which is never parsed as HTML. */

/** @param {string} id @returns {any} */
export function byId(id) {
  return document.getElementById(id);
}

/**
 * @param {string} tag
 * @param {Record<string, any>} [words] - attributes; `text` is its text, `click` what a press does
 * @param {...Node} children
 * @returns {any}
 */
export function make(tag, words = {}, ...children) {
  const { text, click, ...attributes } = words;
  const element = document.createElement(tag);
  if (text !== undefined) element.textContent = text;
  if (click) element.addEventListener("click", click);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** Show a text in an element, or hide the element without a text. @param {HTMLElement} element @param {string} text */
export function say(element, text) {
  element.textContent = text;
  element.hidden = !text;
}

let leaving = 0;

/** Show a sentence for a while at the foot of the page, and what one may do about it. @param {string} text @param {[string, () => void]} [act] */
export function note(text, act) {
  const element = byId("note");
  say(element, text);
  if (act) element.append(make("button", { type: "button", class: "plain", text: act[0], click: () => (say(element, ""), act[1]()) }));
  clearTimeout(leaving);
  leaving = setTimeout(() => say(element, ""), act ? 12_000 : 6000);
}
