/** Add up the games of each shared case (tests/data/statistics_cases.json): one JSON list in, one JSON line out for each. */
import { readFileSync } from "node:fs";
import { statistics } from "../../../src/slidedrop/web/static/js/statistics.js";

for (const { games } of JSON.parse(readFileSync(0, "utf8"))) process.stdout.write(`${JSON.stringify(statistics(games))}\n`);
