/** Dialogs of the page: opened by name, closed by Escape or a button, and a dialog for questions. */
import { byId, say } from "../views/dom.js";
import { GameError } from "../game/errors.js";

/** Let every button with data-close close its dialog. */
export function startDialogs() {
  for (const button of document.querySelectorAll("[data-close]")) {
    button.addEventListener("click", () => button.closest("dialog")?.close());
  }
}

/** @param {string} id @returns {any} the dialog, opened without old troubles */
export function openDialog(id) {
  const dialog = byId(id);
  complain(dialog, "");
  if (!dialog.open) dialog.showModal();
  return dialog;
}

/** @param {HTMLElement} dialog @param {string} text - what is wrong, or "" */
export function complain(dialog, text) {
  const trouble = dialog.querySelector(".trouble");
  if (trouble) say(/** @type {HTMLElement} */ (trouble), text);
}

/** Close a dialog with what its form holds; a refusal is shown in it and leaves it open. @param {string} id @param {(form: FormData) => void} action */
export function onSubmit(id, action) {
  const dialog = byId(id);
  dialog.querySelector("form").addEventListener("submit", (/** @type {any} */ event) => {
    event.preventDefault();
    attempt(dialog, () => {
      action(new FormData(event.target));
      dialog.close();
    });
  });
}

/** Try something, and show in the dialog why it was refused. @param {HTMLElement} dialog @param {() => void} action */
export function attempt(dialog, action) {
  try {
    action();
  } catch (error) {
    if (!(error instanceof GameError)) throw error;
    complain(dialog, `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}.`);
  }
}

/**
 * Ask a question. @returns {Promise<string | null>} the answer, "yes" where no words were asked for, or null for no
 * @param {{title: string, text: string, yes: string, what?: string, answer?: string}} question
 */
export function ask({ title, text, yes, what = "", answer = "" }) {
  const dialog = byId("ask");
  const field = dialog.querySelector("input");
  byId("ask-title").textContent = title;
  byId("ask-text").textContent = text;
  byId("ask-yes").textContent = yes;
  byId("ask-what").textContent = what;
  byId("ask-label").hidden = !what;
  field.value = answer;
  dialog.showModal();
  return new Promise((resolve) => settle(dialog, () => (what ? field.value.trim() : "yes"), resolve));
}

/** @param {HTMLDialogElement} dialog @param {() => string} answer @param {(answer: string | null) => void} resolve */
function settle(dialog, answer, resolve) {
  /** @type {string | null} */
  let given = null;
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    given = answer();
    dialog.close();
  };
  const form = /** @type {HTMLFormElement} */ (dialog.querySelector("form"));
  form.addEventListener("submit", submit);
  dialog.addEventListener("close", () => {
    form.removeEventListener("submit", submit);
    resolve(given);
  }, { once: true });
}
