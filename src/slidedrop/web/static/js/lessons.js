/** Questions to the server's teacher, who may be busy or still getting ready: asked again until there is an answer. */
import { Refused } from "./api.js";

/** How often a question is asked again before it is given up. */
const TRIES = 40;

/**
 * @param {import("./api.js").Api} api
 * @param {string} path
 * @param {any} body
 * @param {{wanted(): boolean, tell(text: string): void}} asker - whether the answer is still of use, and who hears why it takes long
 * @returns {Promise<any>} the answer, or null where nobody wants it any more
 */
export async function askPatiently(api, path, body, asker) {
  for (let tries = TRIES; asker.wanted(); tries -= 1) {
    try {
      const answer = await api.ask(path, body);
      return asker.wanted() ? answer : null;
    } catch (error) {
      if (!tries || !(error instanceof Refused) || (error.status !== 429 && error.status !== 503)) throw error;
      asker.tell(error.message);
      await new Promise((resolve) => setTimeout(resolve, 1000 * error.wait));
    }
  }
  return null;
}
