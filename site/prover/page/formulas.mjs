// Formulas, set by KaTeX from this folder.
import katex from "./katex/katex.mjs";
import setAll from "./katex/auto-render.mjs";

const OPTIONS = { throwOnError: false, strict: "ignore" };

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
