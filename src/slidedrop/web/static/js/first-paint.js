/** Before anything is painted: the colours that were chosen, so that no other ones flash up. */
(() => {
  /** @param {string} name */
  const remembered = (name) => {
    try {
      return localStorage.getItem(`slidedrop:${name}`) ?? "";
    } catch {
      return "";
    }
  };
  for (const name of ["theme", "palette", "pad", "sounds", "haptics"]) document.documentElement.dataset[name] = remembered(name);
})();

/** Keys and presses on buttons wait until early.js carries them out: nothing is lost before the program is there. */
(() => {
  const names = ["keydown", "click"];
  /** @type {Event[]} */
  const events = [];
  const take = (/** @type {Event} */ event) => {
    if (event.type !== "click" || /** @type {Element} */ (event.target).closest("button")) events.push(event);
  };
  for (const name of names) addEventListener(name, take, true);
  Object.assign(window, { early: { events, stop: () => names.forEach((name) => removeEventListener(name, take, true)) } });
})();
