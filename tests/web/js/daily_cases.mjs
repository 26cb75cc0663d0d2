/** Print the daily board and its results: reads a JSON list of cases, prints one JSON line for each. */
import { readFileSync } from "node:fs";
import { daily } from "../../../src/slidedrop/web/static/js/daily/daily.js";

for (const { game, rules, games, day } of JSON.parse(readFileSync(0, "utf8"))) process.stdout.write(`${JSON.stringify(daily(game, rules, games, day))}\n`);
