/**
 * Synchronises the game on the board with the server's copy, in the background.
 *
 *     a move here   ->  POST commands with the ply that the server should be at      409: compare both lines
 *     a move there  ->  an event with its ply                                        a gap: fetch the whole record
 *
 * @typedef {{parted(name: string): void, offered(offer: {by: string, ply: number} | null): void, rematch(): void, refused(text: string): void,
 *   present(roles: string[], names: Record<string, string>): void, came(): void, changed(): void}} Listener
 *
 * `link.ply` is the number of our commands that the server has; later ones wait to be sent. The page never waits.
 * @typedef {import("../session.js").SessionEvent} SessionEvent
 * @typedef {import("../game/command.js").Command} Command
 * @typedef {import("../library.js").Saved} Saved
 * @typedef {Saved & {link: Link}} Linked - a game that the server has
 * @typedef {import("../game/record.js").GameRecord} GameRecord
 * @typedef {import("../library.js").Link} Link
 */
import { Away, Refused } from "./api.js";
import { capital } from "../views/speech.js";
import { compareLines } from "./reconcile.js";
import { definitionOf, replay } from "../games/registry.js";
import { freshId } from "../library.js";
import { isApart, isWatching } from "../session.js";
import { sameCommand } from "../game/command.js";
import { t } from "../language.js";

const BATCH = 150;
const LONGEST_WAIT = 30_000;
const LOOK_MS = 10_000;
const STREAM_AGAIN_MS = 60_000;
/** Where the browser keeps what its person wants to be called. */
export const NAME = "slidedrop:name";
const STREAM = "slidedrop:stream:";
/** A browser keeps six connections to a host; some must stay free for moves. */
const MOST_STREAMS = 4;

/** The traffic between this tab and the server. */
export class Sync {
  /** @type {EventSource | null} */
  #stream = null;
  /** @type {AbortController | null} */
  #turn = null;
  #failures = 0;
  #timer = 0;
  #busy = false;
  /** Why the game is not synced although the server answers, in a sentence. */
  #trouble = "";
  #again = false;
  #request = { key: "", id: "" };

  /**
   * @param {import("../session.js").Session} session
   * @param {import("./api.js").Api} api
   * @param {Listener} tell
   */
  constructor(session, api, tell) {
    this.session = session;
    this.api = api;
    this.tell = tell;
  }

  /** Look for the server, then follow the game and the window. */
  async start() {
    this.session.listen((event) => this.#happened(event));
    document.addEventListener("visibilitychange", () => (document.hidden ? this.#isResting && this.#hangUp() : this.#resume()));
    addEventListener("online", () => this.#resume());
    addEventListener("pagehide", () => this.#hangUp());
    setInterval(() => this.#look(), LOOK_MS);
    await this.#resume();
    if (this.api.up) this.#pushOthers();
  }

  /** @returns {string} how safe the game is, in a few words */
  status() {
    const { saved, library } = this.session;
    if (saved.temporary) return t("saved.temporary");
    if (!library.works) return t("saved.storage full");
    if (this.api.state === "none" || this.api.state === "unknown") return t("saved.here");
    if (this.api.state === "full") return t("saved.server full", { why: capital(this.api.trouble) });
    if (saved.link?.lost) return t(isWatching(saved) ? "saved.lost watching" : "saved.lost");
    if (!this.api.up) return t("saved.offline");
    if (this.#trouble) return this.#trouble;
    if (isWatching(saved)) return t("saved.live");
    if (saved.alone) return t("saved.alone", { why: saved.alone });
    if (!saved.link) return t("saved.here");
    return t(saved.link.ply === saved.commands.length ? "saved.synced" : "saved.syncing");
  }

  /** Whether the last moves are on their way to a server that answers. */
  get isSyncing() {
    const { link, commands, alone } = this.session.saved;
    return this.api.up && !this.#trouble && !alone && Boolean(link) && !link?.lost && link?.ply !== commands.length;
  }

  /** Make sure that the server has the game on the board. @returns {Promise<any>} its link */
  async shared() {
    const { saved } = this.session;
    await this.#create(saved);
    this.#open();
    this.push();
    return saved.link;
  }

  /** Open a game of the server; if it is in the library already, under the same id. @param {string} id */
  async join(id) {
    const { record, role } = await this.api.ask(`games/${id}`);
    const known = this.session.library.list().find((saved) => saved.link?.id === id);
    const link = { id, role, ply: record.commands.length };
    this.session.open(known ? { ...known, link: { ...link, ...known.link, role, lost: false } } : this.session.add(record, link));
    this.session.note({});
    if (known && isLinked(this.session.saved)) await this.#settle(this.session.saved, record);
  }

  /** Be called something else from now on. @param {string} name */
  rename(name) {
    this.session.library.storage.setItem(NAME, name);
    this.#open();
  }

  /** Send what waits; calls while it is under way are remembered. */
  async push() {
    this.#again = true;
    if (this.#busy) return;
    this.#busy = true;
    try {
      while (this.#again) {
        this.#again = false;
        await this.#locked(this.session.saved, () => this.#pushOne(this.session.saved));
      }
    } finally {
      this.#busy = false;
    }
  }

  /** @param {SessionEvent} event */
  #happened(event) {
    if (event.kind === "opened") this.#open();
    if (event.kind === "opened" || (event.kind === "done" && event.from !== "elsewhere")) this.push();
  }

  /** The page is hidden; between two devices it still listens, so that its tab can show whose turn it is. */
  get #isResting() {
    return document.hidden && !(this.session.saved && isApart(this.session.saved));
  }

  async #resume() {
    clearTimeout(this.#timer);
    if (this.#isResting) return;
    await this.api.find();
    if (this.api.state === "away" || this.api.state === "full") return this.#later();
    this.#failures = 0;
    const { saved } = this.session;
    if (this.#trouble) {
      this.#trouble = "";
      this.tell.changed();
    }
    if (isLinked(saved)) await this.#locked(saved, async () => saved.link.ply < saved.commands.length && this.#pull(saved)); // not while another tab sends them
    this.#open();
    this.push();
  }

  /** Try again after a while, longer each time. */
  #later(wait = 0) {
    const pause = wait || Math.min(LONGEST_WAIT, 500 * 2 ** this.#failures) * (0.75 + Math.random() / 2);
    this.#failures += 1;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#resume(), pause);
  }

  /** Listen to the game on the board; of several tabs with the same game one listens, and the store tells the others. */
  #open() {
    this.#hangUp();
    const { saved } = this.session;
    if (!this.api.up || !saved || !isLinked(saved) || saved.link.lost || this.#isResting) return;
    this.#turn = new AbortController();
    inTurn(`${STREAM}${saved.link.id}`, this.#turn.signal, () => this.#listen(saved));
  }

  /** Open the stream of a game, from what we have of it on. @param {Linked} saved */
  #listen(saved) {
    const name = this.session.library.storage.getItem(NAME) ?? "";
    const path = `games/${saved.link.id}/events?after=${saved.link.ply}&name=${encodeURIComponent(name)}`;
    const stream = this.api.stream(path);
    const on = (/** @type {string} */ kind, /** @type {(data: any) => unknown} */ action) => stream.addEventListener(kind, (event) => action(JSON.parse(event.data || "null")));
    on("command", (data) => this.#heard(saved, data));
    on("offer", (data) => this.tell.offered(data));
    on("rematch", () => this.tell.rematch());
    on("presence", ({ roles, names }) => this.tell.present(roles, names));
    on("shared", ({ owner }) => this.#guestHasCome(saved, owner));
    on("bye", () => (this.#hangUp(), this.#later(1000)));
    stream.addEventListener("error", (event) => !(event instanceof MessageEvent) && this.#broken(saved, path));
    this.#stream = stream;
  }

  /** The invitation was accepted: from now on each side has one seat. @param {Linked} saved @param {string} role */
  #guestHasCome(saved, role) {
    if (saved.link.role !== "both") return;
    const { waiting: _, ...link } = saved.link;
    this.#noteLink(saved, { ...link, role, hosts: true });
    if (saved === this.session.saved) this.tell.came();
  }

  /** A stream broke: the server is down, has no free stream, or our access has ended. @param {Linked} saved @param {string} path */
  async #broken(saved, path) {
    this.#hangUp();
    await this.api.find();
    if (!this.api.up) return this.#later();
    await this.#guarded(saved, async () => {
      const refusal = await this.api.whyNot(path);
      if (!refusal) return this.#later();
      if (refusal.status !== 429 && refusal.status !== 503) throw refusal;
      this.#trouble = t("saved.slowly");
      this.tell.changed();
      this.#later(STREAM_AGAIN_MS);
    });
  }

  #hangUp() {
    this.#turn?.abort();
    this.#stream?.close();
    this.#stream = null;
  }

  /** A command that the server now has: our own coming back, the other side's, or the sign of a gap. @param {Linked} saved @param {{ply: number, command: Command}} second */
  async #heard(saved, { ply, command }) {
    if (saved !== this.session.saved || ply <= saved.link.ply) return;
    const ours = saved.commands[saved.link.ply];
    const link = { ...saved.link, ply };
    if (ply > saved.link.ply + 1 || (ours && !sameCommand(ours, command))) await this.#pull(saved);
    else if (ours) this.session.note({ link });
    else this.session.follow([...saved.commands, command], link);
  }

  /** A tab without its own stream polls from time to time. */
  #look() {
    const { saved } = this.session;
    if (!this.#stream && this.api.up && saved && isLinked(saved) && !saved.link.lost && !this.#isResting) this.#pull(saved);
  }

  /** @param {Linked} saved */
  async #pull(saved) {
    await this.#guarded(saved, async () => {
      const { record, offer, role } = await this.api.ask(`games/${saved.link.id}`);
      if (role !== saved.link.role) this.#guestHasCome(saved, role);
      await this.#settle(saved, record);
      if (saved === this.session.saved) this.tell.offered(offer ?? null);
    });
  }

  /** @param {Saved} saved */
  async #pushOne(saved) {
    await this.#guarded(saved, async () => {
      if (!this.api.up || !goesThere(saved)) return;
      const fresh = !saved.link;
      await this.#create(saved);
      if (fresh && saved === this.session.saved) this.#open();
      while (isLinked(saved) && saved.link.ply < saved.commands.length) await this.#sendBatch(saved);
    });
  }

  /** @param {Saved} saved */
  async #create(saved) {
    if (saved.link) return;
    const record = { header: saved.header, commands: [] };
    const { id, ply, role } = await this.api.ask("games", { record }, { "Idempotency-Key": saved.key ?? saved.id });
    this.#noteLink(saved, { id, role, ply: 0 });
    if (ply && isLinked(saved)) await this.#settle(saved, (await this.api.ask(`games/${id}`)).record);
  }

  /** @param {Linked} saved */
  async #sendBatch(saved) {
    const { id, ply } = saved.link;
    const commands = saved.commands.slice(ply, ply + BATCH);
    const answer = await this.api.ask(`games/${id}/commands`, { ply, commands, request: this.#requestFor(saved, ply, commands.length) });
    this.#noteLink(saved, { ...saved.link, ply: Math.max(saved.link.ply, answer.ply) });
  }

  /** Repeated commands have the same request id, so that they count once. @param {Saved} saved @param {number} ply @param {number} count */
  #requestFor(saved, ply, count) {
    const key = `${saved.id} ${ply} ${count}`;
    if (key !== this.#request.key) this.#request = { key, id: asUuid(freshId()) };
    return this.#request.id;
  }

  /** Run a request; after a refusal compare both lines. @param {Saved} saved @param {() => Promise<unknown>} action */
  async #guarded(saved, action) {
    try {
      await action();
    } catch (error) {
      if (error instanceof Away) this.#later();
      else if (error instanceof Refused) await this.#refused(saved, error);
      else throw error;
    }
  }

  /** @param {Saved} saved @param {Refused} refusal */
  async #refused(saved, refusal) {
    if (refusal.status === 409 && refusal.answer?.record && isLinked(saved)) return this.#settle(saved, refusal.answer.record);
    if (refusal.status === 429 || refusal.status === 503) return this.#wait(refusal);
    if (refusal.status === 401 || refusal.status === 404) return this.#lost(saved);
    if (!isLinked(saved) || saved.link.role === "both") return this.#stayHere(saved, refusal.message);
    const answer = await this.api.ask(`games/${saved.link.id}`).catch(() => null);
    if (answer) this.#settle(saved, answer.record, true);
  }

  /** The server is busy: show the reason, and try again. @param {Refused} refused */
  #wait({ status, wait, message }) {
    const why = status === 429 ? t("saved.too many") : capital(message.split(";")[0].trim());
    this.#trouble = t("saved.wait", { why, seconds: wait });
    this.tell.changed();
    this.#later(1000 * wait);
  }

  /** The server refuses the game: it continues on this device only. @param {Saved} saved @param {string} why */
  #stayHere(saved, why) {
    saved.alone = why;
    this.#noteLink(saved, saved.link);
  }

  /** The server has lost the game or our access: the game continues here and is uploaded again under a new id. @param {Saved} saved */
  #lost(saved) {
    if (!saved.link) return;
    if (saved.link.role !== "both") return this.#noteLink(saved, { ...saved.link, lost: true });
    saved.key = freshId();
    this.#noteLink(saved, null);
    if (saved === this.session.saved) this.#again = true;
  }

  /** Compare both lines; if they have parted, or the server refused the rest of ours, save ours as a copy. @param {Linked} saved @param {GameRecord} record */
  async #settle(saved, record, refused = false) {
    const theirs = record.commands;
    const relation = compareLines(saved.commands, theirs);
    const link = { ...saved.link, ply: theirs.length };
    if (relation === "parted" || (relation === "ahead" && refused)) this.#copyLine(saved);
    if (relation === "equal" || (relation === "ahead" && !refused)) this.#noteLink(saved, link);
    else if (saved === this.session.saved) this.session.follow(theirs, link);
    else this.session.library.save({ ...saved, link, commands: theirs, summary: replay({ ...saved, commands: theirs }).summary() });
    if (relation === "ahead" && !refused) this.#again = true;
  }

  /** @param {Saved} saved */
  #copyLine(saved) {
    const name = t("people.my line", { name: saved.name || definitionOf(saved.header.game).title }).slice(0, 60);
    this.session.add({ header: saved.header, commands: [...saved.commands], name });
    this.tell.parted(name);
  }

  /** @param {Saved} saved @param {Link | null} link */
  #noteLink(saved, link) {
    if (saved === this.session.saved) return this.session.note({ link });
    saved.link = link;
    this.session.library.save(saved);
  }

  /** Send what waits in the other games in the library. */
  async #pushOthers() {
    const waits = (/** @type {import("../library.js").Saved} */ saved) => saved.id !== this.session.saved.id && saved.commands.length > (saved.link?.ply ?? 0);
    for (const saved of this.session.library.list().filter(waits)) await this.#locked(saved, () => this.#pushOne(saved));
  }

  /** One tab at a time sends a game; the next one continues from its result. @param {Saved} saved @param {() => Promise<unknown>} action */
  async #locked(saved, action) {
    if (!navigator.locks) return action();
    await navigator.locks.request(`slidedrop:${saved.id}`, async () => {
      if (saved === this.session.saved) this.session.refresh();
      await action();
    });
  }
}

/** @param {Saved} saved @returns {saved is Linked} whether the server has the game */
function isLinked(saved) {
  return saved.link !== null;
}

/** A game without a move need not be on the server, and one with tiles that no seed gives cannot be. @param {Saved} saved */
function goesThere(saved) {
  const drawn = saved.commands.some((command) => typeof command !== "string" && command.tiles);
  return !isWatching(saved) && !saved.link?.lost && !saved.alone && !drawn && saved.commands.length > 0;
}

/** Run an action while this tab holds the lock, until the signal; without locks, run it immediately. @param {string} name @param {AbortSignal} signal @param {() => void} action */
async function inTurn(name, signal, action) {
  if (!navigator.locks) return action();
  const held = async () => {
    const { held: locks = [] } = await navigator.locks.query();
    if (signal.aborted || locks.filter((lock) => lock.name?.startsWith(STREAM)).length > MOST_STREAMS) return;
    action();
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
  };
  await navigator.locks.request(name, { signal }, held).catch((error) => {
    if (error.name !== "AbortError") throw error;
  });
}

/** @param {string} hex */
function asUuid(hex) {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
