/** What the server's computer does for us: an opponent, a hint with its reason, and a game to watch. */
import { Away, Refused } from "./api.js";
import { askPatiently } from "./lessons.js";
import { capital } from "./speech.js";
import { computerToMove } from "./seats.js";

const WATCH_MS = 260;
/** The players that make a good show or opponent, the best first; the server says which it has. */
const STRONG = ["network", "search:3", "greedy"];

/** Levels of Connect-4 as people call them. */
export const LEVELS = [
  ["Beginner", "random"], ["Casual", "greedy"], ["Steady", "tree:2"], ["Sharp", "search:4"], ["Strong", "search:6"],
  ["Teacher 1 (easy)", "teacher:1"], ["Teacher 2", "teacher:2"], ["Teacher 3", "teacher:3"], ["Teacher 4", "teacher:4"], ["Teacher 5 (hard)", "teacher:5"],
  ["Perfect", "perfect"],
];

/** The computer, as far as the server lends it. */
export class Computer {
  /** Whether a game is being watched. */
  watching = false;

  /**
   * @param {import("./table.js").Table} table
   * @param {import("./api.js").Api} api
   * @param {{advise(text: string, move?: string): void, changed(): void}} face
   */
  constructor(table, api, face) {
    this.table = table;
    this.api = api;
    this.face = face;
    table.listen((event) => event.from !== "elsewhere" && event.kind !== "noted" && this.#answer());
    api.listen(() => table.kept && this.#answer());
  }

  /** Ask for the best move on the table and say why. */
  async hint() {
    const { game } = this.table;
    const count = this.table.kept.commands.length;
    const wanted = () => game === this.table.game && count === this.table.kept.commands.length;
    await this.#trying(async () => {
      const hint = await this.#ask("hint", { record: positionRecord(game) }, wanted);
      if (!hint) return;
      this.table.do("hint");
      this.face.advise(adviceText(game.kind, hint.move, hint.reason), hint.move);
    });
  }

  /** @param {any} game - any position @returns {Promise<string>} what to do there, in words */
  async adviceFor(game) {
    const { move, reason } = await this.api.ask("hint", { record: positionRecord(game) });
    return adviceText(game.kind, move, reason);
  }

  /** Let the computer play on, on a copy: a person's own game and best score stay what they were. */
  async watch() {
    if (this.watching) return this.stop();
    await this.#trying(async () => {
      const player = await this.#strongest("2048");
      const { game } = this.table;
      this.table.begin(game.constructor.fromHeader(stateHeader(game)), { players: [player], name: "watching the computer" });
      this.watching = true;
      this.face.changed();
      await this.#playOn(player, this.table.kept);
    });
    this.stop();
  }

  stop() {
    this.watching = false;
    this.face.changed();
  }

  async #playOn(player, kept) {
    const wanted = () => this.watching && kept === this.table.kept;
    while (wanted() && !this.table.game.finished) {
      const chosen = await this.#ask("choose", { record: positionRecord(this.table.game), player }, wanted);
      if (chosen) this.table.do({ move: chosen.move });
      await new Promise((resolve) => setTimeout(resolve, WATCH_MS));
    }
  }

  /** Make the computer's move where it is its turn; the device of the person who moved last asks for it. */
  async #answer() {
    const player = computerToMove(this.table);
    if (!player || this.api.state === "unknown") return;
    const { kept, game } = this.table;
    const count = kept.commands.length;
    await this.#trying(async () => {
      const { move } = await this.api.ask("choose", { record: positionRecord(game), player });
      this.table.refresh();
      if (kept === this.table.kept && kept.commands.length === count) this.table.do({ move });
    }, () => kept === this.table.kept && kept.commands.length === count && this.#answer());
  }

  /** Ask until there is an answer; why it takes long is said. */
  #ask(path, body, wanted) {
    return askPatiently(this.api, path, body, { wanted, tell: (text) => this.face.advise(`${capital(text)}.`) });
  }

  async #trying(deed, again = () => {}) {
    try {
      await deed();
    } catch (error) {
      if (error instanceof Refused && (error.status === 429 || error.status === 503)) setTimeout(again, 1000 * error.wait);
      else if (error instanceof Away || error instanceof Refused) this.face.advise(`${capital(error.message)}.`);
      else throw error;
    }
  }

  async #strongest(game) {
    const { players } = await this.api.ask(`players?game=${game}`);
    return STRONG.find((player) => players.includes(player.split(":")[0])) ?? players[0];
  }
}

/** @param {any} game @returns {any} a short record that leads to the same position */
export function positionRecord(game) {
  if (game.kind === "2048") return { header: stateHeader(game), commands: [] };
  const commands = game.line().map((move) => (move === "resign" ? move : { move }));
  return { header: { version: 1, ...game.header() }, commands };
}

function stateHeader(game) {
  return { version: 1, ...game.header(), start: game.state };
}

function adviceText(kind, move, reason) {
  const what = kind === "2048" ? capital(move) : move.includes(".") ? `Row ${move.replace(".", ", column ")}` : `Column ${move}`;
  return `${what}: ${reason}.`;
}
