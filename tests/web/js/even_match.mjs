/** Print the levels of "Even match": reads a JSON list of lists of "won", "lost", "drawn", prints a list for each. */
import { readFileSync } from "node:fs";
import { seated } from "../../../src/slidedrop/web/static/js/games/connect4/even-match.js";

const WINNERS = { won: 0, lost: 1, drawn: null };
for (const results of JSON.parse(readFileSync(0, "utf8"))) {
  const games = [];
  const levels = [];
  for (const result of [...results, "open"]) {
    const players = seated(["human", "even"], games);
    levels.push(Number(players[1].split(":")[1]));
    games.unshift({ header: { players }, summary: { finished: result !== "open", winner: WINNERS[result] } });
  }
  process.stdout.write(`${JSON.stringify(levels)}\n`);
}
