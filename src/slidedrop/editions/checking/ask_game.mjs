/**
 * Asks a student's Game class: node ask_game.mjs path/to/game.js; a line of JSON in, a line of JSON out.
 *
 *     {"call": "move", "args": ["left"]}  ->  {"result": null, "events": [[0, {"board": ...}, {"board": ...}]]}
 *
 * An event is the listener's number, the state that it was given, and what getGameState() says at that time.
 */
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const write = process.stdout.write.bind(process.stdout);
for (const name of ["log", "info", "debug", "warn", "error"]) console[name] = () => {};
process.stdout.write = () => true;

const copy = (value) => (value === undefined ? null : JSON.parse(JSON.stringify(value)));
const found = await import(pathToFileURL(process.argv[2]).href);
const Game = found.Game ?? found.default?.Game ?? found.default;
let game = null;
let events = [];
let listeners = 0;

function answer({ call, args }) {
  if (call === "new") {
    game = new Game(...args);
    listeners = 0;
  } else if (call.startsWith("on")) {
    const id = listeners++;
    game[call]((state) => events.push([id, copy(state), copy(game.getGameState())]));
  } else return copy(game[call](...args));
  return null;
}

write(`${JSON.stringify({ ready: typeof Game === "function" })}\n`);
for await (const line of createInterface({ input: process.stdin })) {
  events = [];
  let said;
  try {
    said = { result: answer(JSON.parse(line)) };
  } catch (error) {
    const at = /([^\s/():]+\.[mc]?js):(\d+)/.exec(error?.stack ?? "");
    said = { error: `${error}${at && at[1] !== "ask_game.mjs" ? ` (${at[1]}, line ${at[2]})` : ""}` };
  }
  write(`${JSON.stringify({ ...said, events })}\n`);
}
