// Scenes one after the other, so that several that arrive at once can still be followed with the eye. The server's own
// pauses come first: what arrives apart is shown as it arrives. Who falls behind jumps to the present.

/** How long one Scene stays at least, in milliseconds. */
export const BEAT = 180;
/** From here on the rest is shown at once … */
export const BEHIND = 1_500;
/** … but no more often than this: a table of bots plays faster than a screen is drawn. */
export const BLINK = 40;

export class Timeline<T> {
  #waiting: { item: T; since: number; follows: boolean }[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When the next Scene may be shown, and when the next jump may be. */
  #free = 0;
  #jump = 0;

  constructor(readonly show: (item: T) => void) {}

  /** Put something at the end. What `follows` is shown together with what came before it. */
  add(item: T, follows = false): void {
    this.#waiting.push({ item, since: performance.now(), follows });
    this.#go();
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#waiting = [];
  }

  #go(): void {
    clearTimeout(this.#timer);
    const now = performance.now();
    const jumps = this.#isBehind(now);
    if (jumps && now < this.#jump) return this.#later(this.#jump - now);
    if (jumps) this.#jump = now + BLINK;
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      if (!jumps && !next.follows && now < this.#free) return this.#later(this.#free - now);
      this.#waiting.shift();
      if (!next.follows) this.#free = now + BEAT;
      this.show(next.item);
    }
  }

  #isBehind(now: number): boolean {
    const first = this.#waiting[0];
    return first !== undefined && (document.hidden || now - first.since > BEHIND || this.#waiting.length * BEAT > BEHIND);
  }

  #later(wait: number): void {
    this.#timer = setTimeout(() => this.#go(), wait);
  }
}
