// The board: shows what Python says lies there, and tells Python what a person does. It knows no rule.

import { SAYS, ask, lang as pageLang, watch } from "./python.js";

const root = document.querySelector(".rami-board");
let lang = pageLang; // unless the address says another
const BUTTONS = ["done", "draw", "pass_", "undo", "reset", "hint", "follow"];
let page; // the words, the editions, the faces of the tiles
let now; // what is shown
let chosen = []; // the tiles that are chosen, as {source, place, code}
let busy; // the answer that is awaited

/** An element with attributes, of which functions are listeners, and children. */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value !== false && value !== undefined) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== ""));
  return element;
}

/** Tells Python what a person did, and shows what comes of it; while it answers, nothing else is done. */
function tell(deed, args = {}) {
  if (!busy) busy = act(deed, args).finally(() => (busy = undefined));
  return busy;
}

async function act(deed, args) {
  root.setAttribute("aria-busy", "true");
  try {
    const shown = await ask({ board: JSON.stringify({ do: deed, with: args }) });
    if (shown.words) page = shown;
    now = shown;
    chosen = [];
    if (deed !== "link") remember(deed === "again");
    render();
  } catch (error) {
    root.replaceChildren(make("p", { role: "alert" }, error.message === "missing" ? SAYS[lang].missing : error.message));
  } finally {
    root.removeAttribute("aria-busy");
  }
}

/** Keeps the deal in the address, so that it survives a reload; a new game leaves the old one to the back button. */
function remember(isNew) {
  const address = `#${new URLSearchParams({ ...now.deal, lang })}`;
  if (isNew) history.pushState(null, "", address);
  else history.replaceState(null, "", address);
}

// ------------------------------------------------------------------------------------------------- choosing and moving

const isChosen = (source, place) => chosen.some((each) => each.source === source && each.place === place);

function choose(source, place, code) {
  if (isChosen(source, place)) chosen = chosen.filter((each) => each.place !== place || each.source !== source);
  else chosen = [...chosen.filter((each) => each.source === source), { source, place, code }];
  render();
}

/** Moves what is chosen to a row, to "new" or to "rack"; `at` counts the tiles that stay in the row. */
function put(target, at) {
  if (!chosen.length) return;
  const { source } = chosen[0];
  const tiles = chosen.toSorted((one, other) => one.place - other.place);
  if (at !== undefined && source === target) at -= tiles.filter((each) => each.place < at).length;
  tell("move", { tiles: tiles.map((each) => each.code), source, target, at: at ?? null });
}

/** A click on a tile chooses it; with others chosen elsewhere, they go before it. */
function click(source, place, code) {
  if (!chosen.length || chosen[0].source === source || source === "rack") choose(source, place, code);
  else put(source, place);
}

// ------------------------------------------------------------------------------------------------------------- dragging

let drag; // {tile, ghost, x, y, source, place, code}: the tile under the finger

function press(event, source, place, code) {
  if (event.button === 0) drag = { source, place, code, x: event.clientX, y: event.clientY, tile: event.currentTarget };
}

document.addEventListener("pointermove", (event) => {
  if (!drag) return;
  if (!drag.ghost) {
    if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 8) return;
    if (!isChosen(drag.source, drag.place)) chosen = [drag];
    drag.ghost = drag.tile.cloneNode(true);
    drag.ghost.classList.add("rami-ghost");
    drag.ghost.setAttribute("aria-hidden", "true");
    root.append(drag.ghost);
  }
  drag.ghost.style.translate = `${event.clientX}px ${event.clientY}px`;
});

document.addEventListener("pointerup", (event) => {
  const { ghost, source, place } = drag ?? {};
  drag = undefined;
  if (!ghost) return;
  ghost.remove();
  window.addEventListener("click", (click) => click.stopPropagation(), { capture: true, once: true });
  setTimeout(() => window.dispatchEvent(new Event("click")), 0); // where the browser sends none, take the listener away
  const under = document.elementFromPoint(event.clientX, event.clientY);
  const zone = under?.closest("[data-target]");
  if (!zone) {
    chosen = chosen.length > 1 ? chosen : [];
    return render();
  }
  const target = /^\d+$/.test(zone.dataset.target) ? Number(zone.dataset.target) : zone.dataset.target;
  const tiles = [...zone.querySelectorAll("button.rami-tile")];
  const before = tiles.filter((tile) => {
    const box = tile.getBoundingClientRect();
    return box.bottom < event.clientY || (box.top < event.clientY && box.left + box.width / 2 < event.clientX);
  });
  if (target === source && (target === "rack" || [place, place + 1].includes(before.length))) return render();
  if (target === "rack" && source === "rack") return render();
  put(target, typeof target === "number" && before.length < tiles.length ? before.length : undefined);
});

document.addEventListener("pointercancel", () => {
  drag?.ghost?.remove();
  drag = undefined;
});

// ------------------------------------------------------------------------------------------------------------- keyboard

root.addEventListener("keydown", (event) => {
  const tile = event.target.closest(".rami-tile");
  if (event.key === "Escape" && chosen.length) {
    chosen = [];
    return render();
  }
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!tile || !step) return;
  event.preventDefault();
  const groups = [...root.querySelectorAll("[data-target]")].filter((group) => group.querySelector(".rami-tile"));
  const group = tile.closest("[data-target]");
  const tiles = [...group.querySelectorAll("button.rami-tile")];
  if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
    return tiles[(tiles.indexOf(tile) + step + tiles.length) % tiles.length].focus();
  }
  const next = groups[(groups.indexOf(group) + step + groups.length) % groups.length];
  const others = next.querySelectorAll(".rami-tile");
  others[Math.min(tiles.indexOf(tile), others.length - 1)].focus();
});

// -------------------------------------------------------------------------------------------------------------- showing

/** Whether a hint speaks of a tile: of equal ones on the rack, the first. */
const isLit = (source, place, code) =>
  source === "rack" && now.lit.includes(code) && now.rack.findIndex((each) => each.code === code) === place;

/** A tile as the library draws it, on a button; of each row one is a stop of the Tab key, and arrows go to the others. */
function tile(source, place, { code, name }) {
  const button = make("button", {
    type: "button",
    class: `rami-tile${isLit(source, place, code) ? " rami-lit" : ""}`,
    "aria-label": name,
    "aria-pressed": String(isChosen(source, place)),
    "data-key": `${source} ${place}`,
    tabindex: place ? -1 : 0,
    click: () => click(source, place, code),
    pointerdown: (event) => press(event, source, place, code),
  });
  button.innerHTML = page.faces[code]; // drawn by the library
  const face = button.firstElementChild;
  face.setAttribute("viewBox", "11 11 48 62");
  face.setAttribute("aria-hidden", "true");
  return button;
}

function row(shown, number) {
  return make(
    "div",
    { class: `rami-row${shown.problem ? " rami-unfinished" : ""}`, role: "group", "aria-label": shown.name, "data-target": number },
    ...shown.tiles.map((each, place) => tile(number, place, each)),
    target(number, "+", `${page.words.put}: ${shown.name}`),
    shown.problem ? make("span", { class: "rami-reason" }, shown.problem) : "",
  );
}

/** The button by which the chosen tiles go somewhere; while there are none it is not seen, and keeps its room. */
function target(place, text, label = text) {
  const idle = !chosen.length || chosen[0].source === place;
  const attributes = { class: `rami-put rami-put-${place}`, "aria-label": label, "data-key": `put ${place}`, disabled: idle };
  return make("button", { type: "button", ...attributes, click: () => put(place) }, text);
}

function button(deed) {
  const words = page.words[deed === "pass_" ? "pass" : deed];
  const main = deed === "done" ? " md-button--primary" : "";
  const attributes = { type: "button", class: `md-button${main}`, "data-key": deed, disabled: !now.can[deed] };
  return make("button", { ...attributes, click: () => tell(deed) }, words);
}

function select(name, label, values, value, change) {
  const options = values.map(([each, told]) => make("option", { value: each, selected: String(each) === String(value) }, told));
  const listen = (event) => change(event.target.value);
  return make("label", {}, `${label} `, make("select", { name, "aria-label": label, "data-key": name, change: listen }, ...options));
}

/** A new game. */
function again(changed = {}) {
  tell("again", { rules: now.rules, players: now.players, ...changed });
}

function speak(chosen) {
  lang = chosen;
  root.lang = lang;
  tell("speak", { lang });
}

function link() {
  history.replaceState(null, "", `#${new URLSearchParams({ ...now.address, lang })}`);
  tell("link");
}

function render() {
  const { words, presets } = page;
  const key = document.activeElement?.dataset?.key;
  const named = Object.keys(page.presets).map((each) => [each, page.editions[each]]);
  const same = (values) => values.map((each) => [each, String(each)]);
  const small = (deed, text, act) => make("button", { type: "button", class: "rami-small", "data-key": deed, click: act }, text);
  root.replaceChildren(
    make("p", { class: "rami-seats" }, ...now.seats.map((seat) => make("span", {}, seat)), make("span", {}, now.pool)),
    make("div", { role: "status", class: "rami-said" },
      ...[now.said, ...now.problems, now.ready].filter(Boolean).map((text) => make("p", {}, text))),
    make("section", { class: "rami-table", "aria-label": words.table },
      ...now.rows.map(row),
      now.rows.length ? "" : make("p", {}, words.empty),
      make("div", { class: "rami-row rami-new", "data-target": "new" }, target("new", words.new))),
    make("section", { class: "rami-rack", role: "group", "aria-label": words.rack, "data-target": "rack" },
      ...now.rack.map((each, place) => tile("rack", place, each)),
      target("rack", words.back)),
    make("div", { class: "rami-buttons" }, ...BUTTONS.map(button)),
    make("p", { class: "rami-help" }, `${words.help} ${words.legend}`),
    make("div", { class: "rami-settings" },
      select("rules", words.rules, named, now.rules, (rules) => again({ rules })),
      select("players", words.players, same(presets[now.rules]), now.players, (players) => again({ players })),
      select("lang", words.language, Object.entries(SAYS).map(([each, { name }]) => [each, name]), lang, speak),
      small("again", words.again, () => again()),
      small("order", words.order, () => tell("order")),
      small("link", words.link, link)),
    now.log.length ? make("section", { class: "rami-log", "aria-label": words.log },
      make("h2", {}, words.log), make("ol", { tabindex: 0 }, ...now.log.toReversed().map((text) => make("li", {}, text)))) : "",
  );
  const [kind, place] = (key ?? "").split(" ");
  const focus = key && (root.querySelector(`[data-key="${key}"]`) ?? root.querySelector(`[data-key^="${place ? kind : "done"} "]`) ?? root.querySelector(".rami-rack button"));
  focus?.focus({ preventScroll: true });
}

root.addEventListener("focusin", ({ target }) => {
  if (!target.matches(".rami-tile")) return;
  for (const each of target.closest("[data-target]").querySelectorAll(".rami-tile")) each.tabIndex = each === target ? 0 : -1;
});

async function start() {
  await busy;
  const address = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  lang = address.lang in SAYS ? address.lang : pageLang;
  root.lang = lang;
  tell("start", { lang, address });
}

const bar = make("progress", { max: 1, value: 0, "aria-label": SAYS[lang].loading });
root.replaceChildren(make("p", {}, `${SAYS[lang].loading} … `, bar));
watch((part) => (bar.value = part));
window.addEventListener("hashchange", start);
start();
