/**
 * Document 002's console runner: node run-a07.mjs [SIZE]. A word or a key a line; the board after every move; q ends.
 */
import { createInterface } from "node:readline";
import { Game } from "./a07.js";

const WORDS = { w: "up", s: "down", a: "left", d: "right", up: "up", down: "down", left: "left", right: "right" };
const game = new Game(Number(process.argv[2] ?? 4));
const say = (text) => process.stdout.write(`${text}\n`);
const show = () => say(`${game}\nScore: ${game.getGameState().score}`);

game.onMove(show);
game.onWin(() => say("You won! The game continues."));
game.onLose(() => say("Game over."));
show();
for await (const line of createInterface({ input: process.stdin })) {
  const word = line.trim().toLowerCase();
  if (word === "q") break;
  if (word in WORDS) game.move(WORDS[word]);
  else say(`'${word}' is not a move; type up, down, left or right, or q`);
  if (game.getGameState().over) break;
}
