// Shows Scenes one after the other, so that several that arrive at once can still be followed. Scenes that arrive with
// pauses between them are shown as they arrive. A page that falls behind jumps to the present, and as long as more
// arrives than can be followed, it goes on in jumps: a few stills a second, and never two in one frame.

import { OF_THE_PAGE, type Time } from "./time.ts";

/** How long one Scene stays at least, in milliseconds. */
export const BEAT = 180;
/** With a backlog of this many milliseconds, the page jumps to the present … */
export const BEHIND = 1_500;
/** … but no more often than this, in milliseconds: bots play faster than anybody can read. */
export const BLINK = 100;
/** A hidden page gets no animation frames: after this many milliseconds it goes on without one. */
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

  /** `show` gets each item, and whether it is part of a jump, which is not animated. */
  constructor(show: (item: T, jumps: boolean) => void, time: Time = OF_THE_PAGE) {
    this.#show = show;
    this.#time = time;
  }

  /** Append an item. An item that `follows` is shown together with the item before it. */
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

  /** Jump with the next frame, once the last jump is long enough ago; on a hidden page at once. */
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
