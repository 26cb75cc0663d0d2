/**
 * Compares our line with the server's. Lines are never merged: one is a prefix of the other, or they have parted.
 *
 *     ours     a b c d        server   a b        "ahead": the server gets c d
 *     ours     a b            server   a b c      "behind": we take c
 *     ours     a b x          server   a b c      "parted": ours is saved as a copy, and the game continues from the server's
 */
import { commonLength } from "../game/command.js";

/**
 * @param {import("../game/command.js").Command[]} ours
 * @param {import("../game/command.js").Command[]} theirs
 * @returns {"equal" | "ahead" | "behind" | "parted"}
 */
export function compareLines(ours, theirs) {
  const common = commonLength(ours, theirs);
  if (common === ours.length && common === theirs.length) return "equal";
  if (common === theirs.length) return "ahead";
  return common === ours.length ? "behind" : "parted";
}
