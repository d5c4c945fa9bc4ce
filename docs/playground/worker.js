// Runs Python beside the page, so that the page never freezes. Loads everything from beside this file.
// In: {id, python: code to run} or {id, board: JSON for answers.answer}.
// Out: {id, out, value} or {id, error}; {part, starting}: how far it is on the way to the first answer, 0 to 1.

const here = new URL("./", import.meta.url);
const runtime = new URL("runtime/", here);
const LOADING = 0.6; // the part of the way that is loading; then Python starts, and the library is imported

/** Lets every download be counted, of which Pyodide does the larger ones itself. */
async function countDownloads() {
  const answer = await fetch(new URL("sizes.json", runtime));
  if (!answer.ok) throw new Error("missing");
  const of = Object.values(await answer.json()).reduce((sum, size) => sum + size, 0);
  let loaded = 0;
  const plain = self.fetch;
  self.fetch = async (...request) => {
    const response = await plain(...request);
    if (!response.body || !response.ok) return response;
    const counted = new TransformStream({
      transform(chunk, next) {
        loaded += chunk.byteLength;
        postMessage({ part: LOADING * Math.min(loaded / of, 1), starting: loaded >= of });
        next.enqueue(chunk);
      },
    });
    return new Response(response.body.pipeThrough(counted), { status: response.status, headers: response.headers });
  };
}

async function load() {
  await countDownloads();
  const { loadPyodide } = await import(new URL("pyodide.mjs", runtime));
  const [python, library] = await Promise.all([
    loadPyodide({ indexURL: runtime.href }),
    fetch(new URL("library.zip", runtime)).then((answer) => answer.arrayBuffer()),
  ]);
  const packages = python.runPython("import site; site.getsitepackages()[0]");
  python.unpackArchive(library, "zip", { extractDir: packages });
  postMessage({ part: 0.8, starting: true });
  python.runPython("import importlib; importlib.invalidate_caches()");
  return python;
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
