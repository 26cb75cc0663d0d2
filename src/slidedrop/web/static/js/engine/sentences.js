/** The sentences of analyses, from the part of the catalogue that Python also reads. */
import { t } from "../language.js";

/** @param {string} sentence @param {Record<string, any>} [values] @returns {string} */
export function say(sentence, values = {}) {
  return t(`engine.${sentence}`, values);
}
