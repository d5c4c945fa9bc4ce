// The service worker of the site, which keeps the playground for visits without a network. `tools/playground.py` copies
// it to the root of the site as `sw.js` and fills in the files; a file is loaded again only if its hash has changed.

const FILES = {}; // path from the root of the site: hash

const root = new URL("./", self.location);
const keys = new Map(Object.entries(FILES).map(([path, hash]) => [new URL(path, root).href, `${new URL(path, root).href}?${hash}`]));

/** The key of a file in the cache, or undefined if the network has to answer. */
function keyOf(url) {
  const address = new URL(url);
  address.hash = "";
  address.search = "";
  return keys.get(address.href.endsWith("/") ? `${address.href}index.html` : address.href);
}

self.addEventListener("install", (event) => event.waitUntil(fill().then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil(clean().then(() => self.clients.claim())));

async function fill() {
  const cache = await caches.open("rami");
  await Promise.all([...keys].map(async ([url, key]) => {
    if (await cache.match(key)) return;
    const answer = await fetch(url, { cache: "no-cache" }); // asks the server whether the browser's copy is still right
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
    await cache.put(key, answer);
  }));
}

async function clean() {
  const cache = await caches.open("rami");
  const wanted = new Set(keys.values());
  const old = (await cache.keys()).filter(({ url }) => !wanted.has(url));
  await Promise.all(old.map((request) => cache.delete(request)));
}

self.addEventListener("fetch", (event) => {
  const key = event.request.method === "GET" ? keyOf(event.request.url) : undefined;
  if (key) event.respondWith(caches.open("rami").then((cache) => cache.match(key)).then((answer) => answer ?? fetch(event.request)));
});
