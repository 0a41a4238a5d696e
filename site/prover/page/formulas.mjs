// Formulas, set by KaTeX from this folder.
import katex from "./katex/katex.mjs";
import setAll from "./katex/contrib/auto-render.mjs";

// goals about joint laws are long: KaTeX gives up after a thousand macros unless it may go on
const OPTIONS = { throwOnError: false, strict: "ignore", maxExpand: 100_000 };

/** Set one formula into an element; what cannot be set is shown as LaTeX. */
export function set(element, latex, display = false) {
  katex.render(latex, element, { ...OPTIONS, displayMode: display });
}

/** Set the formulas between dollar signs below an element, as a notebook does. */
export function setBelow(element) {
  setAll(element, {
    ...OPTIONS,
    delimiters: [{ left: "$", right: "$", display: false }],
    ignoredClasses: ["tex2jax_ignore", "mathjax_ignore"],
  });
}
