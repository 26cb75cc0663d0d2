/**
 * The worker that thinks: one question at a time, the most urgent first. A search is done in slices; between two of them a
 * question can be cancelled, or wait for one that is more urgent. What was found out stays in the engine's table.
 *
 *     {id, question, body}   in         {id, answer} or {id, refused}   out         {cancel: id}   in
 */
import { Analyst } from "./analyst.js";
import { GameError } from "../game/errors.js";

const FOLDER = new URL("../../engine/", import.meta.url);
const URGENCY = { choose: 0, threats: 1, hint: 2, refute: 2, scores: 3, review: 4 };

/** The question ends here, or is begun again later. */
class Stopped extends Error {}

const analyst = new Analyst(load, has, pause);
const channel = new MessageChannel();
let waiting = [];
let job = null;
let names = null;

addEventListener("message", ({ data }) => {
  if ("cancel" in data) return cancel(data.cancel);
  waiting.push(data);
  if (!job) work();
});

async function work() {
  while (waiting.length) {
    job = waiting.reduce((one, other) => (isBefore(other, one) ? other : one));
    waiting = waiting.filter((other) => other !== job);
    const said = await answered(job);
    if (said) postMessage({ id: job.id, ...said });
    else if (!job.isCancelled) waiting.push(job);
  }
  job = null;
}

async function answered({ question, body }) {
  try {
    return { answer: await analyst.answer(question, body) };
  } catch (error) {
    if (error instanceof Stopped) return null;
    return { refused: error instanceof GameError ? error.message : `the engine failed (${error.message})` };
  }
}

/** Hear what was sent meanwhile. */
async function pause() {
  await new Promise((resolve) => {
    channel.port1.onmessage = resolve;
    channel.port2.postMessage(0);
  });
  if (job.isCancelled || waiting.some((other) => isBefore(other, job))) throw new Stopped();
}

function cancel(id) {
  waiting = waiting.filter((other) => other.id !== id);
  if (job?.id === id) job.isCancelled = true;
}

function isBefore(one, other) {
  return URGENCY[one.question] < URGENCY[other.question];
}

async function load(name) {
  return fetched((await listed())[name][0]);
}

async function has(name) {
  return name in (await listed());
}

async function listed() {
  names ??= JSON.parse(new TextDecoder().decode(await fetched("files.json")));
  return names;
}

async function fetched(file) {
  const answer = await fetch(new URL(file, FOLDER)).catch(() => null);
  if (!answer?.ok) throw new GameError("the engine could not be fetched; it is kept on this device once it was, and then works without a network");
  return new Uint8Array(await answer.arrayBuffer());
}
