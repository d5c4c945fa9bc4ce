// What all boards share: asking Python, the address, choosing pieces, moving among them by keys, and what stands around.

import { SAYS, ask, lang as pageLang } from "./python.js";

export const root = document.querySelector(".rami-board");

/** What is shown: `page` has the words, the editions and the faces; `now` the deal; `chosen` pieces {source, place, code}. */
export const desk = { lang: pageLang, page: undefined, now: undefined, chosen: [], render() {} };
let busy; // the answer that is awaited

/** An element with attributes, of which functions are listeners, and children. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value !== false && value !== undefined) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== ""));
  return element;
}

/** Tells Python what a person did, and shows what comes of it; while it answers, nothing else is done. */
export function tell(deed, args = {}) {
  if (!busy) busy = act(deed, args).finally(() => (busy = undefined));
  return busy;
}

export const answered = () => busy;

async function act(deed, args) {
  root.setAttribute("aria-busy", "true");
  try {
    const shown = await ask({ board: JSON.stringify({ do: deed, with: args }) });
    if (shown.words) desk.page = shown;
    desk.now = shown;
    desk.chosen = [];
    if (deed !== "link") remember(["again", "next"].includes(deed));
    desk.render();
    if (!["start", "speak", "again"].includes(deed)) show();
  } catch (error) {
    const text = error.message === "missing" ? SAYS[desk.lang].missing : error.message;
    root.replaceChildren(make("p", { role: "alert" }, text));
  } finally {
    root.removeAttribute("aria-busy");
  }
}

/** Scrolls to the answer where the screen does not show it. */
function show() {
  const box = root.querySelector(".rami-said").getBoundingClientRect();
  if (box.top < 0 || box.bottom > innerHeight) root.querySelector(".rami-said").scrollIntoView({ block: "center" });
}

/** Keeps the deal in the address, so that it survives a reload; a new game leaves the old one to the back button. */
function remember(isNew) {
  const address = `#${new URLSearchParams({ ...desk.now.deal, lang: desk.lang })}`;
  if (isNew) history.pushState(null, "", address);
  else history.replaceState(null, "", address);
}

// -------------------------------------------------------------------------------------------------------------- pieces

export const isChosen = (source, place) => desk.chosen.some((each) => each.source === source && each.place === place);

/** Chooses a piece, or no longer; all that is chosen comes from one place. */
export function choose(source, place, code) {
  const others = desk.chosen.filter((each) => each.source === source && each.place !== place);
  desk.chosen = isChosen(source, place) ? others : [...others, { source, place, code }];
  desk.render();
}

/** The face of a piece as the library draws it, without the mat around it: an image, so that it is not read as text. */
export function face(code) {
  const cut = (_, width, height) => `viewBox="11 11 ${width - 22} ${height - 22}" width="${width - 22}" height="${height - 22}"`;
  const drawn = desk.page.faces[code]
    .replace(/<rect class="mat"[^>]*>/, "")
    .replace(/viewBox="0 0 (\d+) (\d+)" width="\d+" height="\d+"/, cut);
  return make("img", { src: `data:image/svg+xml,${encodeURIComponent(drawn)}`, alt: "", draggable: "false" });
}

/** A piece on a button; of each row one is a stop of the Tab key, and arrows go to the others. */
export function piece(source, place, { code, name }, isLit, listeners) {
  const attributes = {
    type: "button",
    class: `rami-tile${isLit ? " rami-lit" : ""}`,
    "aria-label": name,
    "aria-pressed": String(isChosen(source, place)),
    "data-key": `${source} ${place}`,
    tabindex: place ? -1 : 0,
  };
  return make("button", { ...attributes, ...listeners }, face(code));
}

root.addEventListener("focusin", ({ target }) => {
  if (!target.matches("button.rami-tile")) return;
  for (const each of target.closest("[data-target]").querySelectorAll("button.rami-tile")) each.tabIndex = each === target ? 0 : -1;
});

root.addEventListener("keydown", (event) => {
  const tile = event.target.closest("button.rami-tile");
  if (event.key === "Escape" && desk.chosen.length) {
    desk.chosen = [];
    return desk.render();
  }
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!tile || !step) return;
  event.preventDefault();
  const groups = [...root.querySelectorAll("[data-target]")].filter((group) => group.querySelector("button.rami-tile"));
  const group = tile.closest("[data-target]");
  const tiles = [...group.querySelectorAll("button.rami-tile")];
  if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
    return tiles[(tiles.indexOf(tile) + step + tiles.length) % tiles.length].focus();
  }
  const next = groups[(groups.indexOf(group) + step + groups.length) % groups.length];
  const others = next.querySelectorAll("button.rami-tile");
  others[Math.min(tiles.indexOf(tile), others.length - 1)].focus();
});

// -------------------------------------------------------------------------------------------------- around every board

/** A button that tells Python one deed. */
export function button(deed, { main = false, words = desk.page.words[deed], can = desk.now.can[deed] } = {}) {
  const attributes = { type: "button", class: `md-button${main ? " md-button--primary" : ""}`, "data-key": deed, disabled: !can };
  return make("button", { ...attributes, click: () => tell(deed) }, words);
}

export const small = (key, text, click) => make("button", { type: "button", class: "rami-small", "data-key": key, click }, text);

export const seats = (...texts) => make("p", { class: "rami-seats" }, ...texts.map((text) => make("span", {}, text)));

/** What there is to say, and the buttons that answer a question. */
export function said(...answers) {
  const { said, problems, ready } = desk.now;
  const lines = [said, ...problems, ready].filter(Boolean).map((text) => make("p", {}, text));
  return make("div", { class: "rami-said" }, make("div", { role: "status" }, ...lines), ...answers);
}

function select(name, label, values, value, change) {
  const options = values.map(([each, told]) => make("option", { value: each, selected: String(each) === String(value) }, told));
  const listen = (event) => change(event.target.value);
  return make("label", {}, `${label} `, make("select", { name, "aria-label": label, "data-key": name, change: listen }, ...options));
}

function speak(lang) {
  desk.lang = lang;
  root.lang = lang;
  tell("speak", { lang });
}

/** The help, the settings, the score sheet and what happened. */
export function around(...more) {
  const { page, now } = desk;
  const { words } = page;
  const again = (changed) => tell("again", { game: now.game, rules: now.rules, players: now.players, ...changed });
  const named = Object.keys(page.presets).map((each) => [each, page.editions[each]]);
  const players = page.presets[now.rules].map((each) => [each, String(each)]);
  return [
    now.sheet?.length ? sheet() : "",
    make("p", { class: "rami-help" }, `${words.help} ${words.legend}`),
    make("div", { class: "rami-settings" },
      select("game", words.game, Object.entries(page.games), now.game, (game) => again({ game, rules: "" })),
      select("rules", words.rules, named, now.rules, (rules) => again({ rules })),
      select("players", words.players, players, now.players, (count) => again({ players: count })),
      select("lang", words.language, Object.entries(page.languages), desk.lang, speak),
      small("again", words.again, () => again({})),
      ...more),
    now.log.length ? make("section", { class: "rami-log", "aria-label": words.log },
      make("h2", {}, words.log), make("ol", { tabindex: 0 }, ...now.log.toReversed().map((text) => make("li", {}, text)))) : "",
  ];
}

function sheet() {
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
