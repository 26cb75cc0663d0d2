/**
 * Read records and share codes that Python wrote, and write them again.
 *
 *     {"record": "5c1b03d2 {...}\n..."}      prints the same record as text, or the error message
 *     {"code": "T1..."}                      prints the code of the same game, its board and its commands
 */
import "./english.mjs";
import { createInterface } from "node:readline";

import { GameError } from "../../../src/slidedrop/web/static/js/game/errors.js";
import { commandsOf, readCode, writeCode } from "../../../src/slidedrop/web/static/js/game/share-code.js";
import { loadGames, replay } from "../../../src/slidedrop/web/static/js/games/registry.js";
import { readRecord, writeRecord } from "../../../src/slidedrop/web/static/js/game/record.js";

await loadGames();
const lines = createInterface({ input: process.stdin });
for await (const line of lines) process.stdout.write(`${JSON.stringify(await answer(JSON.parse(line)))}\n`);

async function answer(question) {
  try {
    return await (question.code === undefined ? recordAnswer(question.record) : codeAnswer(question.code));
  } catch (error) {
    if (!(error instanceof GameError)) throw error;
    return { refused: error.message };
  }
}

function recordAnswer(text) {
  return { record: writeRecord(readRecord(text)) };
}

async function codeAnswer(code) {
  const game = await readCode(code);
  const commands = await commandsOf(game);
  const again = replay({ header: game.header(), commands });
  return { code: await writeCode(game), again: await writeCode(again), commands };
}
