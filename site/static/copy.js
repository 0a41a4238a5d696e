// Buttons that copy: a counterexample's table as the lines of a CSV file, code as it stands.
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  if (!navigator.clipboard) return;
  const rows = (table) => [...table.rows].map(
    (row) => [...row.cells].map((cell) => cell.textContent.trim()).join(","),
  ).join("\n");
  const add = (element, words, text) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = words;
    button.addEventListener("click", () => navigator.clipboard.writeText(text()).then(() => {
      button.textContent = "Copied";
      setTimeout(() => { button.textContent = words; }, 1200);
    }, () => { button.textContent = "The browser does not allow it"; }));
    element.after(button);
  };
  // where the numbers stand in code as well, that is what to copy
  const code = [...document.querySelectorAll("#counterexample div.highlight")];
  code.forEach((one) => add(one.parentElement, "Copy", () => one.textContent.trim()));
  if (code.length) return;
  document.querySelectorAll("#counterexample table.instance").forEach((table) => {
    add(table.closest(".table-wrapper") ?? table, "Copy as CSV", () => rows(table));
  });
});
