// Time that a test moves on by hand.
import type { Time } from "../../web/src/lib/time.ts";

/** A clock that is moved on by hand, and frames that are drawn when the test says so. */
export class Clock implements Time {
  #now = 1_000;
  #calls = new Map<() => void, number>();
  #frames = new Set<() => void>();
  isHidden = false;

  now(): number {
    return this.#now;
  }

  hidden(): boolean {
    return this.isHidden;
  }

  after(wait: number, call: () => void): () => void {
    const once = () => call();
    this.#calls.set(once, this.#now + wait);
    return () => this.#calls.delete(once);
  }

  atFrame(call: () => void): () => void {
    const once = () => call();
    this.#frames.add(once);
    return () => this.#frames.delete(once);
  }

  /** Lets time pass, with all that is due meanwhile, in order. */
  pass(wait: number): void {
    const end = this.#now + wait;
    for (;;) {
      const [next] = [...this.#calls]
        .filter(([, at]) => at <= end)
        .sort(([, one], [, other]) => one - other);
      if (!next) break;
      this.#calls.delete(next[0]);
      this.#now = Math.max(this.#now, next[1]);
      next[0]();
    }
    this.#now = end;
  }

  /** Stands still for a while, as a page does that is held up: what was due comes late. */
  skip(wait: number): void {
    this.#now += wait;
    this.pass(0);
  }

  /** Draws a frame. */
  draw(): void {
    const frames = [...this.#frames];
    this.#frames.clear();
    for (const call of frames) call();
  }
}
