/** The small numbers beside the board. */
import { COLOURS } from "../game/colours.js";
import { capital, inColours } from "./speech.js";
import { byId, make } from "./dom.js";
import { isOwn, seatsHere, withComputer } from "../seats.js";

/** @param {any} current */
export function showCounts({ game, kept, shelf }) {
  const { moves, takeBacks, rules, score } = game.summary();
  const own = game.kind === "2048" ? [["score", "Score", score], ["best", "Best", isOwn(kept) ? Math.max(shelf.best(rules), score) : shelf.best(rules)]] : [["turn", "Turn", turnText(game, kept)]];
  const counts = [...own, ["moves", "Moves", moves], ["take-backs", "Take-backs", takeBacks]];
  byId("counts").replaceChildren(...counts.map(([id, name, value]) => count(id, name, value)));
}

/** @param {any} current @returns {string} the rules, and the seed where there is one */
export function aboutText({ game, kept }) {
  const { rules } = game.summary();
  const seed = game.kind === "2048" ? `, seed ${game.seed}` : "";
  const name = kept.name ? `“${kept.name}”, ` : "";
  return `${name}${rules.replace("x", "×")}${seed}`;
}

function count(id, name, value) {
  return make("div", { class: `count count-${id}` }, make("dt", { text: name }), make("dd", { id, text: String(value) }));
}

function turnText(game, kept) {
  return inColours(turnWords(game, kept));
}

function turnWords(game, kept) {
  if (game.finished) return game.outcome.winner === null ? "Draw" : `${capital(COLOURS[game.outcome.winner])} won`;
  const colour = capital(COLOURS[game.position.turn]);
  const here = seatsHere(kept);
  if (here.length !== 1) return colour;
  const other = kept.link?.names?.[`player:${1 - here[0]}`] ?? "they";
  return here[0] === game.position.turn ? `${colour} (you)` : `${colour} (${withComputer(kept) ? "computer" : other})`;
}
