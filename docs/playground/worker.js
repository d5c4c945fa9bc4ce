// Runs Python beside the page, so that the page never freezes. Loads everything from beside this file.
// In: {id, python: code to run} or {id, board: JSON for answers.answer}.
// Out: {id, out, value} or {id, error}; {part, megabytes, starting}: how far it is on the way to the first answer, 0 to 1.

const runtime = new URL("runtime/", import.meta.url);
const LOADING = 0.7; // the part of the way that is loading; then Python starts, and the library is imported

/**
 * Counts what is downloaded, and returns the list of Pyodide's packages, which is empty. Pyodide asks for the
 * same files meanwhile and gets them from the browser's cache: a response that went through this code would lose the
 * machine code which the browser keeps with it.
 */
async function countDownloads() {
  const answer = await fetch(new URL("contents.json", runtime));
  if (!answer.ok) throw new Error("missing");
  const { files, megabytes, lock } = await answer.json();
  const all = Object.values(files).reduce((sum, size) => sum + size, 0);
  let loaded = 0;
  for (const name of Object.keys(files)) count(name).catch(() => {}); // whoever needs the file says that it is missing
  went(0);
  return lock;

  async function count(name) {
    const { body } = await fetch(new URL(name, runtime));
    for (const reader = body.getReader(); ; ) {
      const { done, value } = await reader.read();
      if (done) return;
      loaded += value.byteLength;
      went(LOADING * Math.min(loaded / all, 1));
    }
  }

  function went(part) {
    postMessage({ part, megabytes, starting: part >= LOADING });
  }
}

async function load() {
  const lockFileContents = await countDownloads();
  const { loadPyodide } = await import(new URL("pyodide.mjs", runtime));
  return loadPyodide({
    indexURL: runtime.href,
    stdLibURL: new URL("python.zip", runtime).href,
    lockFileContents,
  });
}

const loading = load();
let answer; // what answers for the board, imported when first asked
let names; // the names that the code of the page has defined

function run(python, code) {
  let out = "";
  const write = { batched: (text) => (out += `${text}\n`) };
  python.setStdout(write);
  python.setStderr(write);
  names ??= python.toPy({ __name__: "__main__" });
  try {
    python.runPython(code, { globals: names, filename: "<page>" });
    return { out };
  } catch (error) {
    const told = error.message.split("\n");
    const start = told.findIndex((line) => line.includes('"<page>"'));
    return { out, error: told.slice(start < 0 ? -2 : start).join("\n").trim() };
  }
}

self.onmessage = async ({ data }) => {
  try {
    const python = await loading;
    if (data.python !== undefined) {
      postMessage({ id: data.id, ...run(python, data.python) });
    } else {
      answer ??= python.pyimport("docs.playground.answers").answer;
      postMessage({ id: data.id, value: JSON.parse(answer(data.board)) });
    }
  } catch (error) {
    postMessage({ id: data.id, error: error.message });
  }
};
