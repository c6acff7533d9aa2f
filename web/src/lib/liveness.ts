// Whether anything still comes from the house: its beats come every two seconds, whatever else is sent, so a silence says
// that the line is lost. A house that sends no beats is trusted as long as its connection is open.

import { OF_THE_PAGE, type Time } from "./time.ts";

/** After this many milliseconds without a frame the line is lost … */
export const SILENT = 5_000;
/** … or after this many without a frame since something was sent that has an answer. */
export const UNANSWERED = 1_500;
/** A look that comes later than this shows that the page itself was held up: frames may wait to be read. */
export const HELD_UP = 1_000;
export class Liveness {
  readonly #tell: (lost: boolean) => void;
  readonly #time: Time;
  #beats = false;
  #heard = 0;
  /** When something was sent that has no answer yet. */
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

  /** Something was sent that the house answers. */
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

  /** Look again when a silence would be too long. */
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
