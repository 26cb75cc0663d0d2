/** Small tiles and discs that rain over the board at a win; none if the browser asks for reduced motion. */
import { make } from "../views/dom.js";

const PIECES = 42;
const LASTS_MS = 2200;
const COLOURS = ["var(--red)", "var(--blue)", "#ffb05c", "#c02d86", "#6b3fd4", "#ffd95e"];

/** @param {HTMLElement} stage */
export function celebrate(stage) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const rain = make("div", { class: "confetti", "aria-hidden": "true" });
  stage.append(rain);
  const { width, height } = stage.getBoundingClientRect();
  for (let count = 0; count < PIECES; count += 1) fall(rain, count, [width, height]);
  setTimeout(() => rain.remove(), LASTS_MS + 400);
}

/** @param {HTMLElement} rain @param {number} count @param {number[]} area */
function fall(rain, count, [width, height]) {
  const piece = make("i", { class: count % 2 ? "round" : "" });
  piece.style.background = COLOURS[count % COLOURS.length];
  rain.append(piece);
  const x = Math.random() * width;
  const drift = (Math.random() - 0.5) * 120;
  const turn = (Math.random() - 0.5) * 1080;
  piece.animate(
    [{ transform: `translate(${x}px, -30px) rotate(0)`, opacity: 1 }, { opacity: 1, offset: 0.75 }, { transform: `translate(${x + drift}px, ${height * (0.7 + Math.random() * 0.4)}px) rotate(${turn}deg)`, opacity: 0 }],
    { duration: LASTS_MS * (0.6 + Math.random() * 0.4), delay: Math.random() * 350, easing: "cubic-bezier(0.2, 0.6, 0.5, 1)", fill: "both" },
  );
}
