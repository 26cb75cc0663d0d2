/**
 * A swipe of a finger or pen anywhere on the page as a direction; one direction per swipe. A mouse is drawn over
 * the board alone, so that text can still be selected.
 */

const LEAST = 24;
/** Where a stroke means something else. */
const OTHER = "input, select, textarea, dialog, .games, .review-moves";

/** @param {(direction: string) => void} swiped @param {() => boolean} wanted - whether swipes count now */
export function listenForSwipes(swiped, wanted) {
  /** @type {{x: number, y: number} | null} */
  let from = null;
  const begin = (/** @type {any} */ event) => {
    const place = event.pointerType === "mouse" ? event.target.closest("#stage") : !event.target.closest(OTHER);
    from = event.isPrimary && event.button === 0 && place && wanted() ? { x: event.clientX, y: event.clientY } : null;
  };
  const drawn = (/** @type {any} */ event) => {
    const direction = from && event.isPrimary ? strokeOf(event.clientX - from.x, event.clientY - from.y) : null;
    if (!direction) return;
    from = null;
    ignoreNextClick();
    swiped(direction);
  };
  document.addEventListener("pointerdown", begin);
  document.addEventListener("pointermove", drawn);
  for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, () => (from = null));
}

/** A swipe that starts and ends on one button does not press it. */
function ignoreNextClick() {
  const ignore = (/** @type {any} */ event) => (event.stopPropagation(), event.preventDefault());
  document.addEventListener("click", ignore, { capture: true, once: true });
  document.addEventListener("pointerup", () => setTimeout(() => document.removeEventListener("click", ignore, true)), { once: true });
}

/** @param {number} right @param {number} down @returns {string | null} the direction of a stroke that is long enough */
export function strokeOf(right, down) {
  if (Math.max(Math.abs(right), Math.abs(down)) < LEAST) return null;
  if (Math.abs(right) > Math.abs(down)) return right > 0 ? "right" : "left";
  return down > 0 ? "down" : "up";
}
