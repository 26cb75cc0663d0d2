/** Draw QR codes: a line [text, mask] of JSON in, the rows of 1 and 0 out. */
import { createInterface } from "node:readline";

import { qrCode } from "../../../src/slidedrop/web/static/js/dialogs/qr.js";

const lines = createInterface({ input: process.stdin });
for await (const line of lines) process.stdout.write(`${JSON.stringify(qrCode(...JSON.parse(line)))}\n`);
