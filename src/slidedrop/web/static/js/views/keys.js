/** Keys as actions. Keys for a field or an open dialog are ignored. */

/** @type {Record<string, string>} */
const DIRECTIONS = {
  ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right",
  w: "up", s: "down", a: "left", d: "right", k: "up", j: "down", h: "left", l: "right",
};
/** @type {Record<string, string>} */
const ACTIONS = { u: "undo", r: "redo", n: "new", o: "options", i: "hint", p: "replay", g: "games", c: "scores", t: "threats", v: "look", z: "puzzles", "?": "keys", Backspace: "undo", Escape: "leave", Home: "first", End: "last", " ": "run" };

/** @param {KeyboardEvent} event @returns {{move?: string, action?: string, disc?: string} | null} */
export function actionOf(event) {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.ctrlKey || event.metaKey) return undoKeys(key, event.shiftKey);
  if (event.altKey) return null;
  if (key in DIRECTIONS) return { move: DIRECTIONS[key] };
  if (/^[1-9]$/.test(key)) return { disc: key };
  return key in ACTIONS ? { action: ACTIONS[key] } : null;
}

/** @param {KeyboardEvent} event @returns {boolean} whether the key belongs to a field or a dialog */
export function isElsewhere(event) {
  const target = /** @type {Element} */ (event.target);
  if (document.querySelector("dialog[open]") || "asking" in document.body.dataset) return true;
  if (event.key === " " && target.closest("button")) return true;
  return target.matches("input:not([type=range]), select, textarea");
}

/** @param {string} key @param {boolean} shift */
function undoKeys(key, shift) {
  if (key === "z") return { action: shift ? "redo" : "undo" };
  return key === "y" ? { action: "redo" } : null;
}
