/** The actions of keys, buttons and swipes. Dialogs, reviews and replays are loaded when they are first opened. */
import { actionOf, isElsewhere } from "./views/keys.js";
import { byId, make, note } from "./views/dom.js";
import { isApart, isOwn, mayAsk, usualPlayers, withComputer } from "./session.js";
import { GameError } from "./game/errors.js";
import { Library } from "./library.js";
import { capital, nameText, rulesText } from "./views/speech.js";
import { definitionOf, replay, start } from "./games/registry.js";
import { listenForSwipes } from "./views/swipe.js";
import { openDialog } from "./dialogs/dialogs.js";
import { t } from "./language.js";

const BUTTONS = ["new", "options", "undo", "redo", "hint", "replay", "watch", "speed", "edit", "details", "resign", "scores", "threats", "look"];
/** The delay before the page says that moves are not on the server yet. */
const SLOW_MS = 1000;
const TOOLS = ["daily", "games", "puzzles", "share", "help"];

/**
 * Carries out the actions of a person.
 *
 * @typedef {{session: import("./session.js").Session, face: import("./views/face.js").Face, engine: import("./engine/engine.js").Engine,
 *   computer: import("./computer.js").Computer, people: import("./two-people.js").TwoPeople, sync: import("./net/sync.js").Sync,
 *   games: import("./games/definition.js").GameDefinition[], aids: Record<string, import("./games/definition.js").Aid>, storage: Storage}} Parts
 */
export class Controller {
  #slowly = 0;
  /** The button that was clicked last; after a move by keys, the space bar does not press it again. @type {Element | null} */
  #clicked = null;
  /** Loaded on first use. @type {import("./coach.js").Coach | null} */
  #coach = null;
  /** A new game whose dialog is still being fetched; actions in the meantime belong to the new game. @type {Promise<unknown> | null} */
  #starting = null;

  /** @param {Parts} parts */
  constructor(parts) {
    const { session, face, engine, computer, people, sync, games, storage } = (this.parts = parts);
    const { api } = people;
    this.replayer = once(async () => this.#made(new (await import("./views/replayer.js")).Replayer(session, face, (index) => this.#playFrom(index))));
    this.puzzles = once(async () => new (await import("./dialogs/puzzles.js")).PuzzleDialog(session, engine, await viewsOf(games)));
    this.share = once(async () => new (await import("./dialogs/share.js")).ShareDialog(session, sync, () => this.#shown()));
    this.newGame = once(async () => new (await import("./dialogs/new-game.js")).NewGame(session, api, async (seat) => (await this.share()).invite(seat)));
    this.games = once(async () => new (await import("./dialogs/games.js")).GamesDialog(session));
    this.daily = once(async () => new (await import("./daily/dialog.js")).DailyBoard(session, /** @type {any} */ (games.find((definition) => definition.daily))));
    this.strip = once(async () => new (await import("./rooms/strip.js")).Strip(session, api));
    this.helpLines = once(() => Promise.all(games.map((definition) => definition.helpLine?.(storage))));
    this.reviews = onceEach(async (name) => new (await definitionOf(name).review())(session, engine, face, await this.replayer()));
    this.editors = onceEach(async (name) => new (await definitionOf(name).editor())(session, computer));
    this.actions = this.#actions();
  }

  /** @returns {Record<string, (...words: any[]) => unknown>} */
  #actions() {
    const { session, face, computer, people, aids } = this.parts;
    const toggles = Object.entries(aids).map(([name, aid]) => [name, () => aid.toggle()]);
    return {
      ...Object.fromEntries(toggles),
      move: (/** @type {string} */ move) => this.#inTurn(() => face.open && (this.#coach ? this.#coach.consider(move) : this.#play(move))),
      new: () => (this.#starting = opened(this.newGame, (dialog) => dialog.again()).finally(() => (this.#starting = null))),
      options: () => opened(this.newGame, (dialog) => dialog.open()),
      details: () => this.#showDetails(),
      undo: () => face.here && !computer.watching && (isApart(session.saved) ? people.offer() : trying(() => session.ask("undo"))),
      redo: () => face.here && !computer.watching && !isApart(session.saved) && trying(() => session.ask("redo")),
      hint: () => face.open && mayAsk(session) && computer.hint(),
      replay: () => session.game.turns.length && opened(this.replayer, (rail) => rail.enter()),
      games: () => opened(this.games, (dialog) => dialog.open()),
      daily: () => opened(this.daily, (board) => board.open()),
      share: () => opened(this.share, (dialog) => dialog.open()),
      help: () => (openDialog("help"), opened(this.helpLines, (lines) => lines.forEach((line) => line?.show()))),
      keys: () => opened(() => import("./dialogs/key-overlay.js"), ({ showKeys }) => showKeys(session.definition)),
      speed: () => (computer.faster(), this.showWatching()),
      edit: () => opened(() => this.editors(session.game.kind), (dialog) => dialog.open()),
      watch: () => void computer.watch(),
      resign: () => void people.resign(),
      look: () => !face.replaying && !byId("look").hidden && !byId("look").disabled && opened(() => this.reviews(session.game.kind), (panel) => panel.enter()),
      puzzles: () => opened(this.puzzles, (dialog) => dialog.open()),
      rematch: () => (isApart(session.saved) ? people.rematch() : this.#playAgain()),
      continue: () => face.keepPlaying(),
    };
  }

  /** Follow keys, buttons, strokes, other tabs and the server. */
  listen() {
    const { session, face, people } = this.parts;
    for (const id of BUTTONS) byId(id).addEventListener("click", () => this.#act(id));
    for (const id of TOOLS) byId(`open-${id}`).addEventListener("click", () => this.#act(id));
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".kind"))) button.addEventListener("click", () => this.#openGame(String(button.dataset.kind)));
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-move]"))) button.addEventListener("click", () => this.actions.move(button.dataset.move));
    document.addEventListener("keydown", (event) => this.#pressed(event));
    document.addEventListener("click", ({ detail, target }) => (this.#clicked = detail ? /** @type {Element} */ (target).closest(".panel button") : null));
    for (const drawer of /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll(".drawers .drawer"))) drawer.addEventListener("toggle", () => drawer.open && drawer.scrollIntoView({ block: "nearest" }));
    listenForSwipes((direction) => this.actions.move(direction), () => Boolean(session.definition.directions) && !face.replaying);
    new ResizeObserver(() => document.body.toggleAttribute("data-scrolls", document.documentElement.scrollHeight > innerHeight + 1)).observe(document.body);
    addEventListener("storage", (event) => Library.gameOf(event.key) === session.saved.id && session.refresh());
    session.listen(() => this.showSaved());
    byId("advice").addEventListener("click", () => face.advise(""));
    people.listen();
    session.listen(({ kind }) => kind === "opened" && (byId("room") || session.saved.header.room) && opened(this.strip, (line) => line.show()));
    people.api.listen(() => this.showSaved());
    session.listen(({ kind }) => kind === "opened" && this.#callCoach());
  }

  /** Fetch the coach on first use; without it every move is made immediately. */
  async #callCoach() {
    if (this.#coach || document.documentElement.dataset.coach !== "on") return;
    const { session, engine, face } = this.parts;
    const { Coach } = await import("./coach.js").catch(() => ({ Coach: null }));
    if (Coach) this.#coach ??= new Coach(session, engine, face, (move) => this.#play(move));
  }

  /** @param {string} move */
  #play(move) {
    trying(() => this.parts.session.ask({ move }) || this.#nothingMoved(move));
  }

  /** Put the game of a share code on the board. @param {string} code */
  async openCode(code) {
    await opened(() => import("./dialogs/games.js"), ({ openCode }) => this.parts.people.reaching(() => openCode(this.parts.session, code)));
  }

  /** Show where the game is saved; "syncing" appears only if it takes long. */
  showSaved() {
    const { session, sync } = this.parts;
    clearTimeout(this.#slowly);
    if (!session.saved) return;
    byId("saved").toggleAttribute("data-syncing", sync.isSyncing);
    if (sync.isSyncing) this.#slowly = setTimeout(() => this.#showStatus(), SLOW_MS);
    else this.#showStatus();
  }

  #showStatus() {
    const status = this.parts.sync.status();
    if (byId("saved").textContent !== status) byId("saved").textContent = status;
  }

  showWatching() {
    byId("watch").textContent = t(this.parts.computer.watching ? "page.stop watching" : "page.watch");
    byId("speed").hidden = !this.parts.computer.watching;
    // texts: play.{slow,normal,fast}
    byId("speed").textContent = t("play.speed", { speed: t(`play.${this.parts.computer.speed}`) });
  }

  /** A replay changes what the aids are about. @template {import("./views/replayer.js").Replayer} R @param {R} rail @returns {R} */
  #made(rail) {
    rail.listen(() => Object.values(this.parts.aids).forEach((aid) => aid.refresh()));
    return rail;
  }

  /** Put the last game of a name on the board, or a new one. @param {string} name */
  #openGame(name) {
    const { session, storage } = this.parts;
    const saved = session.library.lastOpen(name);
    const definition = definitionOf(name);
    if (!saved || !trying(() => (session.open(saved), true))) session.start(definition.usual(), { players: usualPlayers(definition, storage) });
    byId("note").hidden = true; // it spoke of the other game
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const wish = isElsewhere(event) ? null : actionOf(event);
    if (wish && (this.#starting ? this.#inTurn(() => this.#handled(wish)) : this.#handled(wish))) event.preventDefault();
  }

  /** Run an action now, or as soon as the requested new game is there. @param {() => unknown} action */
  #inTurn(action) {
    return this.#starting ? this.#starting.then(action) : action();
  }

  /** @param {import("./games/definition.js").Wish} wish @returns {boolean} whether the key meant something here */
  #handled(wish) {
    const { session, face } = this.parts;
    const { action = "" } = wish;
    if (face.replaying) return face.replaying.key(wish.move ?? action);
    if (face.celebrating && action === "leave") return face.keepPlaying(), true;
    if (action === "leave") return this.#coach?.close(), face.advise(""), true;
    const move = action ? null : session.definition.pressed(wish, session.game, face.view);
    const { activeElement } = document;
    if ((wish.move ?? wish.disc) && activeElement && (activeElement === this.#clicked || activeElement.matches(".kind"))) byId("stage").focus({ preventScroll: true });
    if (move) this.actions.move(move);
    if (action in this.actions) this.#act(action);
    return move !== null || action in this.actions;
  }

  /** Do what a button does; while that takes time, the button shows it. @param {string} name */
  async #act(name) {
    const button = byId(name) ?? byId(`open-${name}`);
    const waiting = setTimeout(() => button?.setAttribute("aria-busy", "true"), 150);
    try {
      if (this.#starting) await this.#starting;
      this.#coach?.release();
      await this.actions[name]();
    } finally {
      clearTimeout(waiting);
      button?.removeAttribute("aria-busy");
    }
  }

  /** Show the rules and the seed of the game on the board. */
  #showDetails() {
    const { game, saved, definition } = this.parts.session;
    const { rules, moves, takeBacks, hints } = game.summary();
    const rows = [[t("play.board"), rulesText(rules)], ...definition.details(game), [t("play.moves name"), moves], [t("play.undos name"), takeBacks], [t("play.hints name"), hints]];
    if (saved.name) rows.unshift([t("page.name"), nameText(saved.name)]);
    byId("game-details-list").replaceChildren(...rows.flatMap(([name, value]) => [make("dt", { text: name }), make("dd", { text: String(value) })]));
    openDialog("game-details");
  }

  /** @returns {import("./games/definition.js").Game} the position that is seen: the game on the board, or a moment of it */
  #shown() {
    const { session, face } = this.parts;
    if (!face.replaying) return session.game;
    const commands = session.game.line().slice(0, face.replaying.index).map((move) => ({ move }));
    return replay({ header: session.saved.header, commands });
  }

  /** Announce to screen readers that a move changed nothing. @param {string} move */
  #nothingMoved(move) {
    const text = this.parts.session.definition.nothingMoved?.(move);
    if (text) byId("live").textContent = text;
  }

  /** A new game from a moment of the old one. @param {number} index */
  #playFrom(index) {
    const { session } = this.parts;
    const { game, saved } = session;
    /** @type {import("./game/command.js").Command[]} */
    const commands = game.line().slice(0, index).map((move) => (move === "resign" ? move : { move }));
    session.start(start(saved.header), { players: saved.header.players ?? [], name: t("play.from move", { number: index }), commands, foreign: !isOwn(saved) });
  }

  /** The same two again, with the sides swapped. */
  #playAgain() {
    const { session } = this.parts;
    const { header } = session.saved;
    const players = [...(header.players ?? [])].reverse();
    session.start(start({ ...header, start: null }), { players });
    if (withComputer(session.saved) || players.length) note(t("play.swapped"));
  }
}

/** @template T @param {() => Promise<T>} build @returns {() => Promise<T>} the same thing each time, built when it is first needed */
function once(build) {
  const each = onceEach(build);
  return () => each("");
}

/** @template T @param {(name: string) => Promise<T>} build @returns {(name: string) => Promise<T>} the same thing for the same name; a failure is tried again */
function onceEach(build) {
  /** @type {Map<string, Promise<T>>} */
  const things = new Map();
  return (name) => {
    const thing = things.get(name) ?? build(name).catch((error) => {
      things.delete(name);
      throw error;
    });
    things.set(name, thing);
    return thing;
  };
}

/** Open what may have to be loaded first; without a network it cannot be. @template T @param {() => Promise<T>} thing @param {(part: T) => unknown} open */
async function opened(thing, open) {
  const part = await thing().catch(() => null);
  if (part) await open(part);
  else note(t("play.not loaded"));
}

/** @param {import("./games/definition.js").GameDefinition[]} games */
async function viewsOf(games) {
  const views = await Promise.all(games.map((definition) => definition.view()));
  return new Map(games.map((definition, at) => [definition, views[at]]));
}

/** Run an action that the rules may refuse, and show the reason. @template T @param {() => T} action @returns {T | null} */
function trying(action) {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof GameError)) throw error;
    note(`${capital(error.message)}.`);
    return null;
  }
}
