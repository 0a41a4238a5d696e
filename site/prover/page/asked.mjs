// What was asked in this browser, the latest first: kept here, and told nobody.

const KEY = "pmlsym.asked";
const MOST = 20;

export class Asked {
  constructor(parts) {
    Object.assign(this, parts);
    this.show();
  }

  /** Return pairs of a statement and its verdict. */
  read() {
    try {
      const found = JSON.parse(localStorage.getItem(KEY) ?? "[]");
      return Array.isArray(found) ? found : [];
    } catch {
      return []; // no storage in this window, or something else wrote there
    }
  }

  add(statement, verdict) {
    const others = this.read().filter(([known]) => known !== statement);
    try {
      localStorage.setItem(KEY, JSON.stringify([[statement, verdict], ...others].slice(0, MOST)));
    } catch {
      return; // a private window keeps nothing
    }
    this.show();
  }

  show() {
    const items = this.read().map(([statement, verdict]) => {
      const item = document.createElement("li");
      const button = document.createElement("button");
      button.type = "button";
      const code = document.createElement("code");
      code.textContent = statement;
      button.append(code, ` (${verdict})`);
      button.addEventListener("click", () => this.take(statement));
      item.append(button);
      return item;
    });
    this.list.replaceChildren(...items);
    this.within.hidden = !items.length;
  }
}
