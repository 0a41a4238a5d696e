// The page: what is typed, what is asked of the prover, and what it answered.
import { set, setBelow } from "./formulas.mjs";
import { Catalogue } from "./catalogue.mjs";
import { Asked } from "./asked.mjs";
import { Prover, Stopped } from "./prover.mjs";

const EXAMPLES = [
  ["PML(a) and PMC(b) => LDP(a + b)", "proved"],
  ["LDP(e) => PML(e/2)", "refuted, and what is true instead"],
  ["PML(e) => PMC(?)", "a hole: the best level"],
  ["LDP(e) => PML(-log(pmin + exp(-e)*(1 - pmin)))", "proved, with the smallest prior"],
  ["PML(e) => PMC(log(pmin/(1 - exp(e)*(1 - pmin))))", "refuted: a condition is missing"],
  ["prior uniform: PML(e) => PMC(-log(n - (n - 1)*exp(e))) where exp(e) < n/(n - 1)", "proved"],
  ["X - Y - Z: pml(X->Z) <= pml(X->Y)", "proved: who sees less learns less"],
];
const GRACE = 20; // seconds over its time after which a worker is ended, whatever it is at

const $ = (id) => document.getElementById(id);
const page = document.body.dataset;
let current = 0;

const prover = new Prover((said) => {
  page.stage = said.stage;
  const words = {
    loading: "Loading Python …",
    python: "Python runs; loading sympy …",
    unpacked: "Loading the prover …",
    reading: "Statements are typeset; loading z3 …",
    ready: `Ready after ${said.at?.toFixed(1)} s.`,
    failed: "The prover could not be started in this browser. Reload the page, or take another one.",
  };
  $("state").textContent = words[said.stage];
  // without a value it moves: how long Python takes to start nobody knows
  if (said.stage === "loading") $("progress").removeAttribute("value");
  else $("progress").value = Object.keys(words).indexOf(said.stage);
  $("progress").hidden = ["ready", "failed"].includes(said.stage);
  if (said.stage === "reading") typeset();
  if (said.stage === "failed") $("state").title = said.failure;
  if (said.stage !== "ready") return;
  page.readyAfter = said.at;
  page.heap = said.heap;
  $("versions").textContent = `pmlsym ${said.pmlsym} with z3 ${said.z3}, in this browser.`;
  typeset();
});

// --- what is typed ---------------------------------------------------------------------------

const text = () => $("statement").value.trim();

async function typeset() {
  const typed = text();
  $("statement").removeAttribute("aria-invalid");
  if (!typed) return $("typeset").replaceChildren();
  if (!["reading", "ready"].includes(page.stage) || prover.busy) return;
  const found = await prover.ask("read", [typed]).catch(() => null);
  if (found === null) return;
  if (typed !== text()) return typeset(); // more was typed meanwhile
  if (found.error) return complain(typed, found);
  const formula = document.createElement("div");
  set(formula, found.latex, true);
  $("typeset").replaceChildren(formula, paragraph(found.words, "faint"));
}

/** Say what is wrong with the text, below the column where it is. */
function complain(typed, { error, column }) {
  $("statement").setAttribute("aria-invalid", "true");
  const shown = [paragraph(column ? `Column ${column}: ${error}` : error)];
  if (column) {
    const before = typed.slice(0, column - 1).split("\n");
    const line = typed.split("\n")[before.length - 1];
    const place = document.createElement("pre");
    place.textContent = `${line}\n${" ".repeat(before.at(-1).length)}^`;
    place.setAttribute("aria-hidden", "true");
    shown.unshift(place);
  }
  $("typeset").replaceChildren(...shown);
}

function paragraph(words, kind = "") {
  const made = document.createElement("p");
  made.textContent = words;
  made.className = kind;
  return made;
}

let pause;
$("statement").addEventListener("input", () => {
  clearTimeout(pause);
  pause = setTimeout(typeset, 150);
});
$("statement").addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) $("ask").requestSubmit();
});

function take(statement) {
  $("statement").value = statement;
  remember({ s: statement });
  typeset();
  $("statement").focus();
  $("statement").scrollIntoView({ block: "center" });
}

// --- asking ----------------------------------------------------------------------------------

/** Ask for an answer and show it; false if it was stopped or failed. */
async function answer(what, given, seconds) {
  const number = ++current;
  page.asked = number;
  working(true);
  verdict("…", "");
  $("answer").hidden = true;
  $("files").replaceChildren();
  const start = performance.now();
  const clock = setInterval(() => {
    const gone = (performance.now() - start) / 1000;
    if (gone > seconds + GRACE && page.stage === "ready") stop("It did not end in its time.");
  }, 500);
  try {
    const found = await prover.ask(what, given, (line) => {
      $("doing").textContent = line;
    });
    page.heap = prover.heap;
    $("doing").textContent = "";
    if (found.error) {
      complain(given[0], found);
      verdict("Not read: see what is said below the statement.", "");
      return null;
    }
    show(found);
    if (what === "settle") asked.add(given[0], found.verdict);
    return found;
  } catch (failure) {
    if (failure instanceof Stopped) verdict(stopped, "");
    else {
      verdict("No answer: the prover met something that it cannot do in a browser.", "");
      $("doing").textContent = lastLine(failure);
      console.error(failure.message); // the whole traceback, for whoever reports it
    }
    return null;
  } finally {
    clearInterval(clock);
    working(false);
    page.answered = number;
  }
}

const lastLine = (failure) => String(failure.message).trim().split("\n").pop();

function show(found) {
  const beside = found.recorded ? `, recorded as ${found.recorded}` : "";
  verdict(`${found.verdict}${beside}`, found.verdict);
  page.verdict = found.verdict;
  $("doing").textContent = `in ${found.seconds.toFixed(1)} s`;
  $("answer").innerHTML = found.html; // pmlsym's own, which escapes every word
  setBelow($("answer"));
  $("answer").hidden = false;
  const files = Object.entries(found.files).map(([name, content]) => {
    const made = document.createElement("a");
    made.href = `data:text/plain;charset=utf-8,${encodeURIComponent(content)}`;
    made.download = name;
    made.textContent = name;
    return made;
  });
  const copies = [copying("Copy as text", found.text)];
  if (found.files["answer.tex"]) copies.push(copying("Copy LaTeX", found.files["answer.tex"]));
  $("files").replaceChildren(...copies, ...(files.length ? ["Save:"] : []), ...files);
}

/** Return a button that copies a text: the answer as Python prints it, or its LaTeX. */
function copying(words, content) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = words;
  made.addEventListener("click", async () => {
    made.textContent = await navigator.clipboard.writeText(content).then(
      () => "Copied",
      () => "The browser does not allow it",
    );
    setTimeout(() => (made.textContent = words), 2000);
  });
  return made;
}

function verdict(words, kind) {
  $("verdict").textContent = words;
  $("verdict").className = kind;
  page.verdict = kind;
}

/** Scroll only if it cannot be seen, as on a phone. */
function bringIntoView(element) {
  const { top, bottom } = element.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) element.scrollIntoView({ block: "center" });
}

function working(busy) {
  $("stop").disabled = !busy;
  $("go").disabled = busy;
  $("all").disabled = busy;
  if (!busy) typeset();
}

let stopped = "";
function stop(why) {
  stopped = `${why} Stopped; the prover starts again.`.trim();
  prover.stop();
  $("doing").textContent = "";
}

$("ask").addEventListener("submit", (event) => {
  event.preventDefault();
  if (prover.busy && !$("stop").disabled) return;
  const seconds = Number($("seconds").value);
  remember({ s: text() });
  if (!text()) return $("statement").focus();
  bringIntoView($("verdict"));
  answer("settle", [text(), seconds], seconds);
});
$("stop").addEventListener("click", () => stop(""));

// --- links -----------------------------------------------------------------------------------

function remember(what) {
  history.replaceState(null, "", `#${new URLSearchParams(what)}`);
}

$("link").addEventListener("click", async () => {
  if (text()) remember({ s: text() });
  const said = await navigator.clipboard.writeText(location.href).then(
    () => "Copied",
    () => "The link is in the address bar",
  );
  $("link").textContent = said;
  setTimeout(() => ($("link").textContent = "Copy link"), 2000);
});

function follow() {
  const what = new URLSearchParams(location.hash.slice(1));
  if (what.has("s")) $("statement").value = what.get("s");
  else if (what.has("claim")) catalogue.find(what.get("claim"));
  typeset();
}

// --- examples and the ledger -----------------------------------------------------------------

$("examples").append(
  ...EXAMPLES.map(([statement, says]) => {
    const item = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    const code = document.createElement("code");
    code.textContent = statement;
    button.append(code, ` (${says})`);
    button.addEventListener("click", () => take(statement));
    item.append(button);
    return item;
  }),
);

const asked = new Asked({ list: $("asked"), within: $("history"), take });

$("examples").closest("details").open = innerWidth > 640; // on a phone the answer is near

const catalogue = new Catalogue({
  list: $("ledger"),
  filter: $("filter"),
  typed: $("typed"),
  count: $("count"),
  within: $("site"),
  take,
  check: async (id, looked = true) => {
    if (!$("stop").disabled) return null; // it is at something else
    if (looked) {
      remember({ claim: id });
      $("verdict").scrollIntoView({ block: "center" });
    }
    return answer("check", [id], 120);
  },
});
$("all").addEventListener("click", () => catalogue.checkAll());

if (!location.hash) $("statement").value = EXAMPLES[0][0];
await catalogue.load();
follow();
addEventListener("hashchange", follow);
page.loaded = "yes";
