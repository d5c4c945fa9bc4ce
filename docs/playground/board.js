// The board of Rummikub: shows what Python says lies there, and tells Python what a person does. It knows no rule.

import { button, foot, marked, show } from "./around.js";
import { draggable } from "./drag.js";
import { choose, chosenFrom, desk, face, look, make, piece, shift, tell } from "./screen.js";

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
  if (!desk.chosen.length || chosenFrom(source) || source === "rack") choose(source, place, code);
  else put(source, place);
}

/** Whether a hint speaks of a tile: of equal ones on the rack, the first. */
const isLit = (source, place, code) =>
  source === "rack" && desk.now.lit.includes(code) && desk.now.hand.findIndex((each) => each.code === code) === place;

function tile(source, place, shown) {
  const { code } = shown;
  const drop = (target, at) => {
    if (target === "rack" && source === "rack") shift(place, at > place ? at - 1 : at);
    else put(target, typeof target === "number" ? at : undefined);
  };
  const listeners = { click: () => click(source, place, code), ...draggable(source, place, code, drop) };
  return piece(source, place, shown, isLit(source, place, code), listeners);
}

const isTarget = (place) => desk.chosen.length > 0 && !chosenFrom(place);

function row(shown, number) {
  const classes = `rami-row${shown.problem ? " rami-unfinished" : ""}${isTarget(number) ? " rami-target" : ""}`;
  const clicked = ({ target }) => isTarget(number) && !target.closest("button") && put(number);
  return make("div", { class: classes, role: "group", "aria-label": shown.name, "data-target": number, click: clicked },
    ...shown.tiles.map((each, place) => tile(number, place, each)),
    target(number, "+", `${desk.page.words.put}: ${shown.name}`),
    shown.problem ? make("span", { class: "rami-reason" }, ...marked(shown.problem)) : "");
}

/** The rack of another player, which is open when the deal is over. */
function rack({ name, tiles }) {
  const faces = tiles.map((each) => make("span", { class: look(each), role: "img", "aria-label": each.name }, face(each.code)));
  return make("div", { class: "rami-row rami-open", role: "group", "aria-label": name },
    make("p", { class: "rami-name" }, name), make("div", { class: "rami-faces" }, ...faces));
}

/** The button by which the chosen tiles go somewhere; that of a row is seen by those who use the keyboard. */
function target(place, text, label = text) {
  const attributes = { class: `rami-put rami-put-${place}`, "aria-label": label, "data-key": `put ${place}`, disabled: !isTarget(place) };
  return make("button", { type: "button", ...attributes, click: () => put(place) }, text);
}

export function renderBoard() {
  const { page: { words }, now } = desk;
  const back = desk.chosen.length && !chosenFrom("rack") ? [target("rack", words.back)] : [];
  show("done", [], [
    make("section", { class: "rami-table", "aria-label": words.table },
      ...now.rows.map(row),
      now.rows.length ? "" : make("p", {}, words.empty),
      now.over ? "" : make("div", { class: "rami-row rami-new", "data-target": "new" }, target("new", words.new))),
    now.racks.length ? make("section", { class: "rami-table rami-melds", "aria-label": words.sheet }, ...now.racks.map(rack)) : "",
  ], foot("rack", words.rack, "", [...now.hand.map((each, place) => tile("rack", place, each)), ...back],
      button("done", { main: true }),
      now.can.pass_ ? button("pass_", { words: words.pass }) : button("draw"),
      ...["undo", "reset", "hint", "follow"].map((deed) => button(deed))));
}
