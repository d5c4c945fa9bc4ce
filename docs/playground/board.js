// The board of Rummikub: shows what Python says lies there, and tells Python what a person does. It knows no rule.

import { around, button, choose, desk, isChosen, make, piece, replace, root, said, seats, small, tell } from "./screen.js";

const BUTTONS = ["done", "draw", "pass_", "undo", "reset", "hint", "follow"];

/** Moves what is chosen to a row, to "new" or to "rack"; `at` counts the tiles that stay in the row. */
function put(target, at) {
  if (!desk.chosen.length) return;
  const { source } = desk.chosen[0];
  const tiles = desk.chosen.toSorted((one, other) => one.place - other.place);
  if (at !== undefined && source === target) at -= tiles.filter((each) => each.place < at).length;
  tell("move", { tiles: tiles.map((each) => each.code), source, target, at: at ?? null });
}

/** A click on a tile chooses it; with others chosen elsewhere, they go before it. */
function click(source, place, code) {
  if (!desk.chosen.length || desk.chosen[0].source === source || source === "rack") choose(source, place, code);
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
    if (!isChosen(drag.source, drag.place)) desk.chosen = [drag];
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
    desk.chosen = desk.chosen.length > 1 ? desk.chosen : [];
    return desk.render();
  }
  const target = /^\d+$/.test(zone.dataset.target) ? Number(zone.dataset.target) : zone.dataset.target;
  const tiles = [...zone.querySelectorAll("button.rami-tile")];
  const before = tiles.filter((tile) => {
    const box = tile.getBoundingClientRect();
    return box.bottom < event.clientY || (box.top < event.clientY && box.left + box.width / 2 < event.clientX);
  });
  if (target === source && (target === "rack" || [place, place + 1].includes(before.length))) return desk.render();
  if (target === "rack" && source === "rack") return desk.render();
  put(target, typeof target === "number" && before.length < tiles.length ? before.length : undefined);
});

document.addEventListener("pointercancel", () => {
  drag?.ghost?.remove();
  drag = undefined;
});

// -------------------------------------------------------------------------------------------------------------- showing

/** Whether a hint speaks of a tile: of equal ones on the rack, the first. */
const isLit = (source, place, code) =>
  source === "rack" && desk.now.lit.includes(code) && desk.now.rack.findIndex((each) => each.code === code) === place;

function tile(source, place, shown) {
  const { code } = shown;
  return piece(source, place, shown, isLit(source, place, code), {
    click: () => click(source, place, code),
    pointerdown: (event) => press(event, source, place, code),
  });
}

function row(shown, number) {
  return make(
    "div",
    { class: `rami-row${shown.problem ? " rami-unfinished" : ""}`, role: "group", "aria-label": shown.name, "data-target": number },
    ...shown.tiles.map((each, place) => tile(number, place, each)),
    target(number, "+", `${desk.page.words.put}: ${shown.name}`),
    shown.problem ? make("span", { class: "rami-reason" }, shown.problem) : "",
  );
}

/** The button by which the chosen tiles go somewhere; while there are none it is not seen, and keeps its room. */
function target(place, text, label = text) {
  const idle = !desk.chosen.length || desk.chosen[0].source === place;
  const attributes = { class: `rami-put rami-put-${place}`, "aria-label": label, "data-key": `put ${place}`, disabled: idle };
  return make("button", { type: "button", ...attributes, click: () => put(place) }, text);
}

function link() {
  history.replaceState(null, "", `#${new URLSearchParams({ ...desk.now.address, lang: desk.lang })}`);
  tell("link");
}

export function renderBoard() {
  const { page: { words }, now } = desk;
  const named = { done: { main: true }, pass_: { words: words.pass } };
  replace("done",
    seats(...now.seats, now.pool),
    said(),
    make("section", { class: "rami-table", "aria-label": words.table },
      ...now.rows.map(row),
      now.rows.length ? "" : make("p", {}, words.empty),
      make("div", { class: "rami-row rami-new", "data-target": "new" }, target("new", words.new))),
    make("section", { class: "rami-rack", role: "group", "aria-label": words.rack, "data-target": "rack" },
      ...now.rack.map((each, place) => tile("rack", place, each)),
      target("rack", words.back)),
    make("div", { class: "rami-buttons" },
      ...BUTTONS.map((deed) => button(deed, named[deed])),
      now.can.next ? button("next", { main: true }) : ""),
    ...around(small("order", words.order, () => tell("order")), small("link", words.link, link)));
}
