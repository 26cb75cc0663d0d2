/** Add up the games of shared cases (tests/data/statistics_cases.json): reads a JSON list, prints a line for each. */
import { readFileSync } from "node:fs";
import { statistics } from "../../../src/slidedrop/web/static/js/statistics.js";

for (const { games } of JSON.parse(readFileSync(0, "utf8"))) process.stdout.write(`${JSON.stringify(statistics(games))}\n`);
