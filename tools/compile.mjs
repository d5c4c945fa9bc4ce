// Packs what the playground imports as one archive of modules compiled by the Python of the browser.
// node compile.mjs FOLDER-OF-PYODIDE LIBRARY.zip OUT.zip
//
// Of the standard library it keeps the modules that the library imports, at once or in a function, and those that these
// import. Docstrings, assertions and the line tables of tracebacks are left out: together they are half of the weight.

import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const PACK = `
import ast
import sys
from contextlib import suppress
from importlib import import_module
from importlib.util import MAGIC_NUMBER
from marshal import dumps
from types import CodeType
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

UNCHECKED = (1).to_bytes(4, "little") + bytes(8)  # PEP 552: by the hash of the source, which nobody compares
STANDARD = next(path for path in sys.path if path.endswith(".zip"))

def bare(code):
    consts = (bare(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    return code.replace(co_linetable=b"", co_consts=tuple(consts))

def compiled(source, name):
    code = compile(source, name, "exec", dont_inherit=True, optimize=2)
    return MAGIC_NUMBER + UNCHECKED + dumps(bare(code))

def imported(source):
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (node.module, *(f"{node.module}.{alias.name}" for alias in node.names))

sys.path.insert(0, "/library.zip")
with ZipFile("/library.zip") as library, ZipFile(STANDARD) as standard, ZipFile("/out.zip", "w") as packed:
    for name in library.namelist():
        for module in imported(library.read(name)) if name.endswith(".py") else ():
            with suppress(ImportError):
                import_module(module)
    files = {getattr(module, "__file__", None) or "" for module in list(sys.modules.values())}
    needed = {file.removeprefix(f"{STANDARD}/") for file in files if file.startswith(STANDARD)}
    for archive, names in ((standard, sorted(needed & {*standard.namelist()})), (library, library.namelist())):
        for name in names:
            data = archive.read(name)
            if name.endswith(".py"):
                name, data = f"{name}c", compiled(data, name)
            entry = ZipInfo(name)
            entry.compress_type = ZIP_DEFLATED
            packed.writestr(entry, data, compresslevel=9)
`;

const [runtime, library, target] = process.argv.slice(2, 5).map((path) => resolve(path));
const { loadPyodide } = await import(pathToFileURL(`${runtime}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: runtime });
python.FS.writeFile("/library.zip", new Uint8Array(readFileSync(library)));
python.runPython(PACK);
writeFileSync(target, python.FS.readFile("/out.zip"));
