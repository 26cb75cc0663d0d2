/** Keys and presses before the program was loaded: first-paint.js collects them, this module carries them out. */

/** @typedef {{events: (KeyboardEvent | MouseEvent)[], stop(): void}} Early */

/** Carry out the collected events in order; from now on the page listens itself. */
export function catchUp() {
  const early = /** @type {{early?: Early}} */ (/** @type {unknown} */ (window)).early;
  early?.stop();
  for (const event of early?.events.splice(0) ?? []) {
    const target = standing(/** @type {Element} */ (event.target));
    if (event instanceof KeyboardEvent) target.dispatchEvent(new KeyboardEvent("keydown", event));
    else /** @type {HTMLElement} */ (target.closest("button"))?.click();
  }
}

/** @param {Element} target @returns {Element} the same part of the page, even if it was drawn again */
function standing(target) {
  const move = target.closest("[data-move]")?.getAttribute("data-move");
  return target.isConnected ? target : ((move && document.querySelector(`[data-move="${CSS.escape(move)}"]`)) || document.body);
}
