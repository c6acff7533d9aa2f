// The standings of one table, asked for again while somebody looks.

import { ask } from "../lib/api";
import type { Scene } from "../lib/wire";
import { asTheyStand, overMatches, type Result, type Row } from "./standings.ts";

const EVERY = 5_000;
/** With fewer matches than this there is nothing to say about chance. */
const ENOUGH = 2;

export class Standing {
  #played = $state.raw<Result[]>([]);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly table: string) {}

  look(): () => void {
    void this.#ask();
    return () => clearTimeout(this.#timer);
  }

  async #ask(): Promise<void> {
    try {
      this.#played = (await ask<{ matches: Result[] }>(`tables/${encodeURIComponent(this.table)}/standings`)).matches;
    } catch {
      // The next time is soon.
    }
    this.#timer = setTimeout(() => void this.#ask(), EVERY);
  }

  /** Whether matches are counted; else what everybody has now. */
  get counted(): boolean {
    return this.#played.length >= ENOUGH;
  }

  rows(scene: Scene | null): Row[] {
    return this.counted || !scene ? overMatches(this.#played) : asTheyStand(scene);
  }

  unit(scene: Scene | null): string {
    if (this.counted || !scene) return "a match";
    return scene.seats?.some((seat) => seat.chips !== undefined) ? "chips" : "points";
  }
}
