/**
 * Send JSON questions from standard input to the built programs, and print one answer per line.
 *
 *     {"columns": 7, "rows": 6, "positions": [["8", "1"], ...]}   or   {"boards": [[0, 2, ...], ...], "plies": 3}
 */
import { createInterface } from "node:readline";
import { readFile } from "node:fs/promises";

import { SolverExports } from "../../../src/slidedrop/web/static/js/engine/exports.js";
import { Network } from "../../../src/slidedrop/web/static/js/games/twenty48/network.js";
import { solved, valued } from "./programs.js";

const load = (file) => readFile(`${process.argv[2]}/${file}`);
let network = null;
for await (const line of createInterface({ input: process.stdin })) {
  const wish = JSON.parse(line);
  if (wish.boards) network ??= await Network.open("2048.wasm", "2048-4x4.weights", load);
  const answer = wish.boards ? valued(network, wish) : await solved(SolverExports, await load("connect4.wasm"), wish);
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
