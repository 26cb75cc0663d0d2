// 2048 as document 001 describes it, with the fault that the first argument names; "right" has none.
const fs = require("fs");

const [FAULT, ...rest] = process.argv.slice(2);
const options = {};
for (let at = 0; at < rest.length; at += 2) options[rest[at]] = rest[at + 1];
const CONTROLS =
  " Controls:\n   w - Move Up\n   s - Move Down\n   a - Move Left\n   d - Move Right\n   q - Quit and Save Board\n";
const written = [];
const say = (text) => written.push(text);
let state = 12345;
const dice = (bound) => {
  state = (state * 1103515245 + 12345) % 2147483648;
  return Math.floor((state / 2147483648) * bound);
};
let board, score = 0;

function merge(tiles) {
  const made = [];
  let points = 0, fresh = false;
  for (const tile of tiles) {
    const again = !fresh || FAULT === "chain";
    if (made.length && made[made.length - 1] === tile && again && !(FAULT === "large" && tile >= 128)) {
      made[made.length - 1] = 2 * tile;
      points += FAULT === "score" ? tile : 2 * tile;
      fresh = true;
    } else {
      made.push(tile);
      fresh = false;
    }
  }
  return [made, points];
}

function slideLine(line, key) {
  const tiles = line.filter((tile) => tile);
  if (FAULT === "far") tiles.reverse();
  const [made, points] = merge(tiles);
  if (FAULT === "far") made.reverse();
  if (FAULT === "down" && key === "s" && made.length && !line[0]) made.unshift(0);
  while (made.length < line.length) made.push(0);
  return [made, points];
}

const flipped = (grid) => grid[0].map((_, column) => grid.map((row) => row[column]));

function slid(key) {
  const across = "ad".includes(key), back = "sd".includes(key);
  let lines = across ? board.map((row) => [...row]) : flipped(board);
  let points = 0;
  lines = lines.map((line) => {
    const [made, gained] = slideLine(back ? line.reverse() : line, key);
    points += gained;
    return back ? made.reverse() : made;
  });
  return [across ? lines : flipped(lines), points];
}

function addTile() {
  const free = [];
  board.forEach((row, y) => row.forEach((tile, x) => tile || free.push([y, x])));
  if (!free.length) return;
  const [y, x] = free[dice(free.length)];
  board[y][x] = dice(100) < 90 ? 2 : 4;
}

function isOver() {
  if (board.some((row) => row.includes(0))) return false;
  if (FAULT === "early") return true;
  const steps = FAULT === "late" ? [[0, 1], [1, 0], [1, 1], [1, -1]] : [[0, 1], [1, 0]];
  return !board.some((row, y) =>
    row.some((tile, x) => steps.some(([down, right]) => board[y + down] && board[y + down][x + right] === tile)),
  );
}

function show() {
  say(`Score: ${score}\n`);
  for (const row of board) say(row.map((tile) => String(tile || "-").padStart(5)).join("") + "\n");
  say("\n");
}

function move(key, replaying) {
  const [after, points] = slid(key);
  const moved = JSON.stringify(after) !== JSON.stringify(board);
  board = after;
  score += points;
  if ((moved || FAULT === "illegal") && !(replaying && FAULT === "replay")) addTile();
}

function main() {
  say("Welcome to 2048!\n");
  let log = options["--record"], size = Number(options["-s"] || 4), keys = "";
  if (options["--replay"]) {
    log = options["--replay"];
    [size, keys] = fs.readFileSync(log, "utf8").split(" ");
    size = Number(size);
  } else if (log) fs.writeFileSync(log, `${size} `);
  if (size < 2) size = 4;
  if (options["-i"]) {
    say(`Loading Board from ${options["-i"]}\n`);
    const [count, points, ...tiles] = fs.readFileSync(options["-i"], "utf8").trim().split(/\s+/).map(Number);
    score = points;
    board = Array.from({ length: count }, (_, row) => tiles.slice(row * count, (row + 1) * count));
  } else {
    say("Generating a New Board\n");
    board = Array.from({ length: size }, () => Array(size).fill(0));
    addTile();
    addTile();
  }
  for (const key of keys) move(key, true);
  say(CONTROLS);
  show();
  for (const typed of fs.readFileSync(0, "utf8").split("\n")) {
    if (isOver()) break;
    say(" > ");
    const key = typed.trim();
    if (key === "q") break;
    if (["w", "s", "a", "d"].includes(key)) {
      if (log) fs.appendFileSync(log, key);
      move(key, false);
    } else say(CONTROLS);
    show();
  }
  if (isOver()) say("Game Over!\n");
  const end = FAULT === "space" ? "\n" : " \n";
  const rows = board.map((row) => row.join(" ") + end).join("");
  if (!log) fs.writeFileSync(options["-o"] || "2048.board", `${board.length}\n${score}\n${rows}`);
  let text = Buffer.from(written.join(""));
  while (text.length) {
    try {
      text = text.subarray(fs.writeSync(1, text));
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
    }
  }
}

main();
