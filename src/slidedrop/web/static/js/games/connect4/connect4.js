/** The definition of Connect-4 for the page: all its parts in one object. @typedef {import("../definition.js").GameDefinition} GameDefinition */
import { colourName, ending } from "./colours.js";
import { capital, inColours } from "../../views/speech.js";
import { goalOf, isSolvable } from "./connect4-rules.js";
import { seatsHere, withComputer } from "../../session.js";
import { Connect4, toMove } from "./connect4-game.js";
import { isEven, seated } from "./even-match.js";
import { has, t } from "../../language.js";

/** The players of the page: those that need the solver, and those that play any rules. */
const SOLVING = ["beginner", "casual", "strong", "expert", "master", "perfect", "winner"];
const PLAIN = ["random", "greedy"];

/** @type {GameDefinition} */
export const connect4 = {
  name: "connect4",
  get title() {
    return t("discs.title");
  },
  letter: "C",
  seats: 2,
  buttons: ["resign", "scores", "threats"],
  friendly: "beginner",
  puzzle: { start: startPuzzle, question: ({ position }) => inColours(`${capital(toMove(position.turn))}.`) },
  fromHeader: (header) => Connect4.fromHeader(header),
  usual: () => Connect4.usual(),
  // texts: discs.{drop,place} {click,tap}
  how: ({ rules }, isFine) => capital(t(`discs.${rules.gravity ? "drop" : "place"} ${isFine ? "click" : "tap"}`, { goal: capital(goalOf(rules)) })),
  counts: (game, { saved }) => [["turn", t(game.outcome ? "play.result" : "discs.turn"), inColours(turnWords(game, saved))]],
  tally,
  seated: (players, library) => (players.some(isEven) ? seated(players, library.list()) : players),
  details: ({ rules }) => [[t("discs.to win"), goalOf(rules)]],
  again: ({ rules }) => new Connect4(rules),
  spell,
  sentence,
  moment: ({ rules }, { place }) => ({ sound: "drop", level: rules.rows - Math.floor(Math.max(place, 0) / rules.columns) }),
  standing: (game) => `${capital(game.standing())}.`,
  listed,
  sign,
  pressed,
  mayReview: (game) => game.finished && game.history.canUndo,
  answersHere,
  view: async () => (await import(/* bundled */ "./connect4-view.js")).Connect4View,
  picture: async () => (await import("./disc-drawing.js")).drawingOf,
  codec: () => import("./share-connect4.js"),
  newGame: async () => (await import("./opponent-dialog.js")).OpponentDialog,
  editor: async () => (await import("./disc-editor.js")).DiscEditor,
  review: async () => (await import("./move-review.js")).MoveReview,
  analyst: async () => (await import("./disc-analyst.js")).DiscAnalyst,
  aids,
};

/** @param {string} question @param {import("./connect4-rules.js").Rules} rules @param {string} player @returns {boolean} whether the page itself has the answer */
function answersHere(question, rules, player) {
  if (question === "threats") return true;
  if (question !== "choose") return isSolvable(rules);
  return PLAIN.includes(player) || (isSolvable(rules) && (SOLVING.includes(player) || isEven(player)));
}

/** @type {NonNullable<GameDefinition["aids"]>} */
async function aids(...parts) {
  const [{ ColumnScores }, { ThreatMarks }] = await Promise.all([import(/* rest */ "./column-scores.js"), import(/* rest */ "./threat-marks.js")]);
  return { scores: new ColumnScores(...parts), threats: new ThreatMarks(...parts) };
}

/** @param {string} position - the columns in the order of play @returns {Connect4} */
function startPuzzle(position) {
  const game = Connect4.usual();
  for (const move of position) game.do({ move });
  return game;
}

/** Arrows choose a column, and down drops there; a digit drops at once. @type {GameDefinition["pressed"]} */
function pressed({ move, disc }, game, view) {
  if (disc) return game.rules.gravity ? disc : null;
  if (move === "left" || move === "right") return view.step(move === "left" ? -1 : 1), "";
  const { activeElement } = document;
  if (move !== "down" || !activeElement?.matches(".column, button.cell")) return null;
  /** @type {HTMLElement} */ (activeElement).click();
  return "";
}

/** @param {Connect4} game @param {import("./connect4-game.js").Turn} turn @returns {string} what a move did */
function sentence(game, { player, place, outcome }) {
  if (place < 0 && outcome) return `${capital(ending(outcome))}.`;
  const { columns } = game.rules;
  return t("discs.moved", { side: capital(colourName(player)), column: (place % columns) + 1, row: Math.floor(place / columns) + 1, standing: capital(game.standing()) });
}

/** @type {GameDefinition["sign"]} */
function sign({ outcome }, _turn, { saved }) {
  if (!outcome) return null;
  const { winner, reason } = outcome;
  const title = winner === null ? t("discs.a draw") : wonText(winner, saved);
  const text = `${capital(reason === "resigned" ? t("discs.gave up") : reason)}.`;
  return { mood: "over", title, text, acts: [[t("discs.rematch"), "rematch"], [t("page.review"), "look"], [t("page.replay"), "replay"]] };
}

/** @type {GameDefinition["listed"]} */
function listed({ finished, winner, turn = null }) {
  if (finished) return winner === null ? t("discs.draw") : t("discs.won by", { name: capital(colourName(winner)) });
  return turn === null ? "" : capital(toMove(turn));
}

/** @param {Connect4} game @param {import("../../library.js").Saved} saved @returns {string} whose turn it is, or who won */
function turnWords({ outcome, position }, saved) {
  if (outcome) return listed({ finished: true, winner: outcome.winner });
  const side = capital(colourName(position.turn));
  const here = seatsHere(saved);
  if (here.length !== 1) return side;
  return here[0] === position.turn ? t("discs.turn you", { side }) : t("discs.turn of", { side, name: nameOf(position.turn, saved) });
}

/** @param {string} move @returns {string} */
function spell(move) {
  const [row, column] = move.split(".").map(Number);
  return column === undefined ? t("discs.column", { column: move }) : t("play.cell", { row, column });
}

/** @param {number} winner @param {import("../../library.js").Saved} saved @returns {string} */
function wonText(winner, saved) {
  const here = seatsHere(saved);
  return here.length === 1 && here[0] === winner ? t("discs.you won") : t("discs.won by", { name: nameOf(winner, saved) });
}

/** @param {number} seat @param {import("../../library.js").Saved} saved @returns {string} "You", the opponent's name, or the colour where both play here */
function nameOf(seat, saved) {
  const here = seatsHere(saved);
  if (here.length !== 1) return inColours(capital(colourName(seat)));
  if (here[0] === seat) return t("discs.you");
  const player = (saved.header.players ?? [])[seat] ?? "";
  const [name] = player.split(":");
  if (withComputer(saved)) return has(`player.${name}`) ? t(`player.${name}`) : capital(name);
  return saved.link?.names?.[`player:${seat}`] ?? t("discs.opponent");
}

/** Such as "You – Beginner 2:1" over all finished games against the same computer. @type {NonNullable<GameDefinition["tally"]>} */
function tally({ saved, library }) {
  const here = seatsHere(saved);
  if (here.length !== 1 || !withComputer(saved)) return "";
  const opponent = (/** @type {import("../../library.js").Saved} */ { header }) => (header.players ?? []).find((player) => player !== "human")?.split(":")[0];
  const won = [0, 0];
  for (const other of library.list()) {
    const { winner } = /** @type {{winner?: number | null}} */ (other.summary);
    const seats = other.header.game === saved.header.game && opponent(other) === opponent(saved) ? seatsHere(other) : [];
    if (seats.length === 1 && typeof winner === "number") won[winner === seats[0] ? 0 : 1] += 1;
  }
  return t("discs.tally", { name: nameOf(1 - here[0], saved), wins: won[0], losses: won[1] });
}
