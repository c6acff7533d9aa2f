// Scenes one after the other, so that several that arrive at once can still be followed with the eye. The server's own
// pauses come first: what arrives apart is shown as it arrives. Who falls behind jumps to the present, and as long as
// more comes than an eye can follow, goes on in jumps: stills, some to a second, and never two in one frame.

import { OF_THE_PAGE, type Time } from "./time.ts";

/** How long one Scene stays at least, in milliseconds. */
export const BEAT = 180;
/** From here on the rest is shown at once … */
export const BEHIND = 1_500;
/** … but no more often than this: a table of bots plays faster than anybody reads. */
export const BLINK = 100;
/** A page that nobody sees has no frames: after so long it goes on without. */
export const FRAMELESS = 250;

export class Timeline<T> {
  readonly #show: (item: T, jumps: boolean) => void;
  readonly #time: Time;
  #waiting: { item: T; since: number; follows: boolean }[] = [];
  /** When the next Scene may be shown, and when the next jump may be. */
  #free = 0;
  #jump = 0;
  #jumping = false;
  #takeBack: (() => void)[] = [];

  /** `show` is told of each item whether it is part of a jump: nobody sees how it came to be so. */
  constructor(show: (item: T, jumps: boolean) => void, time: Time = OF_THE_PAGE) {
    this.#show = show;
    this.#time = time;
  }

  /** Put something at the end. What `follows` is shown together with what came before it. */
  add(item: T, follows = false): void {
    this.#waiting.push({ item, since: this.#time.now(), follows });
    if (!this.#jumping) this.#go();
  }

  clear(): void {
    this.#stopWaiting();
    this.#waiting = [];
  }

  #go(): void {
    this.#stopWaiting();
    const now = this.#time.now();
    if (this.#isBehind(now)) return this.#jumpSoon(now);
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      if (!next.follows && now < this.#free) return this.#later(this.#free - now, () => this.#go());
      this.#waiting.shift();
      if (!next.follows) this.#free = now + BEAT;
      this.#show(next.item, false);
    }
  }

  #isBehind(now: number): boolean {
    const first = this.#waiting[0];
    return (
      first !== undefined && (this.#time.hidden() || now - first.since > BEHIND || this.#waiting.length * BEAT > BEHIND)
    );
  }

  /** Jump with the next frame, once the last jump is long enough ago; at once where nobody looks. */
  #jumpSoon(now: number): void {
    this.#stopWaiting();
    this.#jumping = true;
    if (now < this.#jump) return this.#later(this.#jump - now, () => this.#jumpSoon(this.#time.now()));
    if (this.#time.hidden()) return this.#toThePresent();
    this.#later(FRAMELESS, () => this.#toThePresent());
    this.#takeBack.push(this.#time.atFrame(() => this.#toThePresent()));
  }

  #toThePresent(): void {
    this.#stopWaiting();
    const now = this.#time.now();
    this.#jump = now + BLINK;
    this.#free = now + BEAT;
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) this.#show(next.item, true);
  }

  #later(wait: number, call: () => void): void {
    this.#takeBack.push(this.#time.after(wait, call));
  }

  #stopWaiting(): void {
    for (const takeBack of this.#takeBack) takeBack();
    this.#takeBack = [];
    this.#jumping = false;
  }
}
