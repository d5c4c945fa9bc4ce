// What all boards share: asking Python, the address, choosing pieces, and moving among them by keys.

import { SAYS, ask, lang as pageLang } from "./python.js";

export const root = document.querySelector(".rami-board");

/** What is shown: `page` has the words, the editions and the faces; `now` the deal; `chosen` pieces {source, place, code}. */
export const desk = {
  lang: pageLang,
  page: undefined,
  now: undefined,
  chosen: [],
  menu: false,
  level: kept("level") ?? "hard",
  clock: kept("clock") === "on",
  render() {},
};
const STARTS = ["again", "next", "load"];
const KEEPING = ["hint", "speak", "link", "link_position", "save", "set_level"]; // deeds after which the same pieces are chosen
const PAUSE = 900; // milliseconds for which each move of a bot is shown
const calm = matchMedia("(prefers-reduced-motion: reduce)");
let busy; // the answer that is awaited

/** What this browser keeps between visits; a browser may refuse to. */
export function kept(name, value) {
  try {
    if (value !== undefined) localStorage.setItem(`rami-${name}`, value);
    return localStorage.getItem(`rami-${name}`) ?? undefined;
  } catch {
    return undefined;
  }
}

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
    desk.page = shown.page ?? desk.page;
    desk.loading = undefined;
    if (!shown.refused && !KEEPING.includes(deed)) desk.chosen = [];
    await animate(shown);
    desk.now = shown;
    remember(STARTS.includes(deed));
    desk.render();
    return shown;
  } catch (error) {
    const text = error.message === "missing" ? SAYS[desk.lang].missing : error.message;
    root.replaceChildren(make("p", { role: "alert" }, text));
  } finally {
    root.inert = false;
    root.removeAttribute("aria-busy");
  }
}

/** Shows the moves of the bots one by one; a click or a key skips the rest. */
async function animate(shown) {
  if (!desk.now || calm.matches) return;
  let skipped = false;
  for (const frame of shown.frames) {
    if (skipped) return;
    root.inert = true;
    const idle = Object.fromEntries(Object.keys(shown.can).map((deed) => [deed, false]));
    desk.now = { ...shown, ...frame, can: idle, ended: [], over: false, ready: "", problems: [desk.page.words.skip], replay: {} };
    desk.render();
    await new Promise((resolve) => {
      const skip = () => {
        skipped = true;
        resolve();
      };
      for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, skip, { once: true });
      setTimeout(() => {
        for (const kind of ["pointerdown", "keydown"]) document.removeEventListener(kind, skip);
        resolve();
      }, PAUSE);
    });
  }
}

/** Keeps the deal in the address, so that it survives a reload; a new game leaves the old one to the back button. */
function remember(isNew) {
  const address = `#${new URLSearchParams({ ...desk.now.deal, lang: desk.lang })}`;
  if (isNew) history.pushState(null, "", address);
  else history.replaceState(null, "", address);
}

// -------------------------------------------------------------------------------------------------------------- pieces

export const isChosen = (source, place) => desk.chosen.some((each) => each.source === source && each.place === place);
export const chosenFrom = (source) => desk.chosen.length > 0 && desk.chosen[0].source === source;

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

/** The classes of a piece: one that was just drawn or laid is ringed. */
export const look = (shown, isLit) => `rami-tile${shown.new ? " rami-fresh" : ""}${isLit ? " rami-lit" : ""}`;

/** A piece on a button; of each row one is a stop of the Tab key, and arrows go to the others. */
export function piece(source, place, shown, isLit, listeners) {
  const isWrong = isChosen(source, place) && desk.now.wrong.includes(shown.code);
  const attributes = {
    type: "button",
    class: look(shown, isLit) + (isWrong ? " rami-wrong" : ""),
    title: shown.new || undefined,
    "aria-label": shown.name,
    "aria-pressed": String(isChosen(source, place)),
    "data-key": `${source} ${place}`,
    tabindex: place ? -1 : 0,
  };
  return make("button", { ...attributes, ...listeners }, face(shown.code));
}

const piecesOf = (group) => [...group.querySelectorAll("button.rami-tile")];

root.addEventListener("focusin", ({ target }) => {
  if (!target.matches("button.rami-tile")) return;
  for (const each of piecesOf(target.closest("[data-target]"))) each.tabIndex = each === target ? 0 : -1;
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
  const group = tile.closest("[data-target]");
  const tiles = piecesOf(group);
  const place = tiles.indexOf(tile);
  if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
    const to = (place + step + tiles.length) % tiles.length;
    if (event.shiftKey && group.matches(".rami-own")) return shift(place, to);
    return tiles[to].focus();
  }
  const groups = [...root.querySelectorAll("[data-target]")].filter((each) => piecesOf(each).length);
  const others = piecesOf(groups[(groups.indexOf(group) + step + groups.length) % groups.length]);
  others[Math.min(place, others.length - 1)].focus();
});

/** Moves one of the person's own pieces, with the focus. */
export async function shift(place, to) {
  await tell("shift", { place, to });
  piecesOf(root.querySelector(".rami-own"))[to].focus({ preventScroll: true });
}
