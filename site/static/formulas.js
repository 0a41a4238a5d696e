// Formulas: set when they are first seen, and copied as LaTeX.
"use strict";

(() => {
  const settings = {
    macros: { "\\arraystretch": "1.5" }, // fractions in a matrix do not touch
    maxExpand: 100000, // goals of a kernel can be long
    throwOnError: false, // what KaTeX cannot set stays readable, in a class of its own
    strict: "ignore",
  };
  const set = (element) => {
    if (element.dataset.latex !== undefined) return;
    const latex = element.textContent;
    element.dataset.latex = latex;
    const display = element.classList.contains("display");
    // set as if in a line, a long formula is broken behind relations and signs
    const displayMode = display && /\\(tag|begin\{(align|gather|equation))/.test(latex);
    const shown = display && !displayMode ? `\\displaystyle ${latex}` : latex;
    katex.render(shown, element, { ...settings, displayMode });
    element.title = "Click to copy as LaTeX";
  };
  const setAll = (within) => within.querySelectorAll(".math").forEach((element) => {
    const folded = element.closest("details:not([open])");
    if (!folded || element.closest("summary")?.parentElement === folded) set(element);
  });

  const copy = (element) => {
    if (!navigator.clipboard || !getSelection().isCollapsed) return;
    navigator.clipboard.writeText(element.dataset.latex).then(() => {
      element.classList.add("copied");
      setTimeout(() => element.classList.remove("copied"), 1200);
    }, () => undefined); // without the right to, selecting and copying gives the LaTeX as well
  };

  // the outputs of notebooks have their formulas between dollar signs
  const setOutputs = () => document.querySelectorAll(".output.text_html").forEach((output) => {
    renderMathInElement(output, {
      delimiters: [
        { left: "$$", right: "$$", display: true },
        { left: "$", right: "$", display: false },
      ],
      ignoredClasses: ["mathjax_ignore", "math"],
      ...settings,
    });
  });

  document.addEventListener("DOMContentLoaded", () => {
    setAll(document);
    setOutputs();
    document.addEventListener("toggle", (event) => {
      if (event.target.open) setAll(event.target);
    }, true);
    document.addEventListener("click", (event) => {
      const formula = event.target.closest(".math");
      if (formula) copy(formula);
    });
    document.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && event.target.matches(".math")) copy(event.target);
    });
    addEventListener("beforeprint", () => {
      document.querySelectorAll("details").forEach((one) => { one.open = true; });
      setAll(document);
    });
  });
})();
