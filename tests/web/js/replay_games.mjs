/**
 * Play games that Python wrote as JSON lines, and print a digest of all events for each.
 *
 *     {"header": {...}, "commands": [...]}   in, one per line       a SHA-256 in hexadecimal out, one per line
 */
import "./english.mjs";
import { createHash } from "node:crypto";
import { createInterface } from "node:readline";

import { loadGames, start } from "../../../src/slidedrop/web/static/js/games/registry.js";
import { legalDirections } from "../../../src/slidedrop/web/static/js/games/twenty48/twenty48-board.js";

await loadGames();
const lines = createInterface({ input: process.stdin });
for await (const line of lines) process.stdout.write(`${digest(JSON.parse(line))}\n`);

function digest({ header, commands }) {
  const hash = createHash("sha256");
  const game = start(header);
  const tell = game.kind === "2048" ? moment2048 : momentConnect4;
  hash.update(JSON.stringify(game.header()));
  const note = (turn) => hash.update(JSON.stringify([...tell(game, turn), game.history.canUndo, game.history.canRedo]));
  note(null);
  for (const command of commands) note(game.do(command));
  return hash.digest("hex");
}

function moment2048(game, turn) {
  const { board, score, won, over } = game.state;
  const spawns = turn?.spawns?.map(({ place, value }) => [place, value]) ?? [];
  const motions = turn?.slide?.motions.map(({ value, source, target, merged }) => [value, source, target, merged]) ?? [];
  return [board, score, won, over, legalDirections(board), spawns, motions, game.takeBacks, game.hints];
}

function momentConnect4(game, turn) {
  const { winner = null, reason = "", lines: won = [] } = game.outcome ?? {};
  const { position } = game;
  return [position.toRows(), position.turn, winner, reason, won, game.legalMoves(), turn?.place ?? -1, game.standing(), game.line()];
}
