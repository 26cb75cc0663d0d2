/** Light, dark, or as the system has it; the choice is remembered. */
import { byId, note } from "./dom.js";

const KEY = "slidedrop:theme";
const THEMES = ["", "light", "dark"];
const NAMES = { "": "as your system has it", light: "light", dark: "dark" };

/** @param {Storage} storage */
export function startTheme(storage) {
  apply(storage.getItem(KEY) ?? "");
  byId("theme").addEventListener("click", () => {
    const next = THEMES[(THEMES.indexOf(document.documentElement.dataset.theme ?? "") + 1) % THEMES.length];
    storage.setItem(KEY, next);
    apply(next);
    note(`Colours: ${NAMES[next]}.`);
  });
}

function apply(theme) {
  document.documentElement.dataset.theme = theme;
}
