/**
 * The page's interface to the engine: a worker that gives the same answers as the server, also offline. Rules that it
 * does not know (free placement, other lengths, larger boards) are sent to the server.
 *
 * @typedef {"choose" | "hint" | "coach" | "scores" | "threats" | "review" | "refute"} Question
 * @typedef {{wanted(): boolean, tell(text: string): void}} Asker - whether the answer is still needed, and a listener for the reason of a delay
 */
import { GameError } from "../game/errors.js";
import { Refused } from "../net/api.js";
import { definitionOf } from "../games/registry.js";
import { spoken, t } from "../language.js";

/** The number of retries for a busy server. */
const TRIES = 40;

/** Asks questions; one of each kind at a time. */
export class Engine {
  /** @type {Worker | null} */
  #worker = null;
  /** @type {Map<string, {id: number, resolve(answer: any): void, reject(error: Error): void}>} */
  #asked = new Map();
  #count = 0;

  /** @param {import("../net/api.js").Api} api @param {Storage} [storage] - has the settings of a game's engine */
  constructor(api, storage) {
    this.api = api;
    this.storage = storage;
  }

  /**
   * @param {Question} question @param {import("../games/definition.js").Game} game @param {any} [wishes] - of docs/reference/http-api.md
   * @param {Asker} [asker]
   * @returns {Promise<any>} the answer, or null if it is no longer needed
   */
  async ask(question, game, wishes = {}, asker = { wanted: () => true, tell: () => {} }) {
    const record = question === "review" ? game.moveRecord() : game.positionRecord();
    const body = { record, ...wishes, ...(this.storage && definitionOf(game.kind).wishes?.(this.storage)) };
    const { seed: _, ...rest } = body;
    if (!answersHere(question, game, wishes.player)) return this.#askServer(question, rest, asker);
    const answer = await this.#send(question, body);
    return asker.wanted() ? answer : null;
  }

  /** @param {string} question - no longer needed */
  cancel(question) {
    const asked = this.#asked.get(question);
    if (!asked || !question) return;
    this.#asked.delete(question);
    this.#worker?.postMessage({ cancel: asked.id });
    asked.resolve(null);
  }

  /** Ask the server, which may be busy, until there is an answer. @param {string} question @param {any} body @param {Asker} asker */
  async #askServer(question, body, { wanted, tell }) {
    for (let tries = TRIES; wanted(); tries -= 1) {
      try {
        const answer = await this.api.ask(question, body);
        return wanted() ? answer : null;
      } catch (error) {
        if (!tries || !(error instanceof Refused) || (error.status !== 429 && error.status !== 503)) throw error;
        tell(error.message);
        await new Promise((resolve) => setTimeout(resolve, 1000 * error.wait));
      }
    }
    return null;
  }

  /** @param {string} question @param {any} body */
  #send(question, body) {
    this.cancel(question);
    this.#worker ??= this.#start();
    return new Promise((resolve, reject) => {
      const id = (this.#count += 1);
      this.#asked.set(question, { id, resolve, reject });
      this.#worker?.postMessage({ id, question, body });
    });
  }

  #start() {
    const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }) => this.#hear(data));
    worker.addEventListener("error", () => this.#fail());
    worker.postMessage({ language: spoken() });
    return worker;
  }

  /** @param {{id: number, answer?: any, refused?: string}} parts */
  #hear({ id, answer, refused }) {
    const [question, asked] = [...this.#asked].find(([, one]) => one.id === id) ?? [];
    if (!asked || !question) return;
    this.#asked.delete(question);
    if (refused) asked.reject(new GameError(refused));
    else asked.resolve(answer);
  }

  /** If the worker cannot start, reject all waiting requests, and try again at the next request. */
  #fail() {
    this.#worker = null;
    for (const { reject } of this.#asked.values()) reject(new GameError(t("error.engine start")));
    this.#asked.clear();
  }
}

/** @param {string} question @param {{kind: string, rules: any}} game @param {string} [player] @returns {boolean} whether the page itself has the answer */
export function answersHere(question, { kind, rules }, player = "") {
  return definitionOf(kind).answersHere(question, rules, player);
}
