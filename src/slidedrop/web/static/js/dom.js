/** The page's elements: found by their id, made from words. Text only ever becomes text. */

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

/** Show a text in an element, or hide the element where there is none. */
export function say(element, text) {
  element.textContent = text;
  element.hidden = !text;
}

let leaving = 0;

/** Show a sentence for a while at the foot of the page. */
export function note(text) {
  const element = byId("note");
  say(element, text);
  clearTimeout(leaving);
  leaving = setTimeout(() => say(element, ""), 6000);
}
