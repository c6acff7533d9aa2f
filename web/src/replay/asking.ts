// Asks the solver about steps. Answers are cached; an answer that arrives after the viewer has moved on is cached and
// not shown; while the solver is not ready, the request is repeated.

import type { Solution, Unsolved } from "../lib/http";
import type { Eyes } from "./source";

export const AGAIN_MS = 2_000;
/** The delay before "thinking" is shown: most answers arrive sooner. */
export const SILENT_MS = 300;
const MOST_KEPT = 16;

interface Room {
  ask(hand: number, made: number, eyes: Eyes): Promise<Solution | Unsolved>;
  /** Whether an error only means that the solver is not ready, or has too much to do. */
  isBusy(error: unknown): boolean;
  say(words: string): void;
  show(solution: Solution): void;
}

export class Asking {
  #room: Room;
  #key = "";
  #kept = new Map<string, Solution | Unsolved>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(room: Room) {
    this.#room = room;
  }

  /** Show the solution of a step, or say why there is none. */
  about(hand: number, made: number, eyes: Eyes): void {
    const key = `${hand}/${made}/${eyes}`;
    if (key === this.#key) return;
    this.stop();
    this.#key = key;
    const kept = this.#kept.get(key);
    if (kept) return this.#tell(kept);
    this.#timer = setTimeout(() => this.#room.say("The solver is computing."), SILENT_MS);
    void this.#ask(key, hand, made, eyes);
  }

  /** Stop asking. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#key = "";
  }

  async #ask(key: string, hand: number, made: number, eyes: Eyes): Promise<void> {
    try {
      const solution = await this.#room.ask(hand, made, eyes);
      this.#keep(key, solution);
      if (key !== this.#key) return;
      clearTimeout(this.#timer);
      this.#tell(solution);
    } catch (error) {
      if (key !== this.#key) return;
      clearTimeout(this.#timer);
      this.#room.say(error instanceof Error ? error.message : String(error));
      if (this.#room.isBusy(error)) this.#timer = setTimeout(() => void this.#ask(key, hand, made, eyes), AGAIN_MS);
    }
  }

  #tell(solution: Solution | Unsolved): void {
    if ("why" in solution) this.#room.say(solution.why);
    else this.#room.show(solution);
  }

  #keep(key: string, solution: Solution | Unsolved): void {
    this.#kept.set(key, solution);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
  }
}
