/**
 * Send JSON questions from standard input to the page's engine, and print one answer per line.
 *
 *     {"question": "scores", "body": {"record": {...}, "seconds": 9}}   in         the answer as JSON out
 */
import "./english.mjs";
import { createInterface } from "node:readline";
import { access, readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

import { Analyst } from "../../../src/slidedrop/web/static/js/engine/analyst.js";

const data = process.argv[2] ? pathToFileURL(`${process.argv[2]}/`) : new URL("../../../src/slidedrop/data/", import.meta.url);
const has = (file) => access(new URL(file, data)).then(() => true, () => false);
const analyst = new Analyst((file) => readFile(new URL(file, data)), has);
for await (const line of createInterface({ input: process.stdin })) {
  const { question, body } = JSON.parse(line);
  process.stdout.write(`${JSON.stringify(await analyst.answer(question, body))}\n`);
}
