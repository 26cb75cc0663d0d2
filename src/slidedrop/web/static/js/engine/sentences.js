/** Every sentence of an analysis, from the part of the catalogue that Python reads too. */
import { t } from "../language.js";

/** @param {string} sentence @param {Record<string, any>} [values] @returns {string} */
export function say(sentence, values = {}) {
  return t(`engine.${sentence}`, values);
}
