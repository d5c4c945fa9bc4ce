// The page: loads Python, and starts the board of the game that the address names.

import { renderBoard } from "./board.js";
import { SAYS, lang as pageLang, watch } from "./python.js";
import { answered, desk, make, root, tell } from "./screen.js";
import { renderTable } from "./table.js";

desk.render = () => (desk.now.game === "rummikub" ? renderBoard() : renderTable());

async function start() {
  await answered();
  const address = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  desk.lang = address.lang in SAYS ? address.lang : pageLang;
  root.lang = desk.lang;
  tell("start", { lang: desk.lang, address });
}

const bar = make("progress", { max: 1, value: 0, "aria-label": SAYS[desk.lang].loading });
const text = make("span", {}, SAYS[desk.lang].loading);
root.replaceChildren(make("p", {}, text, " … ", bar));
watch((part, starting) => {
  bar.value = part;
  if (starting) text.textContent = SAYS[desk.lang].starting;
});
window.addEventListener("hashchange", start);
start();
