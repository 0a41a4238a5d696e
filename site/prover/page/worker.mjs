// The worker in which Python runs. It is told {id, what, given} and tells {id, answer} or {id, failure},
// meanwhile {id, doing}; and of itself {stage}.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const began = performance.now();
const tell = (said) => postMessage({ ...said, at: (performance.now() - began) / 1000 });

async function load(file) {
  const answer = await fetch(new URL(file, import.meta.url));
  if (!answer.ok) throw new Error(`${file} could not be loaded: status ${answer.status}`);
  return answer.arrayBuffer();
}

let python;
let ask;

const unpack = (archive) => python.unpackArchive(archive, "zip", { extractDir: "/lib/native" });

/** Load what reads and typesets statements. */
async function startReading() {
  const parts = ["python_flint.zip", "packages.zip", "pmlsym.zip"].map(load);
  python = await loadPyodide({ indexURL: new URL("./pyodide/", import.meta.url).href });
  tell({ stage: "python" });
  const [flint, ...modules] = await Promise.all(parts);
  unpack(flint);
  ["packages.zip", "pmlsym.zip"].forEach((name, number) =>
    python.FS.writeFile(`/lib/${name}`, new Uint8Array(modules[number])),
  );
  tell({ stage: "unpacked" });
  ask = python.runPython(`
import sys

sys.dont_write_bytecode = True
sys.path[:0] = ["/lib/native", "/lib/packages.zip", "/lib/pmlsym.zip"]

import json

import answers

lambda what, given, tell: json.dumps(
    getattr(answers, what)(*json.loads(given), *([tell] if what == "settle" else []))
)
`);
  tell({ stage: "reading" });
}

/** Load z3 as well, which the search for proofs asks. */
async function start() {
  const solver = load("z3_solver.zip");
  solver.catch(() => undefined); // heard of below
  await reading;
  unpack(await solver);
  tell({ stage: "ready", ...call("versions", []), heap: python._module.HEAP8.length });
}

function call(what, given, doing = () => {}) {
  return JSON.parse(ask(what, JSON.stringify(given), doing));
}

const reading = startReading();
const ready = start();
ready.catch((failure) => tell({ stage: "failed", failure: String(failure.message ?? failure) }));

onmessage = async ({ data: { id, what, given } }) => {
  try {
    await (what === "read" ? reading : ready);
    const answer = call(what, given, (line) => tell({ id, doing: line }));
    tell({ id, answer, heap: python._module.HEAP8.length });
  } catch (failure) {
    tell({ id, failure: String(failure.message ?? failure) });
  }
};
