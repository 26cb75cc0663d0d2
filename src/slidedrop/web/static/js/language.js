/**
 * The texts of the page in the chosen language: lang/en.json, or a translation of it.
 *
 *     t("daily.streak", { count: 3 })     {"one": "{count} day in a row", "other": "{count} days in a row"}
 *
 * A text with plural forms is chosen by `count`. Numbers are written as the language writes them; what stays as it is, such
 * as a tile or a seed, is passed as a string. Keys that are built from codes are declared in a comment: texts: colour.{red,blue}
 *
 * @typedef {Record<string, Record<string, string | Record<string, string>>>} Texts - by section and key; plural forms by category
 * @typedef {{tag: string, locale: string, texts: Texts}} Language - `tag` is the language, `locale` how its dates and numbers are written
 */

/** @type {Language} */
let language = { tag: "en", locale: "en", texts: {} };
let numbers = new Intl.NumberFormat("en");
let plurals = new Intl.PluralRules("en");

/** @param {Language} known - all texts are in this one from now on */
export function learn(known) {
  language = known;
  numbers = new Intl.NumberFormat(language.locale, { maximumFractionDigits: 0 });
  plurals = new Intl.PluralRules(language.tag);
}

/** @returns {Language} */
export function spoken() {
  return language;
}

/** @param {string} key - section.name @param {Record<string, any>} [values] @returns {string} */
export function t(key, values = {}) {
  const found = entryOf(key) ?? key;
  const text = typeof found === "string" ? found : (found[plurals.select(values.count)] ?? found.other);
  return text.replace(/\{(\w+)\}/g, (_, name) => (typeof values[name] === "number" ? number(values[name]) : String(values[name])));
}

/** @param {string} key @returns {boolean} whether there is such a text */
export function has(key) {
  return entryOf(key) !== undefined;
}

/** @param {number} value @param {number} [digits] - after the decimal point @returns {string} as the language writes it */
export function number(value, digits = 0) {
  return digits ? new Intl.NumberFormat(language.locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value) : numbers.format(value);
}

/** @param {number} count @returns {boolean} whether the language says it like one thing */
export function isOne(count) {
  return plurals.select(count) === "one";
}

/** @param {number | string} time @param {Intl.DateTimeFormatOptions} options @returns {string} */
export function date(time, options) {
  return new Intl.DateTimeFormat(language.locale, options).format(new Date(time));
}

/** @param {string} key */
function entryOf(key) {
  const dot = key.indexOf(".");
  return language.texts[key.slice(0, dot)]?.[key.slice(dot + 1)];
}
