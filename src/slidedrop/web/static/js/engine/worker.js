/**
 * The search worker: one request at a time, the most urgent first. A search is done in slices; between two of them a
 * question can be cancelled, or wait for one that is more urgent. What was found out stays in the engine's table.
 *
 *     {id, question, body}   in         {id, answer} or {id, refused}   out         {cancel: id}   in
 *     {language}             in, first: the answers' words
 */
import { Analyst } from "./analyst.js";
import { GameError } from "../game/errors.js";
import { learn, t } from "../language.js";

const FOLDER = new URL("../../engine/", import.meta.url);
/** @type {Record<string, number>} */
const URGENCY = { choose: 0, threats: 1, hint: 2, coach: 2, refute: 2, scores: 3, review: 4 };

/**
 * @typedef {{id: number, question: string, body: any, isCancelled?: boolean}} Job
 */

/** The request ends here, or is started again later. */
class Stopped extends Error {}

const analyst = new Analyst(load, has, pause);
const channel = new MessageChannel();
/** @type {Job[]} */
let waiting = [];
/** @type {Job | null} */
let job = null;
/** @type {Record<string, [file: string, bytes: number]> | null} */
let names = null;

addEventListener("message", ({ data }) => {
  if ("cancel" in data) return cancel(data.cancel);
  if ("language" in data) return learn(data.language);
  waiting.push(data);
  if (!job) work();
});

async function work() {
  while (waiting.length) {
    const next = waiting.reduce((one, other) => (isBefore(other, one) ? other : one));
    job = next;
    waiting = waiting.filter((other) => other !== next);
    const said = await answered(next);
    if (said) postMessage({ id: next.id, ...said });
    else if (!next.isCancelled) waiting.push(next);
  }
  job = null;
}

/** @param {Job} job */
async function answered({ question, body }) {
  try {
    return { answer: await analyst.answer(question, body) };
  } catch (error) {
    if (error instanceof Stopped) return null;
    return { refused: error instanceof GameError ? error.message : t("error.engine failed", { why: error instanceof Error ? error.message : error }) };
  }
}

/** Receive the messages sent in the meantime. */
async function pause() {
  await new Promise((resolve) => {
    channel.port1.onmessage = resolve;
    channel.port2.postMessage(0);
  });
  const now = job;
  if (now && (now.isCancelled || waiting.some((other) => isBefore(other, now)))) throw new Stopped();
}

/** @param {number} id */
function cancel(id) {
  waiting = waiting.filter((other) => other.id !== id);
  if (job?.id === id) job.isCancelled = true;
}

/** @param {Job} one @param {Job} other */
function isBefore(one, other) {
  return URGENCY[one.question] < URGENCY[other.question];
}

/** @param {string} name */
async function load(name) {
  return fetched((await listed())[name][0]);
}

/** @param {string} name */
async function has(name) {
  return name in (await listed());
}

async function listed() {
  const known = names ?? JSON.parse(new TextDecoder().decode(await fetched("files.json")));
  names = known;
  return /** @type {NonNullable<typeof names>} */ (known);
}

/** @param {string} file */
async function fetched(file) {
  const answer = await fetch(new URL(file, FOLDER)).catch(() => null);
  if (!answer?.ok) throw new GameError(t("error.engine missing"));
  return new Uint8Array(await answer.arrayBuffer());
}
