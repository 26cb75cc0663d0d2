/** Runs before the first paint: sets the chosen colours, so that no others flash up. */
(() => {
  /** @param {string} name */
  const remembered = (name) => {
    try {
      return localStorage.getItem(`slidedrop:${name}`) ?? "";
    } catch {
      return "";
    }
  };
  const { dataset } = document.documentElement;
  for (const name of ["theme", "palette", "pad", "coach", "sounds", "haptics", "language"]) dataset[name] = remembered(name);
})();

/**
 * The language: the one that was chosen, or the first of the browser's that there is. What the first board says is asked for
 * at once; the page, which is written in English, stays hidden until the texts of another language are there.
 */
(() => {
  const tags = ["en", "de", "es", "fr"];
  const { dataset } = document.documentElement;
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const languageOf = (/** @type {string} */ wish) => wish.toLowerCase().split("-")[0];
  const tag = [dataset.language ?? "", ...navigator.languages.map(languageOf)].find((wish) => tags.includes(wish)) ?? "en";
  const locale = navigator.languages.find((wish) => languageOf(wish) === tag) ?? tag;
  const fetched = async (/** @type {string} */ name) => {
    const answer = await fetch(new URL(`../lang/${name}.json`, script.src));
    return answer.ok ? answer.json() : Promise.reject(new Error(answer.statusText));
  };
  const part = (suffix = "") => fetched(tag + suffix).catch(() => fetched(`en${suffix}`)).catch(() => ({}));
  if (tag !== "en") dataset.waits = "";
  Object.assign(window, { language: { tag, locale, texts: part(), later: () => part("-later") } });
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
