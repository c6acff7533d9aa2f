// Scenes one after the other, so that several that arrive at once can still be followed with the eye. The server's own
// pauses come first: what arrives apart is shown as it arrives. Who falls behind jumps to the present.

/** How long one Scene stays at least, in milliseconds. */
export const BEAT = 180;
/** From here on the rest is shown at once. */
export const BEHIND = 1_500;

export class Timeline<T> {
  #waiting: { item: T; since: number; follows: boolean }[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #free = 0;

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
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      const now = performance.now();
      const hurry = document.hidden || now - next.since > BEHIND || this.#waiting.length * BEAT > BEHIND;
      if (!hurry && !next.follows && now < this.#free) {
        this.#timer = setTimeout(() => this.#go(), this.#free - now);
        return;
      }
      this.#waiting.shift();
      if (!next.follows) this.#free = now + BEAT;
      this.show(next.item);
    }
  }
}
