// The standings of a table, or of its event, polled while they are shown.

import { ask } from "../lib/api";
import type { EventSummary, HostedEvent, TableStanding, TableStandings } from "../lib/http";
import type { Scene } from "../lib/wire";
import { asTheyStand, ofEvent, type Row } from "./standings.ts";

const EVERY = 5_000;
/** With fewer matches than this, intervals are not shown. */
const ENOUGH = 2;

export class Standing {
  #players = $state.raw<TableStanding[]>([]);
  #event = $state.raw<HostedEvent | null>(null);
  /** Whether the offer is an event; null while that is unknown. */
  #isEvent: boolean | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly table: string,
    /** The offer that the table is of. */
    readonly offer: () => string | undefined,
  ) {}

  look(): () => void {
    void this.#ask();
    return () => clearTimeout(this.#timer);
  }

  async #ask(): Promise<void> {
    try {
      const offer = this.offer();
      if (offer && this.#isEvent === null) {
        const known = await ask<EventSummary[]>("events").catch(() => []);
        this.#isEvent = known.some((one) => one.id === offer);
      }
      if (offer && this.#isEvent) this.#event = await ask<HostedEvent>(`events/${encodeURIComponent(offer)}`);
      else this.#players = (await ask<TableStandings>(`tables/${encodeURIComponent(this.table)}/standings`)).standings;
    } catch {
      // The next poll comes soon.
    }
    this.#timer = setTimeout(() => void this.#ask(), EVERY);
  }

  /** Whether the standings are over several matches; otherwise they are the current chips or points. */
  get counted(): boolean {
    return this.#event !== null || this.#players.some((one) => one.matches >= ENOUGH);
  }

  rows(scene: Scene | null): Row[] {
    if (this.#event) return ofEvent(this.#event.teams);
    return this.counted || !scene ? this.#players : asTheyStand(scene);
  }

  unit(scene: Scene | null): string {
    if (this.#event) return this.#event.unit;
    if (this.counted || !scene) return "a match";
    return scene.seats?.some((seat) => seat.chips !== undefined) ? "chips" : "points";
  }
}
