/** Translates the page: fetches the texts in two parts and puts them into the elements that name them. */
import { has, learn, spoken, t } from "../language.js";
import { capital } from "./speech.js";

/** Where a text of the page goes that its element names. @type {[attribute: string, target: string][]} */
const ATTRIBUTES = [["data-t-label", "aria-label"], ["data-t-title", "title"], ["data-t-placeholder", "placeholder"], ["data-t-content", "content"]];

/** Use the language that first-paint.js has chosen and requested, and put its texts into the page. */
export async function startLanguage() {
  const { tag, locale, texts } = /** @type {any} */ (window).language;
  learn({ tag, locale, texts: { ...(await texts), ...spoken().texts } });
  translate();
  delete document.documentElement.dataset.waits;
}

/** Fetch the texts that are needed after the first board: dialogs, reviews, the engine's sentences. */
export async function learnRest() {
  const rest = await /** @type {any} */ (window).language.later();
  learn({ ...spoken(), texts: { ...spoken().texts, ...rest } });
  translate();
}

/** Put the loaded texts into the elements that name them. */
function translate() {
  document.documentElement.lang = spoken().tag;
  for (const element of document.querySelectorAll("[data-t]")) {
    if (!has(element.getAttribute("data-t") ?? "")) continue; // it comes later
    const node = [...element.childNodes].find(({ nodeType, nodeValue }) => nodeType === Node.TEXT_NODE && nodeValue?.trim());
    const text = t(element.getAttribute("data-t") ?? "");
    if (node) node.nodeValue = element.matches("label") ? (node.nodeValue ?? "").replace(/\S(.*\S)?/s, () => text) : text;
    else element.prepend(text);
  }
  for (const [name, target] of ATTRIBUTES) {
    for (const element of document.querySelectorAll(`[${name}]`)) {
      const key = element.getAttribute(name) ?? "";
      if (has(key)) element.setAttribute(target, capital(t(key)));
    }
  }
}
