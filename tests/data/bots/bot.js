// A bot in JavaScript by the line protocol: the first legal column from the left.
const lines = require("readline").createInterface({ input: process.stdin });
let top = "";
lines.on("line", (line) => {
  const [verb, board] = line.split(" ");
  if (verb === "game") console.log("ready");
  if (verb === "position") top = board.split("/")[0];
  if (verb === "go") console.log(`bestmove ${top.indexOf(".") + 1}`);
  if (verb === "quit") process.exit(0);
});
