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
