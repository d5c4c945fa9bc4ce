// The worker that runs Python, as functions that promise an answer.

/** What a page says while Python loads, and when it cannot. */
export const SAYS = {
  de: { loading: "Python wird geladen", starting: "Python startet", missing: "Diese Fassung der Seite hat kein Python für den Browser.", run: "Ausführen" },
  en: { loading: "Python is loading", starting: "Python is starting", missing: "This build of the site has no Python for the browser.", run: "Run this" },
  es: { loading: "Cargando Python", starting: "Python está arrancando", missing: "Esta versión del sitio no tiene Python para el navegador.", run: "Ejecutar" },
  fr: { loading: "Python se charge", starting: "Python démarre", missing: "Cette version du site n'a pas de Python pour navigateur.", run: "Exécuter" },
};
export const lang = document.documentElement.lang.startsWith("fr") ? "fr" : "en";

let worker;
let last = 0;
const waiting = new Map();
const watching = new Set();

/** Calls back with the fraction of the way to the first answer, 0 to 1, and whether all is loaded and Python starts. */
export function watch(callback) {
  watching.add(callback);
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
    if (data.part) return watching.forEach((callback) => callback(data.part, data.starting));
    const { resolve, reject } = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.error !== undefined && data.out === undefined) reject(new Error(data.error));
    else resolve(data.value ?? data);
  };
  begun.onerror = (event) => waiting.forEach(({ reject }) => reject(new Error(event.message)));
  return begun;
}
