/** Every sentence of an analysis, from the table that Python reads too: data/sentences.json. */

/** @type {Record<string, string>} */
let table = {};

/** @param {Record<string, string>} sentences - the table, to be read before anything is said */
export function learn(sentences) {
  table = sentences;
}

/** @param {string} sentence @param {Record<string, any>} [values] @returns {string} */
export function say(sentence, values = {}) {
  return table[sentence].replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}
