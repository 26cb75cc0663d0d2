/**
 * The game on the board and the server's copy of it, kept equal in the background.
 *
 *     a move here   ->  POST commands with the ply that the server should be at      409: look at both lines
 *     a move there  ->  an event with its ply                                        a gap: fetch the whole record
 *
 * `link.ply` says how many of our commands the server has; what stands after them waits to be sent. The page never waits.
 */
import { Away, Refused } from "./api.js";
import { capital } from "../views/speech.js";
import { compareLines } from "./reconcile.js";
import { freshId } from "../shelf.js";
import { isWatching } from "../seats.js";
import { replay } from "../game/record.js";
import { sameCommand } from "../game/command.js";

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
   * @param {import("../current-game.js").CurrentGame} current
   * @param {import("./api.js").Api} api
   * @param {{parted(name: string): void, offered(offer: any): void, rematch(): void, refused(text: string): void, present(roles: string[], names: Record<string, string>): void, came(): void, changed(): void}} tell
   */
  constructor(current, api, tell) {
    this.current = current;
    this.api = api;
    this.tell = tell;
  }

  /** Look for the server, then follow the game and the window. */
  async start() {
    this.current.listen((event) => this.#happened(event));
    document.addEventListener("visibilitychange", () => (document.hidden ? this.#hangUp() : this.#resume()));
    addEventListener("online", () => this.#resume());
    addEventListener("pagehide", () => this.#hangUp());
    setInterval(() => this.#look(), LOOK_MS);
    await this.#resume();
    if (this.api.up) this.#pushOthers();
  }

  /** @returns {string} how safe the game is, in a few words */
  status() {
    const { kept, shelf } = this.current;
    if (!shelf.works) return "Not kept: this browser's store is full. Save games as files or remove some.";
    if (this.api.state === "none") return "Kept on this device";
    if (this.api.state === "unknown") return "Kept on this device";
    if (this.api.state === "full") return `Kept on this device. ${capital(this.api.trouble)}; it is asked again`;
    if (kept.link?.lost) return isWatching(kept) ? "This link was ended; you see the game as it last was" : "Kept on this device; your link to this game was ended";
    if (!this.api.up) return "Offline. Kept on this device, synced later";
    if (this.#trouble) return this.#trouble;
    if (isWatching(kept)) return "Watching live";
    if (kept.alone) return `Kept on this device only: ${kept.alone}`;
    if (!kept.link) return "Kept on this device";
    return kept.link.ply === kept.commands.length ? "Kept and synced" : "Syncing";
  }

  /** Make sure that the server has the game on the board. @returns {Promise<any>} its link */
  async shared() {
    const { kept } = this.current;
    await this.#create(kept);
    this.#open();
    this.push();
    return kept.link;
  }

  /** Open a game of the server's, on the shelf under the same name where it is there already. */
  async join(id) {
    const { record, role } = await this.api.ask(`games/${id}`);
    const known = this.current.shelf.list().find((kept) => kept.link?.id === id);
    const link = { id, role, ply: record.commands.length };
    this.current.open(known ? { ...known, link: { ...known.link, role, lost: false } } : this.current.shelve(record, link));
    this.current.note({});
    if (known) await this.#settle(this.current.kept, record);
  }

  /** Be called something else from now on. */
  rename(name) {
    this.current.shelf.storage.setItem(NAME, name);
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
        await this.#locked(this.current.kept, () => this.#pushOne(this.current.kept));
      }
    } finally {
      this.#busy = false;
    }
  }

  #happened(event) {
    if (event.kind === "opened") this.#open();
    if (event.kind === "opened" || (event.kind === "done" && event.from !== "elsewhere")) this.push();
  }

  async #resume() {
    clearTimeout(this.#timer);
    if (document.hidden) return;
    await this.api.find();
    if (this.api.state === "away" || this.api.state === "full") return this.#later();
    this.#failures = 0;
    if (this.#trouble) this.#recovered();
    const { kept } = this.current;
    if (kept.link && kept.link.ply < kept.commands.length) await this.#pull(kept);
    this.#open();
    this.push();
  }

  /** Say no longer what was wrong, also where nothing is left to be sent. */
  #recovered() {
    this.#trouble = "";
    this.tell.changed();
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
    const { kept } = this.current;
    if (!this.api.up || !kept?.link || kept.link.lost || document.hidden) return;
    this.#turn = new AbortController();
    inTurn(`${STREAM}${kept.link.id}`, this.#turn.signal, () => this.#listen(kept));
  }

  /** Open the stream of a game, from what we have of it on. */
  #listen(kept) {
    const name = this.current.shelf.storage.getItem(NAME) ?? "";
    const path = `games/${kept.link.id}/events?after=${kept.link.ply}&name=${encodeURIComponent(name)}`;
    const stream = this.api.stream(path);
    const on = (name, action) => stream.addEventListener(name, (event) => action(JSON.parse(event.data || "null")));
    on("command", (data) => this.#heard(kept, data));
    on("offer", (data) => this.tell.offered(data));
    on("rematch", () => this.tell.rematch());
    on("presence", ({ roles, names }) => this.tell.present(roles, names));
    on("shared", ({ owner }) => this.#guestHasCome(kept, owner));
    on("bye", () => (this.#hangUp(), this.#later(1000)));
    stream.addEventListener("error", (event) => !(event instanceof MessageEvent) && this.#broken(kept, path));
    this.#stream = stream;
  }

  /** The invitation was accepted: from now on each side has one seat. */
  #guestHasCome(kept, role) {
    if (kept.link.role !== "both") return;
    const { waiting: _, ...link } = kept.link;
    this.#noteLink(kept, { ...link, role });
    if (kept === this.current.kept) this.tell.came();
  }

  /** A stream broke: the server is away, or has no stream for us, or no longer knows us. */
  async #broken(kept, path) {
    this.#hangUp();
    await this.api.find();
    if (!this.api.up) return this.#later();
    await this.#guarded(kept, async () => {
      const refusal = await this.api.whyNot(path);
      if (!refusal) return this.#later();
      if (refusal.status !== 429 && refusal.status !== 503) throw refusal;
      this.#trouble = "Kept and synced every ten seconds: too many pages follow games from here for one more to be told at once";
      this.tell.changed();
      this.#later(STREAM_AGAIN_MS);
    });
  }

  #hangUp() {
    this.#turn?.abort();
    this.#stream?.close();
    this.#stream = null;
  }

  /** A command that the server now has: our own coming back, the other side's, or the sign of a gap. */
  async #heard(kept, { ply, command }) {
    if (kept !== this.current.kept || ply <= kept.link.ply) return;
    const ours = kept.commands[kept.link.ply];
    const link = { ...kept.link, ply };
    if (ply > kept.link.ply + 1 || (ours && !sameCommand(ours, command))) await this.#pull(kept);
    else if (ours) this.current.note({ link });
    else this.current.follow([...kept.commands, command], link);
  }

  /** Without a stream of its own a tab asks now and then. */
  #look() {
    if (!this.#stream && this.api.up && this.current.kept?.link && !this.current.kept.link.lost && !document.hidden) this.#pull(this.current.kept);
  }

  async #pull(kept) {
    await this.#guarded(kept, async () => {
      const { record, offer, role } = await this.api.ask(`games/${kept.link.id}`);
      if (role !== kept.link.role) this.#guestHasCome(kept, role);
      await this.#settle(kept, record);
      if (kept === this.current.kept) this.tell.offered(offer ?? null);
    });
  }

  async #pushOne(kept) {
    await this.#guarded(kept, async () => {
      if (!this.api.up || !goesThere(kept)) return;
      const fresh = !kept.link;
      await this.#create(kept);
      if (fresh && kept === this.current.kept) this.#open();
      while (kept.link && kept.link.ply < kept.commands.length) await this.#sendBatch(kept);
    });
  }

  async #create(kept) {
    if (kept.link) return;
    const record = { header: kept.header, commands: [] };
    const { id, ply, role } = await this.api.ask("games", { record }, { "Idempotency-Key": kept.key ?? kept.id });
    this.#noteLink(kept, { id, role, ply: 0 });
    if (ply) await this.#settle(kept, (await this.api.ask(`games/${id}`)).record);
  }

  async #sendBatch(kept) {
    const { id, ply } = kept.link;
    const commands = kept.commands.slice(ply, ply + BATCH);
    const answer = await this.api.ask(`games/${id}/commands`, { ply, commands, request: this.#requestFor(kept, ply, commands.length) });
    this.#noteLink(kept, { ...kept.link, ply: Math.max(kept.link.ply, answer.ply) });
  }

  /** The same commands sent again carry the same name, so that they count once. */
  #requestFor(kept, ply, count) {
    const key = `${kept.id} ${ply} ${count}`;
    if (key !== this.#request.key) this.#request = { key, id: asUuid(freshId()) };
    return this.#request.id;
  }

  /** Do something with the server; what it refuses is settled by looking at both lines. */
  async #guarded(kept, action) {
    try {
      await action();
    } catch (error) {
      if (error instanceof Away) this.#later();
      else if (error instanceof Refused) await this.#refused(kept, error);
      else throw error;
    }
  }

  async #refused(kept, refusal) {
    if (refusal.status === 409 && refusal.answer?.record) return this.#settle(kept, refusal.answer.record);
    if (refusal.status === 429 || refusal.status === 503) return this.#wait(refusal);
    if (refusal.status === 401 || refusal.status === 404) return this.#lost(kept);
    if (!kept.link || kept.link.role === "both") return this.#stayHere(kept, refusal.message);
    const answer = await this.api.ask(`games/${kept.link.id}`).catch(() => null);
    if (answer) this.#settle(kept, answer.record, true);
  }

  /** The server has no time for us: say which of the two it is, and ask again. */
  #wait({ status, wait, message }) {
    const why = status === 429 ? "Too many requests from here" : capital(message.split(";")[0]);
    this.#trouble = `Kept on this device. ${why}; trying again in ${wait} s`;
    this.tell.changed();
    this.#later(1000 * wait);
  }

  /** The server will not have the game: it goes on here alone. */
  #stayHere(kept, why) {
    kept.alone = why;
    this.#noteLink(kept, kept.link);
  }

  /** The server no longer knows the game or us: the game goes on here, and is put there again under a new name. */
  #lost(kept) {
    if (!kept.link) return;
    if (kept.link.role !== "both") return this.#noteLink(kept, { ...kept.link, lost: true });
    kept.key = freshId();
    this.#noteLink(kept, null);
    if (kept === this.current.kept) this.#again = true;
  }

  /** Look at both lines; where they have parted, or the server refused the rest of ours, ours is kept as a copy. */
  async #settle(kept, record, refused = false) {
    const theirs = record.commands;
    const relation = compareLines(kept.commands, theirs);
    const link = { ...kept.link, ply: theirs.length };
    if (relation === "parted" || (relation === "ahead" && refused)) this.#copyLine(kept);
    if (relation === "equal" || (relation === "ahead" && !refused)) this.#noteLink(kept, link);
    else if (kept === this.current.kept) this.current.follow(theirs, link);
    else this.current.shelf.keep({ ...kept, link, commands: theirs, summary: replay({ ...kept, commands: theirs }).summary() });
    if (relation === "ahead" && !refused) this.#again = true;
  }

  #copyLine(kept) {
    const title = kept.name || (kept.header.game === "2048" ? "2048" : "Connect-4");
    const name = `my line of ${title}`.slice(0, 60);
    this.current.shelve({ header: kept.header, commands: [...kept.commands], name });
    this.tell.parted(name);
  }

  #noteLink(kept, link) {
    if (kept === this.current.kept) return this.current.note({ link });
    kept.link = link;
    this.current.shelf.keep(kept);
  }

  /** Send what waits in the other games of the shelf. */
  async #pushOthers() {
    const waits = (kept) => kept.id !== this.current.kept.id && kept.commands.length > (kept.link?.ply ?? 0);
    for (const kept of this.current.shelf.list().filter(waits)) await this.#locked(kept, () => this.#pushOne(kept));
  }

  /** One tab at a time sends a game; the next sees what it left. */
  async #locked(kept, action) {
    if (!navigator.locks) return action();
    await navigator.locks.request(`slidedrop:${kept.id}`, async () => {
      if (kept === this.current.kept) this.current.refresh();
      await action();
    });
  }
}

/** A game without a move need not be there yet, and one whose tiles no seed gives cannot be. */
function goesThere(kept) {
  const drawn = kept.commands.some((command) => command.tiles);
  return !isWatching(kept) && !kept.link?.lost && !kept.alone && !drawn && kept.commands.length > 0;
}

/** Do something once it is our turn, until the signal; without locks it is everybody's turn. */
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

function asUuid(hex) {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
