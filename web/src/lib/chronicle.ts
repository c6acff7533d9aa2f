// What happened, sentence by sentence, as it is read: each when it is shown. While the table rushes on in jumps nobody
// could read along or listen; then the newest are told once in a while, and all of them when it is calm again.

import { OF_THE_PAGE, type Time } from "./time.ts";

/** How often it is told in a rush, in milliseconds. */
export const RECAP = 1_000;
/** How many sentences are told then: a hand of ten players. */
export const NEWEST = 80;
/** How many are kept. */
export const KEPT = 400;

/** A sentence, with its number among all of them. */
export interface Told {
  number: number;
  text: string;
  /** The number of its round, and what that is called. */
  round: number;
  phase: string;
}

export class Chronicle {
  readonly #tell: (lines: Told[], rushed: boolean) => void;
  readonly #time: Time;
  #lines: Told[] = [];
  #count = 0;
  #round = 0;
  #phase = "";
  /** Whether something was jumped over since it was told. */
  #news = false;
  /** Since how many recaps there have been jumps. The first jump is told at once and whole; from then on it is a rush. */
  #recaps = 0;
  #next: (() => void) | null = null;

  /** `tell` gets the sentences as they are to be read, and whether in a rush. */
  constructor(tell: (lines: Told[], rushed: boolean) => void, time: Time = OF_THE_PAGE) {
    this.#tell = tell;
    this.#time = time;
  }

  /** The newest sentence. */
  get last(): string {
    return this.#lines.at(-1)?.text ?? "";
  }

  /** The newest sentence is not worth keeping: another takes its place. */
  withdraw(): void {
    this.#lines.pop();
  }

  /** Something happened, and was shown or jumped over. What happens between two rounds belongs to the one before. */
  add(phase: string, text: string, jumps = false): void {
    if (!this.#round || !`${this.#phase} · `.startsWith(`${phase} · `)) {
      this.#round += 1;
      this.#phase = phase;
    }
    this.#lines.push({ number: (this.#count += 1), text, round: this.#round, phase: this.#phase });
    if (this.#lines.length > KEPT) this.#lines.shift();
    if (jumps) this.#next ??= this.#time.after(0, () => this.#recap());
    if (jumps && this.#recaps) this.#news = true;
    else this.#tellAll();
  }

  /** Another match begins: in a rush, what was told stays to be read for as long as it would have. */
  clear(): void {
    this.#lines = [];
    this.#phase = "";
    if (!this.#next) this.#tellAll();
  }

  #recap(): void {
    if (this.#recaps && !this.#news) return this.#calmDown();
    if (this.#recaps) this.#tell(this.#lines.slice(-NEWEST), true);
    this.#news = false;
    this.#recaps += 1;
    this.#next = this.#time.after(RECAP, () => this.#recap());
  }

  #calmDown(): void {
    if (this.#recaps > 1) this.#tellAll();
    this.#recaps = 0;
    this.#next = null;
  }

  #tellAll(): void {
    this.#tell([...this.#lines], this.#recaps > 1);
  }
}
