// The form above the table of the ledger: what it leaves is kept behind # of the address.
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  const form = document.querySelector(".ledger-filter");
  if (!form) return;
  const rows = [...document.querySelectorAll("table.ledger tbody tr")];
  const texts = rows.map((row) => row.textContent.toLowerCase());
  const names = ["paper", "verdict", "kind", "text"];
  const field = (name) => form.elements.namedItem(name);

  const filter = () => {
    const wanted = Object.fromEntries(names.map((name) => [name, field(name).value.trim()]));
    const words = wanted.text.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    rows.forEach((row, place) => {
      const fits = ["paper", "verdict", "kind"].every(
        (name) => !wanted[name] || row.dataset[name] === wanted[name],
      ) && words.every((word) => texts[place].includes(word));
      row.hidden = !fits;
      shown += fits;
    });
    const number = shown === rows.length ? `${shown}` : `${shown} of ${rows.length}`;
    form.querySelector("output").textContent = `${number} claims`;
    const kept = new URLSearchParams(Object.entries(wanted).filter(([, value]) => value));
    const place = `${location.pathname}${location.search}${kept.size ? `#${kept}` : ""}`;
    history.replaceState(null, "", place);
  };
  const read = () => {
    const kept = new URLSearchParams(location.hash.slice(1));
    names.forEach((name) => { field(name).value = kept.get(name) ?? ""; });
    filter();
  };

  form.hidden = false;
  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(filter));
  addEventListener("hashchange", read);
  if (location.hash.includes("=")) read();
});
