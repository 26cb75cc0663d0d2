/** A finger or a pen drawn over the board as a direction; one direction a stroke. */

const LEAST = 24;

/** @param {HTMLElement} element @param {(direction: string) => void} swiped */
export function listenForSwipes(element, swiped) {
  let from = null;
  element.addEventListener("pointerdown", (event) => {
    if (event.isPrimary && event.button === 0) from = { x: event.clientX, y: event.clientY };
  });
  element.addEventListener("pointermove", (event) => {
    const direction = from && event.isPrimary ? strokeOf(event.clientX - from.x, event.clientY - from.y) : null;
    if (!direction) return;
    from = null;
    swiped(direction);
  });
  for (const name of ["pointerup", "pointercancel"]) element.addEventListener(name, () => (from = null));
}

/** @param {number} right @param {number} down @returns {string | null} the direction of a stroke that is long enough */
export function strokeOf(right, down) {
  if (Math.max(Math.abs(right), Math.abs(down)) < LEAST) return null;
  if (Math.abs(right) > Math.abs(down)) return right > 0 ? "right" : "left";
  return down > 0 ? "down" : "up";
}
