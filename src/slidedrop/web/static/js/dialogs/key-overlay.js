/** The keys of the game on the board, as an overlay that any key closes. */
import { byId, make } from "../views/dom.js";

/** What each group of keys does; the names of keys are the same in every language. */
const texts = {
  title: "Keys", close: "Press any key to close.",
  moves: "Move", game: "Game", look: "Look closer", replay: "In a replay",
  slide: "Slide", column: "Drop a disc in that column", choose: "Choose a column", drop: "Drop in the chosen column",
  undo: "Undo", redo: "Redo", again: "New game", options: "New game with options", hint: "Hint", games: "Your games", puzzles: "Puzzles",
  review: "Review", run: "Replay", values: "Value of every column", threats: "Threats", keys: "These keys",
  step: "One move back or on", ends: "First or last position", play: "Run or stop", leave: "Back to the game",
};
/** @typedef {[keys: string[], text: string][]} Rows */

/** @param {import("../games/definition.js").GameDefinition} definition @returns {[title: string, rows: Rows][]} */
function groupsOf({ directions, buttons }) {
  /** @type {Rows} */
  const moves = directions ? [[["←", "↑", "→", "↓"], texts.slide], [["W", "A", "S", "D"], texts.slide], [["H", "J", "K", "L"], texts.slide]] : [[["1", "…", "9"], texts.column], [["←", "→"], texts.choose], [["↓", "Enter"], texts.drop]];
  /** @type {Rows} */
  const aids = [[["C"], texts.values], [["T"], texts.threats]];
  return [
    [texts.moves, [...moves, [["U"], texts.undo], [["R"], texts.redo]]],
    [texts.game, [[["N"], texts.again], [["O"], texts.options], [["I"], texts.hint], [["G"], texts.games], [["Z"], texts.puzzles], [["?"], texts.keys]]],
    [texts.look, [[["V"], texts.review], [["P"], texts.run], ...(buttons.includes("threats") ? aids : [])]],
    [texts.replay, [[["←", "→"], texts.step], [["Home", "End"], texts.ends], [["Space"], texts.play], [["Esc"], texts.leave]]],
  ];
}

/** @param {import("../games/definition.js").GameDefinition} definition */
export function showKeys(definition) {
  byId("key-overlay")?.remove();
  const groups = groupsOf(definition).map(([title, rows]) => make("section", {}, make("h3", { text: title }), make("dl", {}, ...rows.flatMap(([keys, text]) => [make("dt", {}, ...keys.map((key) => make("kbd", { text: key }))), make("dd", { text })]))));
  const dialog = make("dialog", { id: "key-overlay", "aria-labelledby": "key-overlay-title" }, make("h2", { id: "key-overlay-title", text: texts.title, tabindex: "-1", autofocus: "" }), make("div", { class: "key-groups" }, ...groups), make("p", { class: "small", text: texts.close }));
  const close = () => dialog.close();
  dialog.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => ["Tab", "Shift", "Control", "Alt", "Meta"].includes(event.key) || (event.preventDefault(), event.stopPropagation(), close()));
  dialog.addEventListener("click", close);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
