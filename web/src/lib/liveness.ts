// Detects a lost line: the server sends a beat every two seconds, whatever else it sends, so a silence means that the
// line is lost. If a server sends no beats, the line counts as good while the connection is open.

import { OF_THE_PAGE, type Time } from "./time.ts";

/** After this many milliseconds without a frame the line is lost … */
export const SILENT = 5_000;
/** … or after this many without a frame since something was sent that has an answer. */
export const UNANSWERED = 1_500;
/** A check that is later than this shows that the page itself was delayed: frames may wait to be read. */
export const HELD_UP = 1_000;
export class Liveness {
  readonly #tell: (lost: boolean) => void;
  readonly #time: Time;
  #beats = false;
  #heard = 0;
  /** The time of the message that has no answer yet. */
  #asked: number | null = null;
  #lost = false;
  #cancel: (() => void) | null = null;

  /** `tell` is called when the line is lost, and when something comes again. */
  constructor(tell: (lost: boolean) => void, time: Time = OF_THE_PAGE) {
    this.#tell = tell;
    this.#time = time;
  }

  /** A frame has come. */
  heard(isBeat: boolean): void {
    this.#heard = this.#time.now();
    this.#asked = isBeat ? this.#asked : null;
    this.#beats ||= isBeat;
    if (this.#lost) {
      this.#lost = false;
      this.#asked = null;
      this.#tell(false);
    }
    this.#look();
  }

  /** A message was sent that the server answers. */
  asked(): void {
    this.#asked ??= this.#time.now();
    this.#look();
  }

  /** The browser says that it is offline. */
  offline(): void {
    this.#lose();
  }

  /** Another connection begins, or none: nothing is expected before its first frame. */
  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#lost = this.#beats = false;
    this.#asked = null;
  }

  /** Check again when a silence would be too long. */
  #look(): void {
    this.#cancel?.();
    this.#cancel = null;
    if (!this.#beats || this.#lost) return;
    const due = this.#due();
    this.#cancel = this.#time.after(due - this.#time.now(), () => {
      if (this.#time.now() - due > HELD_UP) this.#cancel = this.#time.after(HELD_UP, () => this.#lose());
      else this.#lose();
    });
  }

  #due(): number {
    const silent = this.#heard + SILENT;
    return this.#asked === null ? silent : Math.min(silent, this.#asked + UNANSWERED);
  }

  #lose(): void {
    this.#cancel?.();
    this.#cancel = null;
    if (this.#lost) return;
    this.#lost = true;
    this.#tell(true);
  }
}
