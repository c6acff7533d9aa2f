// The public data of the server (lobby, games, events): polled while a page is shown, and kept while the server does
// not answer.

import { ask, Problem } from "./api";
import type { Game, ListedTable, Lobby, Offer, PrivateTables } from "./http";

const EVERY = 4_000;

class House {
  offers = $state.raw<Offer[]>([]);
  tables = $state.raw<ListedTable[]>([]);
  games = $state.raw<Game[]>([]);
  /** Whether a visitor can open a table for friends. */
  opensTables = $state(false);
  /** Whether an answer has come yet. */
  known = $state(false);
  /** Why the server does not answer; "" while it does. */
  away = $state("");
  /** The time of the next request, on this page's clock. */
  retryAt = $state(0);

  #wait = EVERY;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #looking = 0;

  /** Start polling while a page is shown; returns a function that stops it. */
  look(): () => void {
    this.#looking += 1;
    if (this.#looking === 1) void this.now();
    return () => {
      this.#looking -= 1;
      if (!this.#looking) clearTimeout(this.#timer);
    };
  }

  /** Poll at once. */
  async now(): Promise<void> {
    clearTimeout(this.#timer);
    try {
      const [lobby, games, friends] = await Promise.all([
        ask<Lobby>("lobby"),
        this.games.length ? this.games : ask<Game[]>("games"),
        this.games.length ? { open: this.opensTables } : ask<PrivateTables>("private"),
      ]);
      this.offers = lobby.offers;
      this.tables = lobby.tables;
      this.games = games;
      this.opensTables = friends.open;
      this.known = true;
      this.away = "";
      this.#wait = EVERY;
    } catch (error) {
      this.away = error instanceof Problem ? error.message : String(error);
      this.#wait = Math.min(16_000, this.#wait * 2);
    }
    if (this.#looking) {
      this.retryAt = performance.now() + this.#wait;
      this.#timer = setTimeout(() => void this.now(), this.#wait);
    }
  }
}

export const house = new House();
