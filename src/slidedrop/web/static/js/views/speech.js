/** Words as the page shows and speaks them. */
import { has, t } from "../language.js";

/** The choices of colours in which the discs of the second side are blue; in all others they are yellow. */
const WITH_BLUE = ["blue", "contrast"];

/** @param {string} text @returns {string} the same with the second side called by the colour that its discs have here */
export function inColours(text) {
  if (WITH_BLUE.includes(document.documentElement.dataset.palette ?? "")) return text;
  const [blue, yellow] = [t("colour.blue"), t("colour.yellow")];
  return text.replace(new RegExp(`\\b${blue}\\b`, "g"), yellow).replace(new RegExp(`\\b${capital(blue)}\\b`, "g"), capital(yellow));
}

/** @param {string} rules - as a summary spells them, such as "4x4 classic" @returns {string} in words */
export function rulesText(rules) {
  // texts: rules.{classic,mis,twos,custom,free,connect}
  return rules.replace("x", "×").split(" ").map((word) => (has(`rules.${word}`) ? t(`rules.${word}`) : word)).join(" ");
}

/** What a game is called that was named by the page itself: these names are stored as codes. @type {Record<string, string>} */
const NAMES = { "a shared game": "play.shared", "watching the computer": "play.watched" };

/** @param {string} name - of a saved game @returns {string} */
export function nameText(name) {
  return name in NAMES ? t(NAMES[name]) : name;
}

/** @param {string} text @returns {string} */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
