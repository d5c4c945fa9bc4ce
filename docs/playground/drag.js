// Dragging pieces, by mouse and by finger: a ghost follows the pointer, and the page scrolls at the edges of the table.

import { desk, isChosen, root } from "./screen.js";

const HOLD = 180; // milliseconds after which a finger on the table lifts a piece; before, it scrolls the page
const EDGE = 48; // the pixels from the edge of the table in which it scrolls
const STEP = 8;

let drag; // {source, place, code, drop, tile, ghost, x, y, ready}: the piece under the pointer

/** The listeners that make a piece move; `drop(target, at)` is called where it is let go. */
export const draggable = (source, place, code, drop) => ({
  pointerdown(event) {
    if (event.button) return;
    const { clientX: x, clientY: y, currentTarget: tile } = event;
    const held = { source, place, code, drop, tile, x, y, ready: event.pointerType !== "touch" || Boolean(tile.closest(".rami-own")) };
    drag = held;
    if (!held.ready) setTimeout(() => (held.ready = true), HOLD);
  },
  contextmenu: (event) => event.preventDefault(),
});

document.addEventListener("pointermove", (event) => {
  if (!drag) return;
  const isFar = Math.hypot(event.clientX - drag.x, event.clientY - drag.y) >= 8;
  if (!drag.ghost) {
    if (!isFar) return;
    if (!drag.ready) return (drag = undefined);
    lift();
  }
  [drag.x, drag.y] = [event.clientX, event.clientY];
  drag.ghost.style.translate = `${drag.x}px ${drag.y}px`;
});

// A piece that is held must not scroll the page with it.
root.addEventListener("touchmove", (event) => drag?.ready && event.preventDefault(), { passive: false });

function lift() {
  if (!isChosen(drag.source, drag.place)) desk.chosen = [drag];
  drag.ghost = drag.tile.cloneNode(true);
  drag.ghost.classList.add("rami-ghost");
  drag.ghost.setAttribute("aria-hidden", "true");
  drag.ghost.removeAttribute("data-key");
  drag.ghost.style.width = `${drag.tile.offsetWidth}px`;
  root.append(drag.ghost);
  scrollAtEdge();
}

/** Scrolls while a piece is held near an edge, if the table continues under the messages, the header or the foot. */
function scrollAtEdge() {
  if (!drag?.ghost) return;
  const table = root.querySelector(".rami-table")?.getBoundingClientRect();
  const said = root.querySelector(".rami-said").getBoundingClientRect();
  const header = document.querySelector(".md-header")?.getBoundingClientRect().bottom ?? 0;
  const top = table && said.left >= table.right ? header : said.bottom;
  const bottom = Math.min(root.querySelector(".rami-foot").getBoundingClientRect().top, innerHeight);
  if (table && table.top < top && drag.y < top + EDGE) scrollBy(0, -STEP);
  else if (table && table.bottom > bottom && drag.y > bottom - EDGE && drag.y < bottom) scrollBy(0, STEP);
  requestAnimationFrame(scrollAtEdge);
}

document.addEventListener("pointerup", (event) => {
  const { ghost, source, place, drop } = drag ?? {};
  drag = undefined;
  if (!ghost) return;
  ghost.remove();
  window.addEventListener("click", (click) => click.stopPropagation(), { capture: true, once: true });
  setTimeout(() => window.dispatchEvent(new Event("click")), 0); // where the browser sends none, take the listener away
  const zone = document.elementFromPoint(event.clientX, event.clientY)?.closest(".rami-board [data-target]");
  if (!zone) {
    desk.chosen = desk.chosen.length > 1 ? desk.chosen : [];
    return desk.render();
  }
  const target = /^\d+$/.test(zone.dataset.target) ? Number(zone.dataset.target) : zone.dataset.target;
  const tiles = [...zone.querySelectorAll(".rami-tile")];
  const before = tiles.filter((tile) => {
    const box = tile.getBoundingClientRect();
    return box.bottom < event.clientY || (box.top < event.clientY && box.left + box.width / 2 < event.clientX);
  }).length;
  if (target === source && [place, place + 1].includes(before)) {
    desk.chosen = [];
    return desk.render();
  }
  drop(target, before < tiles.length || target === source ? before : undefined);
});

document.addEventListener("pointercancel", () => {
  drag?.ghost?.remove();
  drag = undefined;
});
