// The page: shows a first position at once, loads Python, and starts the board of the game that the address names.

import { renderBoard } from "./board.js";
import { SAYS, lang as pageLang, runtime, watch } from "./python.js";
import { answered, desk, make, root, tell } from "./screen.js";
import { renderTable } from "./table.js";

desk.render = () => (desk.now.game === "rummikub" ? renderBoard() : renderTable());

const addressed = () => Object.fromEntries(new URLSearchParams(location.hash.slice(1)));

async function start(address) {
  await answered();
  desk.lang = address.lang in SAYS ? address.lang : pageLang;
  root.lang = desk.lang;
  await tell("start", { lang: desk.lang, address, level: desk.level });
}

/** How far the game is loaded. */
function progress() {
  const says = SAYS[desk.lang];
  const text = make("span", {});
  const bar = make("progress", { max: 1, value: 0, "aria-label": says.starting });
  watch(({ part, megabytes, starting }) => {
    bar.value = part;
    text.textContent = starting ? says.starting : says.loading.replace("{0}", megabytes);
  });
  return make("div", { class: "rami-said" }, make("p", {}, text, " ", bar));
}

/** Shows one of the deals that were drawn with the site, where the address asks for no other; returns its address. */
async function picture(address) {
  const game = address.game ?? "rummikub";
  if (Object.keys(address).some((each) => !["game", "lang"].includes(each))) return address;
  const answer = await fetch(new URL(`${game}-${desk.lang}.json`, runtime));
  if (!answer.ok || desk.now) return address;
  const { page, deals } = await answer.json();
  const now = deals[Math.floor(Math.random() * deals.length)];
  if (desk.now) return address;
  Object.assign(desk, { page, now });
  root.inert = true;
  desk.render();
  return { ...now.deal, ...address, game };
}

const first = addressed();
desk.lang = first.lang in SAYS ? first.lang : pageLang;
desk.loading = progress();
root.setAttribute("aria-busy", "true");
root.replaceChildren(desk.loading);
window.addEventListener("hashchange", () => start(addressed()));
await start(await picture(first));
navigator.serviceWorker?.register(new URL("../sw.js", import.meta.url)).catch(() => {}); // not with a build without Python
