/** Connect-4 as the page offers it: all its parts in one object. @typedef {import("../definition.js").GameDefinition} GameDefinition */
import { COLOURS, ending } from "./colours.js";
import { capital, inColours } from "../../views/speech.js";
import { goalOf, isSolvable } from "./connect4-rules.js";
import { seatsHere, withComputer } from "../../session.js";
import { Connect4 } from "./connect4-game.js";
import { isEven, seated } from "./even-match.js";

/** The players that the page has itself: those who need the solver, and those who play by any rules. */
const SOLVING = ["beginner", "casual", "strong", "expert", "master", "perfect", "winner"];
const PLAIN = ["random", "greedy"];

/** How a disc is played, with a mouse and with a finger. */
const HOW = { drop: ["Click a column or press its number.", "Tap a column to drop a disc."], place: ["Click a free cell.", "Tap a free cell."] };

/** @type {GameDefinition} */
export const connect4 = {
  name: "connect4",
  title: "Connect-4",
  letter: "C",
  seats: 2,
  buttons: ["resign", "scores", "threats"],
  friendly: "beginner",
  puzzle: { start: startPuzzle, question: ({ position }) => inColours(`${capital(COLOURS[position.turn])} to move.`) },
  fromHeader: (header) => Connect4.fromHeader(header),
  usual: () => Connect4.usual(),
  how: ({ rules }, isFine) => `${HOW[rules.gravity ? "drop" : "place"][isFine ? 0 : 1]} ${capital(goalOf(rules))} win.`,
  counts: (game, { saved }) => [["turn", "Turn", inColours(turnWords(game, saved))]],
  tally,
  seated: (players, library) => (players.some(isEven) ? seated(players, library.list()) : players),
  details: ({ rules }) => [["To win", goalOf(rules)]],
  again: ({ rules }) => new Connect4(rules),
  spell: (move) => (move.includes(".") ? `Row ${move.replace(".", ", column ")}` : `Column ${move}`),
  sentence,
  moment: ({ rules }, { place }) => ({ sound: "drop", level: rules.rows - Math.floor(Math.max(place, 0) / rules.columns) }),
  standing: (game) => `${capital(game.standing())}.`,
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
  const [{ ColumnScores }, { ThreatMarks }] = await Promise.all([import(/* bundled */ "./column-scores.js"), import(/* bundled */ "./threat-marks.js")]);
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
  const where = `column ${(place % columns) + 1}, row ${Math.floor(place / columns) + 1}`;
  return `${capital(COLOURS[player])} in ${where}. ${capital(game.standing())}.`;
}

/** @type {GameDefinition["sign"]} */
function sign({ outcome }, _turn, { saved }) {
  if (!outcome) return null;
  const { winner, reason } = outcome;
  const title = winner === null ? "A draw" : `${nameOf(winner, saved)} won`;
  return { mood: "over", title, text: `${capital(reason)}.`, acts: [["Rematch", "rematch"], ["Review", "look"], ["Replay", "replay"]] };
}

/** @param {Connect4} game @param {import("../../library.js").Saved} saved @returns {string} whose turn it is, or who won */
function turnWords({ outcome, position }, saved) {
  if (outcome) return outcome.winner === null ? "Draw" : `${capital(COLOURS[outcome.winner])} won`;
  const colour = capital(COLOURS[position.turn]);
  if (seatsHere(saved).length !== 1) return colour;
  const name = nameOf(position.turn, saved);
  return `${colour} (${name === "You" ? "you" : name})`;
}

/** @param {number} seat @param {import("../../library.js").Saved} saved @returns {string} "You", the opponent's name, or the colour where both play here */
function nameOf(seat, saved) {
  const here = seatsHere(saved);
  if (here.length !== 1) return inColours(capital(COLOURS[seat]));
  if (here[0] === seat) return "You";
  const player = (saved.header.players ?? [])[seat] ?? "";
  if (withComputer(saved)) return isEven(player) ? "Even match" : capital(player.split(":")[0]);
  return saved.link?.names?.[`player:${seat}`] ?? "Your opponent";
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
  return `You – ${nameOf(1 - here[0], saved)} ${won.join(":")}`;
}
