/** A new game: each game has its own dialog, and this is the shared part. */
import { isApart, isWaiting, isWatching } from "../session.js";
import { note } from "../views/dom.js";
import { t } from "../language.js";

/** Opens the dialog of the game on the board, and starts what was agreed on in it. */
export class NewGame {
  /** @type {Map<string, import("../games/definition.js").Dialog>} */
  #dialogs = new Map();

  /** @param {import("../session.js").Session} session @param {import("../net/api.js").Api} api @param {(seat: number) => Promise<void>} invite - opens the game to another device */
  constructor(session, api, invite) {
    this.session = session;
    this.api = api;
    this.invite = invite;
  }

  async open() {
    const { name, newGame } = this.session.definition;
    const dialog = this.#dialogs.get(name) ?? new (await newGame())(this);
    this.#dialogs.set(name, dialog);
    dialog.open();
  }

  /** Start the same game again at once, against the same opponent; between two devices the options come first. */
  again() {
    const { game, saved, definition } = this.session;
    if (isApart(saved) || isWaiting(saved)) return this.open();
    const players = definition.seats > 1 && !isWatching(saved) ? saved.header.players : [];
    return this.start(definition.again(game), { players });
  }

  /** Start a game, and offer the way back to a person's own that was not over. @param {import("../games/definition.js").Game} game @param {{players?: string[]}} [options] */
  start(game, options = {}) {
    const { saved, library } = this.session;
    const old = saved.temporary ? library.lastOpen(saved.header.game) : saved;
    this.session.start(game, options);
    if (old?.commands.length && !old.summary.finished) note(t("new.started"), [t("new.old one"), () => this.session.open(old)]);
  }
}
