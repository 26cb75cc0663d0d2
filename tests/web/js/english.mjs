/** Load the page's English texts for programs without a page. */
import { readFileSync } from "node:fs";

import { learn } from "../../../src/slidedrop/web/static/js/language.js";

const catalogue = new URL("../../../src/slidedrop/data/language/en.json", import.meta.url);
learn({ tag: "en", locale: "en", texts: JSON.parse(readFileSync(catalogue, "utf8")) });
