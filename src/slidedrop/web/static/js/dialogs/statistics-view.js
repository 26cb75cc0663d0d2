/** Statistics of your games: scores over time, tiles reached, and results against each opponent. */
import { playedGame, statistics } from "../statistics.js";
import { definitionOf } from "../games/registry.js";
import { make } from "../views/dom.js";
import { playersOf } from "../players.js";
import { number, t } from "../language.js";
import { rulesText } from "../views/speech.js";

const SVG = "http://www.w3.org/2000/svg";
/** How many games the graph shows. */
const LAST = 60;
const [WIDTH, HEIGHT] = [300, 70];

/** @param {HTMLElement} list @param {import("../library.js").Library} library */
export async function showStatistics(list, library) {
  const { groups, not_counted: others } = statistics(library.list().reverse().map(playedGame));
  const left = Object.values(others).reduce((sum, count) => sum + count, 0);
  const parts = await Promise.all(groups.map(groupPart));
  if (!parts.length) parts.push(make("li", { text: t("stats.none") }));
  if (left) parts.push(make("li", { class: "small", text: t("stats.not counted", { count: left }) }));
  list.replaceChildren(...parts);
}

/** @param {import("../statistics.js").Group} group @returns {Promise<HTMLElement>} */
async function groupPart(group) {
  const { game, rules, games, best, mean, won, drawn, finished, scores, tiles, opponents } = group;
  const head = make("h3", { text: `${definitionOf(game).title} ${rulesText(rules)}` });
  const figures = best === null ? [[t("stats.games"), games], [t("stats.finished"), finished], [t("stats.won"), won], [t("stats.drawn"), drawn]] : [[t("stats.games"), games], [t("stats.best"), best], [t("stats.mean"), Math.round(mean ?? 0)], [t("stats.won"), won]];
  const facts = make("dl", { class: "facts" }, ...figures.map(([name, value]) => make("div", {}, make("dt", { text: String(name) }), make("dd", { text: number(Number(value)) }))));
  const titles = opponents.length ? new Map((await playersOf(game)).map(({ name, title }) => [name, title])) : new Map();
  const rows = opponents.map((one) => opponentRow(titles.get(one.opponent) ?? one.opponent, one));
  return make("li", {}, head, facts, ...(scores.length > 1 ? [graph(scores.slice(-LAST))] : []), ...(tiles.length ? [tileBars(tiles)] : []), ...(rows.length ? [make("h4", { text: t("stats.against") }), ...rows] : []));
}

/** @param {number[]} scores */
function graph(scores) {
  const most = Math.max(...scores, 1);
  const at = (/** @type {number} */ score, /** @type {number} */ index) => [(index / (scores.length - 1)) * (WIDTH - 8) + 4, HEIGHT - 4 - (score / most) * (HEIGHT - 8)];
  const points = scores.map((score, index) => at(score, index).map((value) => value.toFixed(1)).join(",")).join(" ");
  const [x, y] = at(most, scores.indexOf(most));
  const picture = svg("svg", { class: "score-graph", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": t("stats.scores", { games: scores.length, best: most }) });
  picture.append(svg("polyline", { points }), svg("circle", { cx: String(x), cy: String(y), r: "4" }));
  return make("figure", {}, make("figcaption", { class: "small", text: t("stats.over time") }), picture);
}

/** @param {[tile: number, count: number][]} tiles */
function tileBars(tiles) {
  const most = Math.max(...tiles.map(([, count]) => count));
  const bars = tiles.map(([tile, count]) => {
    const bar = make("span", { class: "bar" });
    bar.style.setProperty("--part", String(count / most));
    return make("li", { title: t("stats.tile", { tile: String(tile), count }) }, make("b", { text: number(tile) }), bar, make("span", { text: number(count) }));
  });
  return make("figure", {}, make("figcaption", { class: "small", text: t("stats.tiles") }), make("ul", { class: "bars" }, ...bars));
}

/** @param {string} title @param {import("../statistics.js").Results} results */
function opponentRow(title, results) {
  const strip = make("span", { class: "strip", "aria-hidden": "true" }, ...["won", "drawn", "lost"].map((kind) => {
    const part = make("i", { class: kind });
    part.style.flexGrow = String(/** @type {any} */ (results)[kind]);
    return part;
  }));
  const streak = results.streak > 1 ? ` · ${t("stats.streak", { count: results.streak })}` : "";
  return make("div", { class: "against" }, make("b", { text: title }), strip, make("span", { class: "small", text: `${t("stats.results", results)}${streak}` }));
}

/** @param {string} tag @param {Record<string, string>} words */
function svg(tag, words) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(words)) element.setAttribute(name, value);
  return element;
}
