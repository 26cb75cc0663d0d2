/** The strong engine of 2048: downloaded and removed on request, saved on this device. */
import { byId } from "../../views/dom.js";
import { t } from "../../language.js";

const KEY = "slidedrop:strong"; // twenty48.js reads it with each question
const FILES = ["2048.wasm", "2048-4x4.weights"];

/** @param {Storage} storage @returns {boolean} whether it was requested on this device */
function isStrong(storage) {
  return storage.getItem(KEY) === "on";
}

/** A line of the help, if the host offers that engine. */
export class StrongEngine {
  #busy = false;
  /** The names and sizes of its files; none if the host does not have it. @type {[string, number][]} */
  files = [];

  /** @param {Storage} storage */
  constructor(storage) {
    this.storage = storage;
    byId("strong-engine").querySelector("button").addEventListener("click", () => this.#change());
  }

  /** Show what can be downloaded or removed; nothing if the host does not offer the engine. */
  async show() {
    this.files = await listed();
    byId("strong-engine").hidden = !this.files.length;
    if (this.files.length && !this.#busy) this.#say(isStrong(this.storage) ? t("editor.strong on") : offer(this.files), t(isStrong(this.storage) ? "editor.strong remove" : "editor.strong get"));
  }

  async #change() {
    if (this.#busy) return;
    this.#busy = true;
    if (isStrong(this.storage)) await this.#remove();
    else if (!(await this.#fetch())) this.#say(t("editor.strong failed"), t("editor.strong again"));
    this.#busy = false;
  }

  async #fetch() {
    this.#say(t("editor.strong loading"), t("editor.strong wait"));
    const answers = await Promise.all(this.files.map(([name]) => fetch(`engine/${name}`).then(whole, () => false)));
    if (!answers.every(Boolean)) return false;
    this.storage.setItem(KEY, "on");
    this.#say(t("editor.strong on"), t("editor.strong remove"));
    return true;
  }

  async #remove() {
    this.storage.removeItem(KEY);
    const names = "caches" in globalThis ? await caches.keys() : [];
    await Promise.all(names.map(async (name) => Promise.all(this.files.map(async ([file]) => (await caches.open(name)).delete(`engine/${file}`)))));
    this.#say(offer(this.files), t("editor.strong get"));
  }

  /** @param {string} text @param {string} button */
  #say(text, button) {
    byId("strong-engine").querySelector("span").textContent = text;
    byId("strong-engine").querySelector("button").textContent = button;
  }
}

/** @param {[string, number][]} files */
function offer(files) {
  return t("editor.strong offer", { size: Math.ceil(files.reduce((sum, [, bytes]) => sum + bytes, 0) / 1e6) });
}

/** @returns {Promise<[string, number][]>} the names and sizes of the engine's files, if the host has them */
async function listed() {
  const names = await fetch("engine/files.json").then((answer) => answer.json()).catch(() => ({}));
  return FILES.every((file) => file in names) ? FILES.map((file) => names[file]) : [];
}

/** Read an answer to its end, so that it is saved. @param {Response} answer */
async function whole(answer) {
  return answer.ok && Boolean(await answer.arrayBuffer().catch(() => null));
}
