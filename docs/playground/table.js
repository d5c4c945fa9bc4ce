// The table of the card games: shows what Python says lies there, and tells Python what a person does. It knows no rule.

import { button, foot, show } from "./around.js";
import { draggable } from "./drag.js";
import { choose, chosenFrom, desk, face, look, make, piece, shift, tell } from "./screen.js";

const isLit = (key) => desk.now.lit.includes(key);

/** Does what a button means with the chosen cards. */
const act = (target) => tell("do", { target, cards: desk.chosen.map((each) => each.code) });

function acting(key, text, { can = true, main = false, label } = {}) {
  const style = `md-button${main ? " md-button--primary" : ""}${isLit(key) ? " rami-lit" : ""}`;
  const attributes = { type: "button", class: style, "data-key": key, disabled: !can, "aria-label": label };
  return make("button", { ...attributes, click: () => act(key) }, text);
}

/** A button of the phase; where cards are needed, it waits for them, and some wait for cards with which they are legal. */
function deed({ key, name, needs, only }, place) {
  const can = !needs || (chosenFrom(needs) && (!only || only.includes(desk.chosen[0].code)));
  return acting(key, name, { main: !place, can });
}

/** Cards that can be chosen; of equal ones a hint lights as many as it speaks of. */
function cards(source, pieces) {
  const left = [...desk.now.lit];
  return pieces.map((each, place) => {
    const found = left.indexOf(`${source} ${each.code}`);
    if (found >= 0) left.splice(found, 1);
    const listeners = { click: () => choose(source, place, each.code), ...draggable(source, place, each.code, (target, at) => drop(source, place, target, at)) };
    return piece(source, place, each, found >= 0, listeners);
  });
}

/** A card let go in the hand lies there; elsewhere it does what the place is for. */
function drop(source, place, target, at) {
  if (target === "hand" && source === "hand") shift(place, at > place ? at - 1 : at);
  else if (target === "hand") act("take");
  else act(target);
}

function market() {
  const { market, market_name: name } = desk.now;
  const attributes = { class: "rami-rack rami-market", role: "group", "aria-label": name, "data-target": "market" };
  return make("section", attributes, make("p", { class: "rami-name" }, name), ...cards("market", market));
}

/** The stock, face down, or the discard pile with its top card, as a button. */
function pile({ key, name, pieces: [top], count, can }) {
  const shown = top ? make("span", { class: look(top), title: top.new || undefined }, face(top.code))
    : make("span", { class: count && key === "draw" ? "rami-back" : "rami-gap" });
  const words = `${desk.page.words.buttons[key]}: ${name}${top ? `, ${top.name}` : ""}`;
  const attributes = { type: "button", class: `rami-pile${isLit(key) ? " rami-lit" : ""}`, "data-key": key, disabled: !can, "aria-label": words };
  const button = make("button", { ...attributes, click: () => act(key) }, shown, make("span", {}, name));
  return make("div", key === "take" ? { "data-target": "discard" } : {}, button);
}

/** Cards that lie open, such as a meld; a button adds the chosen cards. */
function row({ key, name, pieces, can }) {
  const faces = pieces.map((each) =>
    make("span", { class: look(each), role: "img", "aria-label": each.name, title: each.new || undefined }, face(each.code)));
  const add = can ? acting(key, desk.page.words.add, { can: chosenFrom("hand"), label: `${desk.page.words.add}: ${name}` }) : "";
  const attributes = { class: `rami-row rami-open${isLit(key) ? " rami-lit" : ""}`, role: "group", "aria-label": name };
  return make("div", key ? { ...attributes, "data-target": key } : attributes,
    make("p", { class: "rami-name" }, name), make("div", { class: "rami-faces" }, ...faces), add);
}

/** A contract, drawn as its card; a click fills it. */
function contract({ key, code, name, can }) {
  const attributes = {
    type: "button",
    class: `rami-contract${isLit(key) ? " rami-lit" : ""}`,
    "data-key": key,
    disabled: !can,
    "aria-label": `${desk.page.words.fill}: ${name}`,
  };
  return make("li", { "data-target": key }, make("button", { ...attributes, click: () => act(key) }, face(code)));
}

export function renderTable() {
  const { page: { words }, now } = desk;
  const choices = now.choices.map(({ move, name }) =>
    make("button", { type: "button", class: "rami-small", "data-key": `choice ${move}`, click: () => tell("play", { move }) }, name));
  show("hand", choices, [
    make("div", { class: "rami-lying" },
      now.piles.length ? make("div", { class: "rami-piles" }, ...now.piles.map(pile)) : "",
      now.contracts.length ? make("ul", { class: "rami-contracts", "aria-label": words.contracts }, ...now.contracts.map(contract)) : "",
      now.market.length ? market() : "",
      now.rows.length ? make("section", { class: "rami-table rami-melds", "aria-label": words.melds }, ...now.rows.map(row)) : ""),
  ], foot("hand", words.hand, now.deadwood, cards("hand", now.hand),
      ...now.buttons.map(deed), ...["undo", "hint", "follow"].map((each) => button(each))));
}
