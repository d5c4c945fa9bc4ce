// What stands around every board: the menu, what there is to say, the hand, the score sheet, the rules and the log.

import { desk, make, root, tell } from "./screen.js";

/** A button that tells Python one deed. */
export function button(deed, { main = false, words = desk.page.words[deed] } = {}) {
  const lit = desk.now.sure && deed.startsWith(desk.now.sure) ? " rami-lit" : "";
  const attributes = {
    type: "button",
    class: `md-button${main ? " md-button--primary" : ""}${lit}`,
    "data-key": deed,
    disabled: !desk.now.can[deed],
  };
  return make("button", { ...attributes, click: () => tell(deed) }, words);
}

const small = (key, text, click) => make("button", { type: "button", class: "rami-small", "data-key": key, click }, text);

function select(key, label, values, value, change) {
  const options = values.map(([each, told]) => make("option", { value: each, selected: String(each) === String(value) }, told));
  const listen = (event) => change(event.target.value);
  return make("label", {}, make("span", {}, label), make("select", { name: key, "aria-label": label, "data-key": key, change: listen }, ...options));
}

const again = (changed) => tell("again", { game: desk.now.game, rules: desk.now.rules, players: desk.now.players, ...changed });

/** The game, the edition and what else is chosen once; a drawer, which is open where there is room. */
export function menu() {
  const { page, now } = desk;
  const { words } = page;
  const named = Object.keys(page.presets).map((each) => [each, page.editions[each]]);
  const players = page.presets[now.rules].map((each) => [each, String(each)]);
  const toggle = ({ target }) => (desk.menu = target.open);
  return make("details", { class: "rami-menu", open: desk.menu, toggle },
    make("summary", { "data-key": "menu" }, `${words.menu}: ${page.editions[now.rules]}`),
    make("div", { class: "rami-settings" },
      select("game", words.game, Object.entries(page.games), now.game, (game) => again({ game, rules: "" })),
      select("rules", words.rules, named, now.rules, (rules) => again({ rules })),
      select("players", words.players, players, now.players, (count) => again({ players: count })),
      select("lang", words.language, Object.entries(page.languages), desk.lang, speak),
      small("new", words.again, () => again({})),
      small("link", words.link, copyLink)));
}

function speak(lang) {
  desk.lang = lang;
  root.lang = lang;
  tell("speak", { lang });
}

/** Copies the link to the position; where the browser refuses, it is shown to be copied by hand. */
async function copyLink() {
  const address = new URLSearchParams({ ...desk.now.address, lang: desk.lang });
  const link = new URL(`#${address}`, location.href).href;
  try {
    await navigator.clipboard.writeText(link);
    tell("link");
  } catch {
    prompt(desk.page.words.link_here, link);
  }
}

export const seats = (...texts) => make("p", { class: "rami-seats" }, ...texts.map((text) => make("span", {}, text)));

/** What there is to say, and the buttons that answer a question; while the game loads, how far it is. */
export function said(...answers) {
  if (desk.loading) return desk.loading;
  const { said, problems, ready } = desk.now;
  const lines = [said, ...problems, ready].filter(Boolean).map((text) => make("p", {}, text));
  return make("div", { class: "rami-said" }, make("div", { role: "status" }, ...lines), ...answers);
}

/** The person's pieces and the buttons, which stay at the foot of the screen. */
export function foot(source, name, note, tiles, ...buttons) {
  const { page, now } = desk;
  const { can } = now;
  const ends = [["next", can.next], ["again", can.again]].filter(([, may]) => may);
  const end = ends.map(([deed]) => (deed === "next" ? button("next", { main: true }) : newMatch()));
  return make("div", { class: "rami-foot" },
    make("section", { class: "rami-rack rami-own", role: "group", "aria-label": name, "data-target": source },
      make("div", { class: "rami-name" }, make("span", {}, name), make("span", {}, note),
        select("sort", page.words.sort, page.sorts, now.order, (by) => tell("sort", { by }))),
      ...tiles),
    make("div", { class: "rami-buttons" }, ...(now.over ? end : buttons)));
}

function newMatch() {
  const attributes = { type: "button", class: "md-button md-button--primary", "data-key": "again", click: () => again({}) };
  return make("button", attributes, desk.page.words.again);
}

/** What stands below: the score sheet until the deal is over, the rules, the help, and what happened. */
export function below() {
  const { page: { words, prose }, now } = desk;
  return make("div", { class: "rami-below" },
    now.over ? "" : sheet(),
    make("details", { class: "rami-rules", open: desk.rules, toggle: ({ target }) => (desk.rules = target.open) },
      make("summary", { "data-key": "prose" }, words.prose),
      ...prose.map(([head, text]) => make("p", {}, make("strong", {}, head), " ", text))),
    make("p", { class: "rami-help" }, `${words.help} `, make("span", { class: "rami-keys" }, `${words.keys} `), words.legend),
    now.log.length ? make("section", { class: "rami-log", "aria-label": words.log },
      make("h2", {}, words.log), make("ul", { tabindex: 0 }, ...now.log.toReversed().map((text) => make("li", {}, text)))) : "");
}

/** The score sheet; after a deal it stands above the table. */
export function sheet() {
  if (!desk.now.sheet.length) return "";
  const [head, ...rows] = desk.now.sheet;
  const line = ([first, ...cells], tag) => make("tr", {}, make(first ? "th" : "td", first ? { scope: "row" } : {}, first),
    ...cells.map((cell) => make(tag, tag === "th" ? { scope: "col" } : {}, cell)));
  return make("div", { class: "rami-sheet", tabindex: 0, role: "group", "aria-label": desk.page.words.sheet },
    make("table", { class: "rami-points" }, line(head, "th"), ...rows.map((row) => line(row, "td"))));
}

/** Shows other elements, and keeps the focus where it was; where that is gone, on what comes closest. */
export function replace(fallback, ...elements) {
  const key = document.activeElement?.closest(".rami-board") && document.activeElement.dataset.key;
  root.replaceChildren(...elements.filter((each) => each !== ""));
  if (!key) return;
  const [kind, place] = key.split(" ");
  const same = root.querySelector(`[data-key="${key}"]:not(:disabled)`);
  const near = root.querySelector(`[data-key^="${place ? kind : fallback} "]:not(:disabled)`);
  const focus = same ?? near ?? root.querySelector(".rami-rack button:not(:disabled), .rami-buttons button:not(:disabled)");
  focus?.focus({ preventScroll: true });
}
