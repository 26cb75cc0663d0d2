/** What happened, as sentences: for the live region, which a screen reader speaks. */
import { COLOURS, ending } from "../game/colours.js";

/** @param {any} game @param {any} command @param {any} turn @returns {string} */
export function sentence(game, command, turn) {
  if (command === "undo") return `Taken back. ${standing(game)}`;
  if (command === "redo") return `Made again. ${standing(game)}`;
  if (command === "hint") return "";
  return game.kind === "2048" ? slideSentence(game, turn) : discSentence(game, turn);
}

/** @param {any} game @returns {string} how the game stands */
export function standing(game) {
  if (game.kind === "connect4") return `${capital(game.standing())}.`;
  const won = game.state.won && !(game.turns.at(-2)?.state ?? game.firstState).won ? ` You made ${game.rules.winning_tile}: won!` : "";
  return `Score ${game.state.score}.${won}${game.state.over ? " Game over: nothing can move." : ""}`;
}

/** @param {string} text @returns {string} the same with the second side called by the colour that its discs have here */
export function inColours(text) {
  if (document.documentElement.dataset.palette !== "classic") return text;
  return text.replace(/\bblue\b/g, "yellow").replace(/\bBlue\b/g, "Yellow");
}

/** @param {string} text @returns {string} */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function slideSentence(game, { slide, spawns }) {
  const { size } = game.rules;
  const made = slide.made.map((value) => `${value / 2} and ${value / 2} make ${value}`).join(", ");
  const cell = (place) => `row ${Math.floor(place / size) + 1}, column ${(place % size) + 1}`;
  const came = spawns.map(({ place, value }) => `new ${value} in ${cell(place)}`).join(", ");
  return `${capital(slide.direction)}${made ? `: ${made}` : ""}; ${came}. ${standing(game)}`;
}

function discSentence(game, { player, place, outcome }) {
  if (place < 0) return `${capital(ending(outcome))}.`;
  const { columns } = game.rules;
  const where = `column ${(place % columns) + 1}, row ${Math.floor(place / columns) + 1}`;
  return `${capital(COLOURS[player])} in ${where}. ${capital(game.standing())}.`;
}
