/**
 * Read what Python wrote and write it again: records as text, and share codes.
 *
 *     {"record": "5c1b03d2 {...}\n..."}      the same text out of ours, or the error's sentence
 *     {"code": "T1..."}                      our code of the same game, its board, and the commands of its record
 */
import { createInterface } from "node:readline";

import { GameError } from "../../../src/slidedrop/web/static/js/game/errors.js";
import { commandsOf, readCode, writeCode } from "../../../src/slidedrop/web/static/js/game/share.js";
import { readRecord, replay, writeRecord } from "../../../src/slidedrop/web/static/js/game/record.js";

const lines = createInterface({ input: process.stdin });
for await (const line of lines) process.stdout.write(`${JSON.stringify(answer(JSON.parse(line)))}\n`);

function answer(question) {
  try {
    return question.code === undefined ? recordAnswer(question.record) : codeAnswer(question.code);
  } catch (error) {
    if (!(error instanceof GameError)) throw error;
    return { refused: error.message };
  }
}

function recordAnswer(text) {
  return { record: writeRecord(readRecord(text)) };
}

function codeAnswer(code) {
  const game = readCode(code);
  const commands = commandsOf(game);
  const again = replay({ header: game.header(), commands });
  return { code: writeCode(game), again: writeCode(again), commands };
}
