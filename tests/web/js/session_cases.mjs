/**
 * Run the shared session cases (tests/data/session_cases.json) through the page's session. Reads the cases as one JSON
 * list from standard input, prints one JSON line for each: the differences from the expected result, or {}.
 */
import "./english.mjs";
import { Library, forgetful } from "../../../src/slidedrop/web/static/js/library.js";
import { Session, SessionRefusal, mayResign, undoCount, undosOf } from "../../../src/slidedrop/web/static/js/session.js";
import { definitionOf, loadGames, start } from "../../../src/slidedrop/web/static/js/games/registry.js";
import { GameError } from "../../../src/slidedrop/web/static/js/game/errors.js";
import { readFileSync } from "node:fs";

await loadGames();
for (const one of JSON.parse(readFileSync(0, "utf8"))) process.stdout.write(`${JSON.stringify(differences(one))}\n`);

function differences(one) {
  const session = new Session(new Library(forgetful()));
  const { game, rules, seats, seed = "1", start: first = null } = one;
  session.start(start({ ...definitionOf(game).usual().header(), rules, seed, start: first }), { players: seats });
  const wrong = one.do.map((step) => carriedOut(session, step, Boolean(one.apart))).filter(Boolean);
  session.follow([...session.saved.commands], session.saved.link); // repeated commands are not executed again
  const facts = factsOf(session, Object.keys(one.then), Boolean(one.apart));
  const differ = Object.keys(one.then).filter((name) => JSON.stringify(facts[name]) !== JSON.stringify(one.then[name]));
  return Object.fromEntries([...differ.map((name) => [name, facts[name]]), ...wrong.map((text, at) => [`step ${at + 1}`, text])]);
}

/** Execute a step; return the differences from its expected result. */
function carriedOut(session, { command, seat, agreed, refused, changes = true }, apart) {
  if (apart) session.note({ link: { id: "here", role: `player:${seat}`, ply: 0 } });
  const before = session.saved.commands.length;
  let code = null;
  try {
    session.ask(command, { agreed });
  } catch (error) {
    if (!(error instanceof GameError)) throw error;
    code = error instanceof SessionRefusal ? error.code : "illegal";
  }
  const changed = session.saved.commands.length > before;
  const isRight = code === (refused ?? null) && changed === (changes && !refused);
  return isRight ? "" : `${JSON.stringify(command)}: refused ${code}, changed ${changed}`;
}

function factsOf(session, names, apart) {
  const { game, saved } = session;
  const all = {
    to_move: game.finished ? null : game.toMove, line: game.line(), ply: saved.commands.length, undo: undoCount(session),
    undos: Object.fromEntries([...Array(session.definition.seats).keys()].map((seat) => [seat, undosOf(game, seat)])),
    may_resign: mayResign(session), winner: game.outcome?.winner,
  };
  return Object.fromEntries(names.filter((name) => !(apart && name === "undo")).map((name) => [name, all[name]]));
}
