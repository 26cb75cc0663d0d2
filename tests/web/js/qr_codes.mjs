/** Draw QR codes: reads JSON lines [text, mask], prints the rows of 1 and 0. */
import { createInterface } from "node:readline";

import { qrCode } from "../../../src/slidedrop/web/static/js/dialogs/qr.js";

const lines = createInterface({ input: process.stdin });
for await (const line of lines) process.stdout.write(`${JSON.stringify(qrCode(...JSON.parse(line)))}\n`);
