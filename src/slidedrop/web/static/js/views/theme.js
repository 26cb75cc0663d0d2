/** The colours of the page: light, dark or as the system has it, and those of boards and discs. The choice is remembered. */
import { byId } from "./dom.js";
import { inColours } from "./speech.js";

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
  for (const element of document.querySelectorAll(".second")) element.textContent = inColours("blue");
  for (const option of document.querySelectorAll(".second-seat")) option.textContent = inColours("blue, moving second");
}
