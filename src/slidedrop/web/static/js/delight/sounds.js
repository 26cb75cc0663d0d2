/**
 * Soft sounds, generated without files. Each is a few notes of a sine wave that fade.
 *
 * @typedef {"slide" | "join" | "drop" | "win" | "over"} Sound
 * @typedef {[hertz: number, at: number, seconds: number, loud: number][]} Notes
 */

const LOUD = 0.14;
/** Steps of a scale on which any two notes sound well together. */
const SCALE = [0, 2, 4, 7, 9];
const BASE_HERTZ = 196;

/** @type {AudioContext | null} */
let audio = null;

/** @param {Sound} sound @param {number} [level] - how high: the tile that was made, or the height of a disc */
export function play(sound, level = 0) {
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume().catch(() => {});
  for (const note of notesOf(sound, level)) sing(audio, note);
}

/** @param {Sound} sound @param {number} level @returns {Notes} */
export function notesOf(sound, level) {
  if (sound === "win") return [0, 2, 4, 5].map((step, index) => [pitch(step + 5), index * 0.11, 0.5, LOUD]);
  if (sound === "over") return [3, 0].map((step, index) => [pitch(step) / 2, index * 0.2, 0.6, LOUD]);
  if (sound === "join") return [[pitch(level), 0, 0.22, LOUD], [pitch(level + 2), 0.05, 0.26, LOUD / 2]];
  if (sound === "drop") return [[110 + 14 * level, 0, 0.14, LOUD * 1.4]];
  return [[140, 0, 0.07, LOUD / 2]];
}

/** @param {number} step - of the scale @returns {number} in hertz */
function pitch(step) {
  const octave = Math.floor(step / SCALE.length);
  return BASE_HERTZ * 2 ** (octave + SCALE[step % SCALE.length] / 12);
}

/** @param {AudioContext} context @param {Notes[0]} note */
function sing(context, [hertz, at, seconds, loud]) {
  const start = context.currentTime + at;
  const wave = new OscillatorNode(context, { type: "sine", frequency: hertz });
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(loud, start + 0.012);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
  wave.connect(volume).connect(context.destination);
  wave.start(start);
  wave.stop(start + seconds);
}
