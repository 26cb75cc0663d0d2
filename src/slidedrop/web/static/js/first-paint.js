/** Before anything is painted: the colours that were chosen, so that no other ones flash up, and the rules of the last game. */
(() => {
  const RULES = { 2048: ["game/twenty48", "game/twenty48-board", "game/twenty48-rules", "game/random", "views/twenty48"], connect4: ["game/connect4", "game/connect4-position", "game/connect4-rules", "views/connect4"] };
  const kept = (name) => {
    try {
      return localStorage.getItem(`slidedrop:${name}`) ?? "";
    } catch {
      return "";
    }
  };
  for (const name of ["theme", "palette"]) document.documentElement.dataset[name] = kept(name);
  if (document.currentScript?.hasAttribute("data-plain")) return;
  for (const name of RULES[kept("open:")] ?? RULES[2048]) document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href: `js/${name}.js` }));
})();
