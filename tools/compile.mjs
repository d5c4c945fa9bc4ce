// Compiles the modules of a zip archive by the Python of the browser, which then need not do it at each visit.
// node compile.mjs FOLDER-OF-PYODIDE IN.zip OUT.zip LEVEL, of which 2 leaves docstrings and assertions out

import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const COMPILE = `
from importlib.util import MAGIC_NUMBER
from marshal import dumps
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

UNCHECKED = (1).to_bytes(4, "little") + bytes(8)  # PEP 552: by the hash of the source, which nobody compares

with ZipFile("/in.zip") as given, ZipFile("/out.zip", "w", ZIP_DEFLATED) as compiled:
    for name in given.namelist():
        data = given.read(name)
        if name.endswith(".py"):
            code = compile(data, name, "exec", dont_inherit=True, optimize=level)
            name, data = f"{name}c", MAGIC_NUMBER + UNCHECKED + dumps(code)
        entry = ZipInfo(name)
        entry.compress_type = ZIP_DEFLATED
        compiled.writestr(entry, data)
`;

const [runtime, source, target] = process.argv.slice(2, 5).map((path) => resolve(path));
const { loadPyodide } = await import(pathToFileURL(`${runtime}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: runtime });
python.FS.writeFile("/in.zip", new Uint8Array(readFileSync(source)));
python.runPython(COMPILE, { globals: python.toPy({ level: Number(process.argv[5]) }) });
writeFileSync(target, python.FS.readFile("/out.zip"));
