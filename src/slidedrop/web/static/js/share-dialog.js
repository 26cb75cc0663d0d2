/** Links to the game on the table: as it stands (no server needed), to go on elsewhere, to watch, to play against. */
import { writeCode } from "./game/share.js";
import { complain, openDialog } from "./dialogs.js";
import { byId, make, note } from "./dom.js";
import { GameError } from "./game/errors.js";
import { isWatching } from "./seats.js";
import { saveAsFile } from "./games-dialog.js";

/** Share this game. */
export class ShareDialog {
  /** @param {any} table @param {import("./sync.js").Sync} sync */
  constructor(table, sync) {
    this.table = table;
    this.sync = sync;
    byId("export").addEventListener("click", () => saveAsFile(table.kept));
  }

  async open() {
    const { game, kept } = this.table;
    openDialog("share");
    const code = linkField("The game so far, to replay or play on", pageLink("game", writeCode(game)));
    byId("share-links").replaceChildren(code, ...this.#liveLinks(kept));
  }

  /** Open the game to another device; once the other seat is taken there, the server leaves us with our own. */
  async invite(seat) {
    openDialog("share");
    byId("share-links").replaceChildren();
    await this.#trying(async () => {
      const { id } = await this.sync.shared();
      const other = await this.#secret(id, `player:${1 - seat}`);
      this.table.note({ link: { ...this.table.kept.link, role: `player:${seat}` } });
      byId("share-links").replaceChildren(linkField("Send this link to the other player", pageLink("join", other)));
    });
  }

  #liveLinks({ link }) {
    if (!this.sync.api.up) return [make("p", { class: "small", text: "Links to go on elsewhere or to watch live need the slidedrop server, and none answers here." })];
    const role = link?.role ?? "both";
    const watch = ["Watch live", "A link to watch, without moving", "watch"];
    const kinds = isWatching({ link }) ? [watch] : [["Go on elsewhere", "A link to go on with this game on another device", role], watch];
    return kinds.map(([label, text, as]) => this.#linkMaker(label, text, as));
  }

  /** A button that becomes the link it makes; a secret is only drawn when it is wanted. */
  #linkMaker(label, text, role) {
    const holder = make("p", { class: "link-maker" }, make("span", { text: `${text}.` }));
    const button = make("button", { type: "button", class: "plain", text: label, click: () => this.#trying(async () => {
      const { id } = await this.sync.shared();
      holder.replaceWith(linkField(text, pageLink("join", await this.#secret(id, role))));
    }) });
    holder.append(button);
    return holder;
  }

  async #secret(id, role) {
    return (await this.sync.api.ask(`games/${id}/links`, { role })).secret;
  }

  async #trying(deed) {
    try {
      await deed();
    } catch (error) {
      if (!(error instanceof GameError)) throw error;
      complain(byId("share"), `${error.message}.`);
    }
  }
}

function pageLink(name, value) {
  return `${location.origin}${location.pathname}#${name}=${value}`;
}

function linkField(text, link) {
  const field = make("input", { readonly: "", value: link, spellcheck: "false" });
  field.addEventListener("focus", () => field.select());
  const label = make("label", { text }, field);
  return make("div", { class: "link" }, label, make("button", { type: "button", class: "plain", text: "Copy", click: () => copy(field) }));
}

/** Copy a link; where the browser does not let us, select it for the person to copy. */
async function copy(field) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    note("Copied.");
  } catch {
    note("Selected: copy it with your browser's own command.");
  }
}
