// The log: each sentence appears when its Scene is shown. While the table goes on in jumps, nobody could read along;
// then only the newest sentences are published at intervals, and all of them afterwards.

import { OF_THE_PAGE, type Time } from "./time.ts";

/** The interval of updates in a rush, in milliseconds. */
export const RECAP = 1_000;
/** How many sentences are published then: about a hand of ten players. */
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
  /** Whether a Scene was skipped since the last update. */
  #news = false;
  /**
   * For how many updates there have been jumps. After the first jump everything is published at once; then the rush
   * begins.
   */
  #recaps = 0;
  #next: (() => void) | null = null;

  /** `tell` gets the sentences to show, and whether there is a rush. */
  constructor(tell: (lines: Told[], rushed: boolean) => void, time: Time = OF_THE_PAGE) {
    this.#tell = tell;
    this.#time = time;
  }

  /** The newest sentence. */
  get last(): string {
    return this.#lines.at(-1)?.text ?? "";
  }

  /** Remove the newest sentence: another replaces it. */
  withdraw(): void {
    this.#lines.pop();
  }

  /** Add a sentence whose Scene was shown or skipped. Sentences between two rounds belong to the round before. */
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

  /** Another match begins: in a rush, the published sentences stay until the next update. */
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
