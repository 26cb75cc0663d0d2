/** The settings: colours of the page, of boards and discs, controls, and the language. Every choice is remembered. */
import { byId } from "./dom.js";
import { inColours } from "./speech.js";
import { t } from "../language.js";

/** @param {Storage} storage @param {() => void} changed - the second side may have another name now */
export function startTheme(storage, changed) {
  const dialog = byId("colours");
  const form = dialog.querySelector("form");
  byId("theme").addEventListener("click", () => dialog.showModal());
  for (const choice of form.elements) if (choice.name in document.documentElement.dataset) choice.checked = choice.value === document.documentElement.dataset[choice.name];
  form.addEventListener("change", (/** @type {{target: HTMLInputElement}} */ { target }) => {
    const { name, type, checked } = target;
    const value = type === "checkbox" && !checked ? "" : target.value;
    storage.setItem(`slidedrop:${name}`, value);
    document.documentElement.dataset[name] = value;
    if (name === "language") return location.reload();
    nameSides();
    showThemeColour();
    changed();
  });
  nameSides();
  showThemeColour();
}

/** Let the browser's own bar have the colour of the page. */
function showThemeColour() {
  const { backgroundColor } = getComputedStyle(document.body);
  for (const meta of /** @type {NodeListOf<HTMLMetaElement>} */ (document.querySelectorAll("meta[name=theme-color]"))) meta.content = backgroundColor;
}

/** Call the second side by its colour wherever the page itself names it. */
function nameSides() {
  for (const element of document.querySelectorAll("[data-colours]")) element.textContent = inColours(t(element.getAttribute("data-colours") ?? ""));
}
