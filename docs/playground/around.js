// What stands around every board: the menu, what there is to say, the hand, the score sheet, the rules and the log.

import { desk, kept, make, root, tell } from "./screen.js";

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
function menu() {
  const { page, now } = desk;
  const { words } = page;
  const named = Object.keys(page.presets).map((each) => [each, page.editions[each]]);
  const players = page.presets[now.rules].map((each) => [each, String(each)]);
  const toggle = ({ target }) => (desk.menu = target.open);
  return make("details", { class: "rami-menu", open: desk.menu, toggle },
    make("summary", { "data-key": "menu" }, words.has.replace("{0}", page.games[now.game]).replace("{1}", page.editions[now.rules])),
    make("div", { class: "rami-settings" },
      select("game", words.game, Object.entries(page.games), now.game, (game) => again({ game, rules: "" })),
      select("rules", words.rules, named, now.rules, (rules) => again({ rules })),
      select("players", words.players, players, now.players, (count) => again({ players: count })),
      select("level", words.level, page.levels, desk.level, setLevel),
      select("lang", words.language, Object.entries(page.languages), desk.lang, speak),
      now.clock || desk.clock ? clockSwitch(words.clock) : "",
      small("new", words.again, () => again({})),
      small("link", words.link, () => copy("link", now.deal)),
      small("link_position", words.link_position, copyPosition),
      small("save", words.save, save),
      loader(words.load)));
}

function setLevel(level) {
  desk.level = level;
  kept("level", level);
  tell("set_level", { level });
}

function clockSwitch(words) {
  const change = ({ target }) => {
    desk.clock = target.checked;
    kept("clock", desk.clock ? "on" : "off");
    desk.render();
  };
  return make("label", { class: "rami-switch" }, make("input", { type: "checkbox", "data-key": "clock", checked: desk.clock, change }), words);
}

/** Saves the deal as a file of JSON. */
async function save() {
  const { file } = (await tell("save")) ?? {};
  if (!file) return;
  const href = URL.createObjectURL(new Blob([file], { type: "application/json" }));
  make("a", { href, download: `rami-${desk.now.game}.json` }).click();
  URL.revokeObjectURL(href);
}

function loader(words) {
  const change = async ({ target }) => tell("load", { text: await target.files[0].text() });
  const input = make("input", { type: "file", accept: ".json,application/json", "data-key": "load", "aria-label": words, change });
  return make("label", { class: "rami-small rami-load" }, words, input);
}

function speak(lang) {
  desk.lang = lang;
  root.lang = lang;
  tell("speak", { lang });
}

/** Copies a link; if the browser refuses, it is shown to be copied by hand. */
async function copy(deed, address) {
  const link = new URL(`#${new URLSearchParams({ ...address, lang: desk.lang })}`, location.href).href;
  try {
    await navigator.clipboard.writeText(link);
    if (deed === "link") tell(deed);
  } catch {
    prompt(desk.page.words.link_here, link);
  }
}

async function copyPosition() {
  const { copied } = (await tell("link_position")) ?? {};
  if (copied) copy("link_position", copied);
}

const seats = (...texts) => make("p", { class: "rami-seats" }, ...texts.map((text) => make("span", {}, text)));

/** What there is to say, and the buttons that answer a question; while the game loads, how far it is. */
function said(...answers) {
  if (desk.loading) return desk.loading;
  const { said, problems, ready, ended, replay } = desk.now;
  const told = replay.of === undefined ? [] : [replay.last || desk.page.words.start_of_deal, replay.yours, replay.best];
  const lines = [said, ...ended, ...told, ...problems, ready].filter(Boolean).map((text) => make("p", {}, ...marked(text)));
  return make("div", { class: "rami-said" }, clock(), make("div", { role: "status" }, ...lines), ...answers);
}

/** A text in which the codes of tiles are drawn in their colors, and read aloud by their names. */
export function marked(text) {
  if (desk.now.game !== "rummikub") return [text];
  return text.split(/(?<![\w*])([RKBO]\d{1,2})(?!\w)/).map((part, place) => {
    const name = place % 2 && desk.page.names[part];
    return name ? make("span", { class: `rami-chip rami-${part[0]}`, role: "img", "aria-label": name }, part.slice(1)) : part;
  });
}

// ------------------------------------------------------------------------------------------------------------- clock

const HURRY = 10; // the seconds before the end from which the clock warns
let timer = { turn: undefined, ends: 0 };

/** The seconds that are left of the turn, if the edition has a time limit and the person switched the clock on. */
function clock() {
  const { now, page } = desk;
  if (!desk.clock || !now.clock || root.inert) return "";
  const turn = `${now.deal.seed} ${now.turn}`;
  if (timer.turn !== turn) timer = { turn, ends: Date.now() + 1000 * now.clock };
  const shown = make("span", { class: "rami-clock" });
  const warning = make("span", { class: "rami-hurry", role: "alert" });
  const tick = () => {
    const left = Math.ceil((timer.ends - Date.now()) / 1000);
    if (timer.turn !== turn || !shown.isConnected) return;
    if (left <= 0) {
      timer = { turn: undefined, ends: 0 };
      tell("time_out");
      return;
    }
    shown.textContent = page.words.seconds.replace("{0}", left);
    if (left <= HURRY && !warning.textContent) warning.textContent = page.words.hurry.replace("{0}", left);
    setTimeout(tick, 250);
  };
  setTimeout(tick, 0);
  return make("p", { class: "rami-time" }, shown, " ", warning);
}

/** The person's pieces and the buttons, which stay at the foot of the screen. */
export function foot(source, name, note, tiles, ...buttons) {
  const { page, now } = desk;
  const { can } = now;
  const end = [can.next ? button("next", { main: true }) : "", can.again ? newMatch() : ""];
  const play = now.over || now.replay.of !== undefined ? end : buttons;
  return make("div", { class: "rami-foot" },
    make("section", { class: "rami-rack rami-own", role: "group", "aria-label": name, "data-target": source },
      ...tiles,
      make("div", { class: "rami-name" }, make("span", {}, name), make("span", {}, note),
        select("sort", page.words.sort, page.sorts, now.order, (by) => tell("sort", { by })))),
    make("div", { class: "rami-buttons" }, ...play, ...(can.replay ? replays(page.words) : [])));
}

/** The buttons of a replay, or the button that starts one. */
function replays({ replay: words, first, earlier, later, last, leave, step: told }) {
  const { step, of } = desk.now.replay;
  const to = (key, text, where, may = true) =>
    make("button", { type: "button", class: "md-button", "data-key": `replay ${key}`, disabled: !may, click: () => tell("replay", { to: where }) }, text);
  if (of === undefined) return [to("start", words, 0)]; // not in a replay
  return [
    make("span", { class: "rami-step" }, told.replace("{0}", step).replace("{1}", of)),
    to("first", first, 0, step > 0),
    to("earlier", earlier, step - 1, step > 0),
    to("later", later, step + 1, step < of),
    to("last", last, of, step < of),
    to("leave", leave, null),
  ];
}

function newMatch() {
  const attributes = { type: "button", class: "md-button md-button--primary", "data-key": "again", click: () => again({}) };
  return make("button", attributes, desk.page.words.again);
}

/** What stands below: the score sheet until the deal is over, the rules, the help, and what happened. */
function below() {
  const { page: { words, prose }, now } = desk;
  return make("div", { class: "rami-below" },
    now.over ? "" : sheet(),
    make("details", { class: "rami-rules", open: desk.rules, toggle: ({ target }) => (desk.rules = target.open) },
      make("summary", { "data-key": "prose" }, words.prose),
      ...prose.map(([head, text]) => make("p", {}, make("strong", {}, head), " ", text))),
    make("p", { class: "rami-help" }, `${words.help} `, make("span", { class: "rami-keys" }, words.keys)),
    now.log.length ? make("section", { class: "rami-log", "aria-label": words.log },
      make("h2", {}, words.log), make("ul", { tabindex: 0 }, ...now.log.toReversed().map((text) => make("li", {}, ...marked(text))))) : "");
}

/** The score sheet. After a deal it is above the table. */
function sheet() {
  if (!desk.now.sheet.length) return "";
  const [head, ...rows] = desk.now.sheet;
  const line = ([first, ...cells], tag) => make("tr", {}, make(first ? "th" : "td", first ? { scope: "row" } : {}, first),
    ...cells.map((cell) => make(tag, tag === "th" ? { scope: "col" } : {}, cell)));
  return make("div", { class: "rami-sheet", tabindex: 0, role: "group", "aria-label": desk.page.words.sheet },
    make("table", { class: "rami-points" }, line(head, "th"), ...rows.map((row) => line(row, "td"))),
    ...desk.now.parts.map(([deal, lines]) =>
      make("details", { class: "rami-parts" },
        make("summary", { "data-key": `parts ${deal}` }, desk.page.words.parts.replace("{0}", deal)),
        ...lines.map((text) => make("p", {}, ...marked(text))))));
}

/** Shows a position: the menu and messages, the table with the person's pieces, and what is below. */
export function show(fallback, answers, table, own) {
  const { now } = desk;
  const points = now.over && now.replay.of === undefined ? sheet() : "";
  replace(fallback,
    make("div", { class: "rami-main" }, own, ...table), // the Tab key reaches the person's pieces first
    make("div", { class: "rami-side" }, menu(), seats(...now.seats), said(...answers), points),
    below());
}

/** Shows other elements, and keeps the focus where it was; where that is gone, on what comes closest. */
function replace(fallback, ...elements) {
  const key = document.activeElement?.closest(".rami-board") && document.activeElement.dataset.key;
  root.replaceChildren(...elements.filter((each) => each !== ""));
  if (!key) return;
  const [kind, place] = key.split(" ");
  const same = root.querySelector(`[data-key="${key}"]:not(:disabled)`);
  const near = root.querySelector(`[data-key^="${place ? kind : fallback} "]:not(:disabled)`);
  const focus = same ?? near ?? root.querySelector(".rami-rack button:not(:disabled), .rami-buttons button:not(:disabled)");
  focus?.focus({ preventScroll: true });
}
