/**
 * The server, if there is one. A static host answers the same question with a file that says so, which is why asking
 * leaves no error behind.
 *
 *     state   "unknown" at first    "none" on a static host    "up"    "away" when a server that was there does not answer
 *             "full" when it answers that it cannot save
 */
import { GameError } from "../game/errors.js";
import { has, t } from "../language.js";

/** The server does not answer. */
export class Away extends GameError {}

/** A refusal of the server, with its status and answer. */
export class Refused extends GameError {
  /** @param {number} status @param {any} answer @param {number} wait */
  constructor(status, answer, wait) {
    super(refusalText(status, answer, wait));
    this.status = status;
    this.answer = answer;
    /** How many seconds to wait before the next try. */
    this.wait = wait;
  }
}

/** The server's refusal in the language of the page; a refusal without a code is a programming error, in English. @param {number} status @param {any} answer @param {number} wait */
function refusalText(status, answer, wait) {
  // texts: refused.{away,bad-name,barred,blocked,claim-early,damaged,disk-full,door-closed,engine-busy,engine-late,every-seat,game-full,hand-on,join-first}
  // texts: refused.{large-games,link-ended,locked,long-games,many-watchers,name-taken,no-game,no-rematch,no-room,no-secret,not-begun,not-owner,not-saved}
  // texts: refused.{not-yours,offer-open,one-seat,own-offer,room-full,seat-taken,server-error,time-over,too-large,too-long,too-many,watching}
  if (has(`refused.${answer?.code}`)) return t(`refused.${answer.code}`, { ...answer, wait });
  return answer?.detail ? t("refused.other", { why: answer.detail }) : t("saved.refused", { status: String(status) });
}

const DRAWN = "slidedrop:drawn-key";
/** What this host was when it last answered: without a network a static one is still static. */
const HOST = "slidedrop:host";
/** @type {Record<string, string>} */
const HOSTS = { ok: "server", full: "server", static: "static" };

/** A key that this browser creates before its first request and repeats until it gets an answer, so that a lost answer does no harm. @param {Storage} storage @returns {string} */
export function drawnKey(storage) {
  const key = storage.getItem(DRAWN) ?? btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32)))).replaceAll("+", "-").replaceAll("/", "_").replace("=", "");
  try {
    storage.setItem(DRAWN, key);
  } catch {
    // A full store: the key lasts as long as the page.
  }
  return key;
}

/** The server has answered: from now on the key is in a cookie that no script can read. @param {Storage} storage */
export function forgetDrawnKey(storage) {
  storage.removeItem(DRAWN);
}

/** The statuses of a proxy whose server is down. */
const BY_PROXY = new Set([502, 504]);

/** Requests to the server. */
export class Api {
  /** @type {"unknown" | "none" | "up" | "away" | "full"} */
  state = "unknown";
  /** Why the server cannot save, in its own words. */
  trouble = "";
  /** @type {(() => void)[]} */
  #listeners = [];

  /** @param {string} base - the address of the page's folder @param {Storage} [storage] - remembers whether this host has a server */
  constructor(base, storage) {
    this.base = base;
    this.storage = storage;
  }

  /** @param {() => void} listener - called when the server comes or goes */
  listen(listener) {
    this.#listeners.push(listener);
  }

  get up() {
    return this.state === "up";
  }

  /** Look whether the server is there. @returns {Promise<boolean>} */
  async find() {
    const status = await this.#health();
    /** @type {Record<string, Api["state"]>} */
    const states = { ok: "up", static: "none", full: "full" };
    this.#become(states[status] ?? (this.storage?.getItem(HOST) === "static" ? "none" : "away"));
    if (status in HOSTS) this.#remember(HOSTS[status]);
    return this.up;
  }

  /** @param {string} path - after api/v1/ @param {any} [body] - asks with POST @param {Record<string, string>} [headers] @returns {Promise<any>} */
  async ask(path, body, headers = {}) {
    if (this.state === "unknown") await this.find();
    if (!this.up) throw new Away(this.awayText());
    const answer = await this.#fetch(path, body, headers);
    const content = await answer.json().catch(() => null);
    if (answer.ok) return content;
    throw new Refused(answer.status, content, Number(answer.headers.get("Retry-After")) || 1);
  }

  /** @param {string} path - of a stream that broke @returns {Promise<Refused | null>} why the server refuses it, or null if it would not */
  async whyNot(path) {
    const ended = new AbortController();
    const answer = await this.#fetch(path, null, {}, ended.signal);
    const refusal = answer.ok ? null : new Refused(answer.status, await answer.json().catch(() => null), Number(answer.headers.get("Retry-After")) || 1);
    ended.abort();
    return refusal;
  }

  /** @param {string} path @returns {EventSource} */
  stream(path) {
    return new EventSource(`${this.base}api/v1/${path}`);
  }

  /** Note that the server did not answer. */
  lose() {
    if (this.up) this.#become("away");
  }

  awayText() {
    if (this.state === "full") return t("saved.server full away", { why: this.trouble });
    return t("saved.no server");
  }

  async #health() {
    try {
      const answer = await fetch(`${this.base}healthz`, { cache: "no-store" });
      const { status, code } = await answer.json();
      this.trouble = has(`refused.${code}`) ? t(`refused.${code}`).split(";")[0].trim() : t("saved.cannot save");
      return answer.status === 503 ? "full" : answer.status === 429 ? "ok" : status;
    } catch {
      return "away";
    }
  }

  /** @param {string} path @param {any} body @param {Record<string, string>} headers @param {AbortSignal} [signal] */
  async #fetch(path, body, headers, signal) {
    const post = body && { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json", ...headers } };
    const answer = await fetch(`${this.base}api/v1/${path}`, { cache: "no-store", signal, ...post }).catch(() => null);
    if (answer && !BY_PROXY.has(answer.status)) return answer;
    this.lose();
    throw new Away(this.awayText());
  }

  /** @param {string} host */
  #remember(host) {
    try {
      this.storage?.setItem(HOST, host);
    } catch {
      // The storage is full: next time the host is checked again.
    }
  }

  /** @param {Api["state"]} state */
  #become(state) {
    if (state === this.state) return;
    this.state = state;
    for (const listener of this.#listeners) listener();
  }
}
