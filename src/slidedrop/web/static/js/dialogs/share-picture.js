/** The position on the board as a picture, sent or saved. */
import { make, note } from "../views/dom.js";
import { inColours } from "../views/speech.js";
import { sharedPicture } from "../views/board-picture.js";
import { number, t } from "../language.js";

/** @param {import("../games/definition.js").GameDefinition} definition @param {import("../games/definition.js").Game} game - as it is shown */
export async function sharePicture(definition, game) {
  const drawingOf = await definition.picture();
  const summary = game.summary();
  const { score } = summary;
  const standing = definition.listed(summary);
  const title = score === undefined ? definition.title : number(score);
  const words = { title, caption: inColours(score === undefined ? standing : `${definition.title} · ${standing}`), foot: "slidedrop" };
  const blob = await sharedPicture(drawingOf(game), words).catch(() => null);
  if (!blob) return note(t("share.picture failed"));
  const file = new File([blob], `slidedrop-${game.kind}.png`, { type: blob.type });
  if (navigator.canShare?.({ files: [file] })) return navigator.share({ files: [file] }).catch(() => {});
  const url = URL.createObjectURL(blob);
  make("a", { href: url, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
  return note(t("share.picture saved"));
}
