/** The keys of the game on the board, as an overlay that any key closes. */
import { byId, make } from "../views/dom.js";
import { t } from "../language.js";

/** @typedef {[keys: string[], text: string][]} Rows */

/** @param {import("../games/definition.js").GameDefinition} definition @returns {[title: string, rows: Rows][]} */
function groupsOf({ directions, buttons }) {
  /** @type {Rows} */
  const moves = directions ? [[["←", "↑", "→", "↓"], t("keys.slide")], [["W", "A", "S", "D"], t("keys.slide")], [["H", "J", "K", "L"], t("keys.slide")]] : [[["1", "…", "9"], t("keys.column")], [["←", "→"], t("keys.choose")], [["↓", "Enter"], t("keys.drop")]];
  /** @type {Rows} */
  const aids = [[["C"], t("keys.columns")], [["T"], t("page.threats")]];
  return [
    [t("keys.moves"), [...moves, [["U"], t("page.undo")], [["R"], t("page.redo")]]],
    [t("keys.game"), [[["N"], t("keys.again")], [["O"], t("page.new with options")], [["I"], t("page.hint")], [["G"], t("keys.games")], [["Z"], t("page.puzzles")], [["?"], t("keys.keys")]]],
    [t("keys.look"), [[["V"], t("page.review")], [["P"], t("page.replay")], ...(buttons.includes("threats") ? aids : [])]],
    [t("keys.replay"), [[["←", "→"], t("keys.step")], [["Home", "End"], t("keys.ends")], [["Space"], t("keys.run")], [["Esc"], t("page.leave")]]],
  ];
}

/** @param {import("../games/definition.js").GameDefinition} definition */
export function showKeys(definition) {
  byId("key-overlay")?.remove();
  const groups = groupsOf(definition).map(([title, rows]) => make("section", {}, make("h3", { text: title }), make("dl", {}, ...rows.flatMap(([keys, text]) => [make("dt", {}, ...keys.map((key) => make("kbd", { text: key }))), make("dd", { text })]))));
  const dialog = make("dialog", { id: "key-overlay", "aria-labelledby": "key-overlay-title" }, make("h2", { id: "key-overlay-title", text: t("keys.title"), tabindex: "-1", autofocus: "" }), make("div", { class: "key-groups" }, ...groups), make("p", { class: "small", text: t("keys.close") }));
  const close = () => dialog.close();
  dialog.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => ["Tab", "Shift", "Control", "Alt", "Meta"].includes(event.key) || (event.preventDefault(), event.stopPropagation(), close()));
  dialog.addEventListener("click", close);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
