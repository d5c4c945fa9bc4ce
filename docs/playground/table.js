// The table of the card games: shows what Python says lies there, and tells Python what a person does. It knows no rule.

import { around, button, choose, desk, face, make, piece, replace, said, seats, tell } from "./screen.js";

const chosenFrom = (source) => desk.chosen.length > 0 && desk.chosen[0].source === source;
const isLit = (key) => desk.now.lit.includes(key);

/** Does what a button means with the chosen cards. */
const act = (target) => tell("do", { target, cards: desk.chosen.map((each) => each.code) });

function acting(key, text, { can = true, main = false, label } = {}) {
  const style = `md-button${main ? " md-button--primary" : ""}${isLit(key) ? " rami-lit" : ""}`;
  const attributes = { type: "button", class: style, "data-key": key, disabled: !can, "aria-label": label };
  return make("button", { ...attributes, click: () => act(key) }, text);
}

/** Cards that can be chosen; of equal ones a hint lights as many as it speaks of. */
function cards(source, name, pieces) {
  const left = [...desk.now.lit];
  const shown = pieces.map((each, place) => {
    const found = left.indexOf(`${source} ${each.code}`);
    if (found >= 0) left.splice(found, 1);
    return piece(source, place, each, found >= 0, { click: () => choose(source, place, each.code) });
  });
  return make("section", { class: "rami-rack rami-cards", role: "group", "aria-label": name, "data-target": source }, make("p", { class: "rami-name" }, name), ...shown);
}

/** The stock, face down, or the discard pile with its top card, as a button. */
function pile({ key, name, pieces, count, can }) {
  const top = pieces.length ? face(pieces[0].code) : make("span", { class: count && key === "draw" ? "rami-back" : "rami-gap" });
  const words = `${desk.page.words.buttons[key]}: ${name}${pieces.length ? `, ${pieces[0].name}` : ""}`;
  const attributes = { type: "button", class: `rami-pile${isLit(key) ? " rami-lit" : ""}`, "data-key": key, disabled: !can, "aria-label": words };
  return make("button", { ...attributes, click: () => act(key) }, top, make("span", {}, name));
}

/** Cards that lie open, such as a meld; a button adds the chosen cards. */
function row({ key, name, pieces, can }) {
  const faces = pieces.map(({ code, name: told }) => make("span", { class: "rami-tile", role: "img", "aria-label": told }, face(code)));
  const add = can ? acting(key, desk.page.words.add, { can: chosenFrom("hand"), label: `${desk.page.words.add}: ${name}` }) : "";
  return make("div", { class: `rami-row rami-open${isLit(key) ? " rami-lit" : ""}`, role: "group", "aria-label": name }, make("p", { class: "rami-name" }, name), ...faces, add);
}

function contract({ key, name, can }) {
  return make("li", { class: isLit(key) ? "rami-lit" : "" }, name, " ", acting(key, desk.page.words.fill, { can, label: `${desk.page.words.fill}: ${name}` }));
}

export function renderTable() {
  const { page: { words }, now } = desk;
  const choices = now.choices.map(({ move, name }) =>
    make("button", { type: "button", class: "rami-small", "data-key": `choice ${move}`, click: () => tell("play", { move }) }, name));
  replace("hand",
    seats(...now.seats, ...now.notes),
    said(...choices),
    now.piles.length ? make("div", { class: "rami-piles" }, ...now.piles.map(pile)) : "",
    now.contracts.length ? make("ul", { class: "rami-contracts", "aria-label": words.contracts }, ...now.contracts.map(contract)) : "",
    now.market.length ? cards("market", now.market_name, now.market) : "",
    now.rows.length ? make("section", { class: "rami-table rami-melds", "aria-label": words.melds }, ...now.rows.map(row)) : "",
    cards("hand", words.hand, now.hand),
    make("div", { class: "rami-buttons" },
      ...now.buttons.map(({ key, name, needs }, place) => acting(key, name, { main: !place, can: !needs || chosenFrom(needs) })),
      ...["undo", "hint", "follow"].map((deed) => button(deed)),
      now.can.next ? button("next", { main: true }) : ""),
    ...around());
}
