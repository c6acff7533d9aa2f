// The log: each sentence appears when its Scene is shown. While the table goes on in jumps, too fast to be read, only
// the newest sentences are published at intervals, and all of them afterwards.

import { OF_THE_PAGE, type Time } from "./time.ts";
import type { Sentence } from "./wire.ts";

/** The interval of updates in a rush, in milliseconds. */
export const RECAP = 1_000;
/** How many sentences are published then: about a hand of ten players. */
export const NEWEST = 80;
/** How many are kept. */
export const KEPT = 400;
/** The sentence about a draft is replaced when another card is laid, or when the draft is confirmed. */
const DRAFT = /^You draft /;

/** A sentence, with its number among all of them. */
export interface Told {
  number: number;
  text: string;
  /** The number of its round, and what that is called. */
  round: number;
  phase: string;
  /** A line of the page itself, about the connection; or a sentence that came too late to be seen as it happened. */
  mark?: "gap" | "missed";
}

export class Chronicle {
  readonly #tell: (lines: Told[], rushed: boolean) => void;
  readonly #time: Time;
  #lines: Told[] = [];
  #count = 0;
  /** The number of the last sentence in the log of the house. */
  #told = 0;
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

  /** Add the sentence of a Scene that was shown or skipped, unless it is there already: `told` is its number in the log of
   * the house. A house that was started anew counts from 1 again. */
  hear(told: number, phase: string, text: string, jumps = false): void {
    const known = told <= this.#told;
    this.#told = told ? Math.max(told, this.#told) : 0;
    if (text && told && !known) this.add(phase, text, jumps);
  }

  /** Add a sentence. Sentences between two rounds belong to the round before. */
  add(phase: string, text: string, jumps = false): void {
    this.#append(phase, text);
    if (jumps) this.#next ??= this.#time.after(0, () => this.#recap());
    if (jumps && this.#recaps) this.#news = true;
    else this.#tellAll();
  }

  /** Add a line of the page about the connection. */
  note(text: string): void {
    this.#append(this.#phase, text, "gap");
    this.#tellAll();
  }

  /** Add what is new in the log of the house: all of it if the page was loaded anew, else what was missed meanwhile.
   * Returns how many sentences were missed. */
  recall(sentences: readonly Sentence[]): number {
    const last = sentences.at(-1)?.number ?? 0;
    if (last < this.#told) this.#told = 0;
    const fresh = sentences.filter((one) => one.number > this.#told);
    const anew = !this.#lines.length;
    if (fresh.length && fresh[0]!.number > this.#told + 1)
      this.#append(fresh[0]!.phase, "Earlier lines are not kept.", "gap");
    for (const { phase, text } of fresh) this.#append(phase, text, anew ? undefined : "missed");
    this.#told = last;
    this.#tellAll();
    return anew ? 0 : fresh.length;
  }

  #append(phase: string, text: string, mark?: Told["mark"]): void {
    if (DRAFT.test(this.#lines.at(-1)?.text ?? "") && text.startsWith("You ")) this.#lines.pop();
    if (!this.#round || !`${this.#phase} · `.startsWith(`${phase} · `)) {
      this.#round += 1;
      this.#phase = phase;
    }
    const line: Told = { number: (this.#count += 1), text, round: this.#round, phase: this.#phase };
    this.#lines.push(mark ? { ...line, mark } : line);
    if (this.#lines.length > KEPT) this.#lines.shift();
  }

  /** Another match begins: in a rush, the published sentences stay until the next update. */
  clear(): void {
    this.#lines = [];
    this.#phase = "";
    this.#told = 0;
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
