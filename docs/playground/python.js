// The worker that runs Python, as functions that promise an answer.

/** What a page says while Python loads, and when it cannot. */
export const SAYS = {
  de: { loading: "Das Spiel wird geladen, {0} MB", starting: "Das Spiel startet", python: "Python wird geladen", missing: "Diese Fassung der Seite hat kein Python für den Browser.", run: "Ausführen" },
  en: { loading: "Loading the game, {0} MB", starting: "The game is starting", python: "Python is loading", missing: "This build of the site has no Python for the browser.", run: "Run this" },
  es: { loading: "Cargando el juego, {0} MB", starting: "El juego está arrancando", python: "Cargando Python", missing: "Esta versión del sitio no tiene Python para el navegador.", run: "Ejecutar" },
  fr: { loading: "Le jeu se charge, {0} Mo", starting: "Le jeu démarre", python: "Python se charge", missing: "Cette version du site n'a pas de Python pour navigateur.", run: "Exécuter" },
};
export const lang = document.documentElement.lang.startsWith("fr") ? "fr" : "en";
export const runtime = new URL("runtime/", import.meta.url);

let worker;
let last = 0;
const waiting = new Map();
const watching = new Set();

/** Starts Python, and calls back with how far it is on the way to the first answer: {part: 0 to 1, megabytes, starting}. */
export function watch(callback) {
  watching.add(callback);
  worker ??= start();
}

export function ask(question) {
  worker ??= start();
  return new Promise((resolve, reject) => {
    waiting.set(++last, { resolve, reject });
    worker.postMessage({ id: last, ...question });
  });
}

function start() {
  const begun = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  begun.onmessage = ({ data }) => {
    if (data.part !== undefined) return watching.forEach((callback) => callback(data));
    const { resolve, reject } = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.error !== undefined && data.out === undefined) reject(new Error(data.error));
    else resolve(data.value ?? data);
  };
  begun.onerror = (event) => waiting.forEach(({ reject }) => reject(new Error(event.message)));
  return begun;
}
