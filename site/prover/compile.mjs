// Compile every module below a folder with the very Python that will read it, and drop the sources.
// node compile.mjs FOLDER_OF_PYODIDE FOLDER
import { pathToFileURL } from "node:url";

const [pyodide, folder] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${pyodide}/` });
python.mountNodeFS("/modules", folder);
console.log(
  python.runPython(`
import pathlib, py_compile, warnings

unchecked = py_compile.PycInvalidationMode.UNCHECKED_HASH
warnings.simplefilter("ignore", SyntaxWarning)  # of sympy
number = 0
for path in sorted(pathlib.Path("/modules").rglob("*.py")):
    said = str(path.relative_to("/modules"))
    py_compile.compile(str(path), f"{path}c", dfile=said, doraise=True, invalidation_mode=unchecked)
    path.unlink()
    number += 1
f"{number} modules compiled"
`),
);
