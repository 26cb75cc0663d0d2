/** A right 2048 that insists on a terminal: keys come one by one, without Enter. */
process.stdin.setRawMode(true);
process.stdin.setEncoding("utf8");

let board = new Array(16).fill(0);

function addTile() {
  const free = board.flatMap((tile, place) => (tile ? [] : [place]));
  board[free[Math.floor(Math.random() * free.length)]] = Math.random() < 0.9 ? 2 : 4;
}

function merged(line) {
  const tiles = line.filter(Boolean);
  const made = [];
  while (tiles.length) {
    const tile = tiles.shift();
    made.push(tiles[0] === tile ? tile + tiles.shift() : tile);
  }
  return [...made, ...new Array(4 - made.length).fill(0)];
}

function slide(key) {
  const after = [...board];
  for (let line = 0; line < 4; line += 1) {
    let places = [0, 1, 2, 3].map((step) => (key === "up" || key === "down" ? step * 4 + line : line * 4 + step));
    if (key === "down" || key === "right") places = places.reverse();
    merged(places.map((place) => board[place])).forEach((tile, step) => { after[places[step]] = tile; });
  }
  const moved = after.some((tile, place) => tile !== board[place]);
  board = after;
  return moved;
}

function show() {
  let text = "";
  for (let row = 0; row < 4; row += 1) text += board.slice(4 * row, 4 * row + 4).map((tile) => `[${tile || " "}]`).join(" ") + "\r\n";
  process.stdout.write(text);
}

const KEYS = { w: "up", s: "down", a: "left", d: "right", "\x1b[A": "up", "\x1b[B": "down", "\x1b[D": "left", "\x1b[C": "right" };
process.stdin.on("data", (key) => {
  if (key === "\x03" || key === "\x04") process.exit(0);
  if (KEYS[key] && slide(KEYS[key])) addTile();
  if (KEYS[key]) show();
});
addTile();
addTile();
show();
