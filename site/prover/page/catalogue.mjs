// The published statements: a list to filter, to check anew, and to take statements from.

function linked(page, words) {
  const made = document.createElement("a");
  made.href = page;
  made.textContent = words;
  return made;
}

export class Catalogue {
  constructor(parts) {
    Object.assign(this, parts);
    this.filter.addEventListener("input", () => this.narrow());
    this.typed.addEventListener("change", () => this.narrow());
  }

  async load() {
    this.claims = await (await fetch("ledger.json")).json();
    this.items = this.claims.map((claim) => this.item(claim));
    this.list.replaceChildren(...this.items);
    this.within.hidden = !this.claims.some((claim) => claim.page);
    this.narrow();
  }

  item(claim) {
    const item = document.createElement("li");
    item.dataset.id = claim.id;
    const head = document.createElement("p");
    const name = document.createElement("strong");
    name.append(claim.page ? linked(claim.page, claim.id) : claim.id);
    const verdict = document.createElement("span");
    verdict.className = claim.recorded;
    verdict.textContent = claim.recorded;
    head.append(name, ` (${claim.where}): `, verdict);
    const says = document.createElement("p");
    says.textContent = claim.says;
    const row = document.createElement("div");
    row.className = "row";
    row.append(this.button("Check", `Check ${claim.id}`, () => this.check(claim.id)));
    claim.lines.forEach((line, number) => {
      const which = claim.lines.length > 1 ? ` ${number + 1}` : "";
      row.append(this.button(`Start from it${which}`, line, () => this.take(line)));
    });
    item.append(head, says, row);
    return item;
  }

  button(words, label, act) {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = words;
    made.title = label;
    made.setAttribute("aria-label", `${words}: ${label}`);
    made.addEventListener("click", act);
    return made;
  }

  /** Show the claims in which every word of the filter occurs. */
  narrow() {
    const words = this.filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    this.claims.forEach((claim, number) => {
      const text = [claim.id, claim.where, claim.says, claim.recorded].join(" ").toLowerCase();
      const fits = words.every((word) => text.includes(word));
      const hidden = !fits || (this.typed.checked && !claim.lines.length);
      this.items[number].hidden = hidden;
      shown += !hidden;
    });
    this.count.textContent = `${shown} of ${this.claims.length} statements`;
  }

  /** Show a claim where it can be seen, ready to be checked. */
  find(id) {
    this.filter.value = id;
    this.typed.checked = false;
    this.narrow();
    const item = this.items.find((one) => one.dataset.id === id);
    item?.scrollIntoView({ block: "center" });
    item?.querySelector("button").focus({ preventScroll: true });
  }

  /** Check what is shown, one claim after the other, until all are done or one is stopped. */
  async checkAll() {
    const chosen = this.claims.filter((_, number) => !this.items[number].hidden);
    const found = {};
    const other = [];
    for (const claim of chosen) {
      this.count.textContent = `${Object.keys(found).length} of ${chosen.length} checked; ${claim.id} …`;
      const answer = await this.check(claim.id, false);
      if (answer === null) break;
      found[claim.id] = answer.verdict;
      if (answer.verdict !== claim.recorded) other.push(claim.id);
    }
    const agree = other.length ? `not as recorded: ${other.join(", ")}` : "each as it is recorded";
    const number = Object.keys(found).length;
    this.count.textContent = `${number} of ${chosen.length} statements checked, ${agree}.`;
    this.list.dataset.found = JSON.stringify(found);
  }
}
