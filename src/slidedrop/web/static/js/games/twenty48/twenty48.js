/** The definition of 2048 for the page: all its parts in one object. @typedef {import("../definition.js").GameDefinition} GameDefinition */
import { Twenty48 } from "./twenty48-game.js";
import { freshSeed } from "../../game/random.js";
import { capital } from "../../views/speech.js";
import { isOwn } from "../../session.js";
import { t } from "../../language.js";

/** @type {GameDefinition} */
export const twenty48 = {
  name: "2048",
  title: "2048",
  letter: "T",
  seats: 1,
  buttons: ["watch", "pad"],
  directions: [["left", "◀"], ["up", "▲"], ["down", "▼"], ["right", "▶"]],
  watched: "network",
  puzzle: { start: startPuzzle, question: () => t("tiles.question") },
  fromHeader: (header) => Twenty48.fromHeader(header),
  usual: () => Twenty48.usual(),
  how: ({ rules }, isFine) => t(isFine ? "tiles.how keys" : "tiles.how touch", { tile: String(rules.winning_tile) }),
  counts,
  details: (game) => [[t("tiles.winning"), game.rules.winning_tile], [t("tiles.seed"), game.seed]],
  again: ({ rules }) => new Twenty48(rules, { seed: freshSeed() }),
  daily: (seed) => new Twenty48(Twenty48.usual().rules, { seed }),
  spell: (move) => capital(t(`direction.${move}`)),
  sentence,
  standing,
  listed: ({ score, largest }) => t("tiles.standing", { score: Number(score), tile: String(largest) }),
  moment: ({ rules }, { slide }) => (slide.made.length ? { sound: "join", level: Math.log2(Math.max(...slide.made) / rules.base) } : { sound: "slide", level: 0 }),
  sign,
  pressed: ({ move }) => move ?? null,
  nothingMoved: (move) => t("tiles.nothing moved", { direction: capital(t(`direction.${move}`)) }),
  mayReview: () => true,
  answersHere: () => true,
  wishes: (storage) => ({ strong: storage.getItem("slidedrop:strong") === "on" }),
  view: async () => (await import(/* bundled */ "./twenty48-view.js")).Twenty48View,
  picture: async () => (await import("./tile-drawing.js")).drawingOf,
  codec: () => import("./share-twenty48.js"),
  newGame: async () => (await import("./tile-rules-dialog.js")).TileRulesDialog,
  editor: async () => (await import("./tile-editor.js")).TileEditor,
  review: async () => (await import("./luck-review.js")).LuckReview,
  analyst: async () => (await import("./tile-analyst.js")).TileAnalyst,
  helpLine: async (storage) => new (await import("./strong-engine.js")).StrongEngine(storage),
};

/** @param {string} position - rows of tiles, with commas and slashes between @returns {Twenty48} */
function startPuzzle(position) {
  return Twenty48.fromHeader({ ...Twenty48.usual().header(), seed: "0", start: { board: position.split(/[,/]/).map(Number) } });
}

/** @param {Twenty48} game @param {import("../../session.js").Session} session @returns {[string, string, number][]} */
function counts(game, { saved, library }) {
  const { rules, score } = game.summary();
  const best = library.best(rules);
  return [["score", t("tiles.score"), score], ["best", t("tiles.best"), isOwn(saved) ? Math.max(best, score) : best]];
}

/** @param {Twenty48} game @param {import("./twenty48-game.js").Turn} turn @returns {string} what a slide did */
function sentence(game, { slide, spawns }) {
  const { size } = game.rules;
  const direction = capital(t(`direction.${slide.direction}`));
  const made = slide.made.map((value) => t("tiles.made", { half: String(value / 2), tile: String(value) })).join(", ");
  const came = spawns.map(({ place, value }) => t("tiles.came", { tile: String(value), row: Math.floor(place / size) + 1, column: (place % size) + 1 })).join(", ");
  return `${t(made ? "tiles.slid and made" : "tiles.slid", { direction, made, came })} ${standing(game)}`;
}

/** @param {Twenty48} game @returns {string} */
function standing(game) {
  const { score, over } = game.state;
  const won = hasJustWon(game, game.state) ? [t("tiles.won", { tile: String(game.rules.winning_tile) })] : [];
  return [t("tiles.score now", { score: String(score) }), ...won, ...(over ? [t("tiles.over")] : [])].join(" ");
}

/** @param {Twenty48} game @param {any} turn @returns {import("../definition.js").Sign | null} */
function sign(game, turn) {
  const { score, over } = game.state;
  if (over) return { mood: "over", title: t("tiles.over title"), text: t("tiles.over text", { score }), acts: [[t("page.new game"), "new"], [t("page.undo"), "undo"], [t("page.review"), "look"]] };
  if (!hasJustWon(game, turn?.state)) return null;
  return { mood: "won", title: t("tiles.won title", { tile: String(game.rules.winning_tile) }), text: t("tiles.won text"), acts: [[t("tiles.keep playing"), "continue"], [t("page.new game"), "new"]] };
}

/** @param {Twenty48} game @param {import("./twenty48-game.js").State | undefined} state */
function hasJustWon(game, state) {
  const before = game.turns.at(-2)?.state ?? game.firstState;
  return Boolean(state?.won) && !before.won;
}
