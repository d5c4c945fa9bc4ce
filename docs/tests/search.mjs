// Asks the search of a built site, as its pages do: node search.mjs SITE < questions.json > addresses.json
// The worker of the theme runs unchanged; it gets the same messages as in a browser.
import { readFileSync, readdirSync } from "node:fs";

const site = process.argv[2];
const workers = `${site}/assets/javascripts/workers`;
const script = readdirSync(workers).find((name) => /^search\..*\.js$/.test(name));
const index = JSON.parse(readFileSync(`${site}/search/search_index.json`, "utf8"));
let ask;
let answer;
globalThis.self = globalThis;
globalThis.addEventListener = (_, listener) => { ask = listener; };
globalThis.postMessage = (message) => { answer = message; };
(0, eval)(readFileSync(`${workers}/${script}`, "utf8"));

const [SETUP, , QUERY] = [0, 1, 2];
await ask({ data: { type: SETUP, data: { ...index, options: { suggest: false } } } });
const found = {};
for (const question of JSON.parse(readFileSync(0, "utf8"))) {
  await ask({ data: { type: QUERY, data: question } });
  // Each item is a page: its own entry and those of its sections, the best first.
  found[question] = answer.data.items.map((entries) => entries.map((entry) => entry.location));
}
console.log(JSON.stringify(found));
