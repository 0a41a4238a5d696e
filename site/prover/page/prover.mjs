// The prover as the page sees it: a worker that is asked one thing after the other, and can be ended.

export class Stopped extends Error {}

export class Prover {
  /**
   * `onstage` hears how far a new worker is: python, unpacked, reading, ready (with versions),
   * failed.
   */
  constructor(onstage) {
    this.onstage = onstage;
    this.start();
  }

  start() {
    this.waiting = new Map();
    this.next = 0;
    this.worker = new Worker(new URL("worker.mjs", import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data }) => this.hear(data);
    this.worker.onerror = (event) =>
      this.onstage({ stage: "failed", failure: event.message || "the worker could not be started" });
    this.onstage({ stage: "loading" });
  }

  hear(said) {
    if (said.stage) return this.onstage(said);
    const asked = this.waiting.get(said.id);
    if (said.doing) return asked.doing(said.doing);
    this.waiting.delete(said.id);
    this.heap = said.heap ?? this.heap;
    if (said.failure) asked.reject(new Error(said.failure));
    else asked.resolve(said.answer);
  }

  get busy() {
    return this.waiting.size > 0;
  }

  /** Call a function of answers.py; `doing` hears lines on what is being done. */
  ask(what, given, doing = () => {}) {
    const id = ++this.next;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, doing });
      this.worker.postMessage({ id, what, given });
    });
  }

  /** End the worker, whatever it is at, and start another one. */
  stop() {
    this.worker.terminate();
    const left = [...this.waiting.values()];
    this.start();
    for (const { reject } of left) reject(new Stopped());
  }
}
