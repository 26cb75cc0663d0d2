/**
 * Links to the game on the board: a copy (needs no server), to continue elsewhere, to watch, to play against.
 *
 * @typedef {import("../library.js").Saved} Saved
 */
import { writeCode } from "../game/share-code.js";
import { complain, openDialog } from "./dialogs.js";
import { byId, make, note } from "../views/dom.js";
import { GameError } from "../game/errors.js";
import { NAME } from "../net/sync.js";
import { isWatching } from "../session.js";
import { picture, qrCode } from "./qr.js";
import { saveAsFile } from "./games.js";
import { t } from "../language.js";

/** Share this game. */
export class ShareDialog {
  /** @param {any} session @param {import("../net/sync.js").Sync} sync @param {() => import("../games/definition.js").Game} shown - the position that is seen */
  constructor(session, sync, shown) {
    this.session = session;
    this.sync = sync;
    byId("share-picture").addEventListener("click", async () => (await import("./share-picture.js")).sharePicture(session.definition, shown()));
    byId("export").addEventListener("click", () => saveAsFile(session.saved));
  }

  async open() {
    const { game, saved } = this.session;
    const code = linkField(t("share.so far"), pageLink("game", await writeCode(game)));
    openDialog("share");
    byId("share-links").replaceChildren(code, ...this.#liveLinks(saved));
    byId("share-name").replaceChildren(...this.#nameField());
  }

  /** Open the game to another device; once the other seat is taken there, the server leaves us with our own. @param {number} seat */
  async invite(seat) {
    openDialog("share");
    byId("share-links").replaceChildren();
    await this.#trying(async () => {
      const { id } = await this.sync.shared();
      const other = await this.#secret(id, `player:${1 - seat}`);
      this.session.note({ link: { ...this.session.saved.link, waiting: seat } });
      byId("share-links").replaceChildren(linkField(t("share.invite"), pageLink("join", other)), ...reach());
      byId("share-name").replaceChildren(...this.#nameField());
    });
  }

  /** What the other side calls us. */
  #nameField() {
    if (!this.sync.api.up || this.session.definition.seats < 2) return [];
    const field = make("input", { maxlength: "24", autocomplete: "nickname", spellcheck: "false", value: this.session.library.storage.getItem(NAME) ?? "", name: "name" });
    field.addEventListener("change", () => this.sync.rename(field.value.trim()));
    return [make("label", { text: t("share.your name") }, field)];
  }

  /** @param {Saved} saved */
  #liveLinks({ link }) {
    if (!this.sync.api.up) return [make("p", { class: "small", text: t("share.needs server") })];
    const role = link?.role ?? "both";
    const watch = [t("share.watch"), t("share.watch text"), "watch"];
    const seat = link?.waiting ?? (link?.hosts ? Number(role.at(-1)) : null);
    const again = seat === null ? [] : [[t("share.again"), t("share.again text"), `player:${1 - seat}`]];
    const kinds = isWatching({ link }) ? [watch] : [...again, [t("share.elsewhere"), t("share.elsewhere text"), role], watch];
    const rooms = make("p", { class: "link-maker" }, make("span", { text: t("share.rooms text") }), make("a", { class: "button plain", href: "room/", text: t("share.rooms") }));
    return [...kinds.map(([label, text, as]) => this.#linkMaker(label, text, as)), rooms];
  }

  /** A button that turns into the link it makes; the secret is created when you press it. @param {string} label @param {string} text @param {string} role */
  #linkMaker(label, text, role) {
    const holder = make("p", { class: "link-maker" }, make("span", { text: `${text}.` }));
    const button = make("button", { type: "button", class: "plain", text: label, click: () => this.#trying(async () => {
      const { id } = await this.sync.shared();
      holder.replaceWith(linkField(text, pageLink("join", await this.#secret(id, role))), ...reach());
    }) });
    holder.append(button);
    return holder;
  }

  /** @param {string} id @param {string} role */
  async #secret(id, role) {
    return (await this.sync.api.ask(`games/${id}/links`, { role })).secret;
  }

  /** @param {() => Promise<void>} action */
  async #trying(action) {
    try {
      await action();
    } catch (error) {
      if (!(error instanceof GameError)) throw error;
      complain(byId("share"), `${error.message}.`);
    }
  }
}

/** @param {string} name @param {string} value */
function pageLink(name, value) {
  return `${location.origin}${location.pathname}#${name}=${value}`;
}

/** @param {string} text @param {string} link */
function linkField(text, link) {
  const field = make("input", { readonly: "", value: link, spellcheck: "false" });
  field.addEventListener("focus", () => field.select());
  const label = make("label", { text }, field);
  const button = (/** @type {string} */ words, /** @type {any} */ click) => make("button", { type: "button", class: "plain", text: words, click });
  const send = navigator.share ? [button(t("share.send"), () => navigator.share({ title: "slidedrop", url: link }).catch(() => {}))] : [];
  const code = qrCode(link);
  const holder = make("div", { class: "link" }, label);
  const turn = (/** @type {Element | null} */ shown) => (shown ? shown.remove() : code && holder.append(picture(code)));
  const show = code ? [button(t("share.qr"), () => turn(holder.querySelector("svg")))] : [];
  holder.append(make("span", { class: "row" }, button(t("share.copy"), () => copy(field)), ...send, ...show));
  return holder;
}

/** Where this address leads nowhere from another device, say so and how to do better. */
function reach() {
  if (!/^(localhost|127\.|\[::1\])/.test(location.hostname)) return [];
  return [make("p", { class: "small", text: t("share.local") })];
}

/** Copy a link; where the browser does not let us, select it for the person to copy. @param {HTMLInputElement} field */
async function copy(field) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    note(t("share.copied"));
  } catch {
    note(t("share.selected"));
  }
}
