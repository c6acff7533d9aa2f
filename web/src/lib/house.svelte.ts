// The public data of the server (lobby, games, events): polled while a page is shown, and kept while the server does
// not answer.

import { ask, Problem } from "./api";
import type { Game, HeldSeat, ListedTable, Lobby, Offer, PrivateTables } from "./http";
import { to } from "./route.svelte";
import { settings } from "./settings.svelte";
import { keptTokens, type KeptToken } from "./tokens";

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
        seats.now(),
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

/** The most tokens in one request. */
const MOST_TOKENS = 40;

/** A seat of this visitor. */
export interface OwnSeat extends KeptToken, Pick<HeldSeat, "table" | "owes"> {
  /** The name of the player in the seat. */
  name: string;
}

class Seats {
  /** The tables at which this browser has a seat, those with a decision to make first. */
  held = $state.raw<OwnSeat[]>([]);

  /** Ask the house again. */
  async now(): Promise<void> {
    const tokens = keptTokens(MOST_TOKENS);
    if (!tokens.length) return;
    const told = await ask<HeldSeat[]>("seats", { body: { tokens: tokens.map((one) => one.token) } });
    this.held = told.map(({ token, table, seat, owes }) => {
      const name = table.players.find((player) => player.seat === seat)?.name ?? "";
      return { ...tokens[token]!, table, owes, name };
    });
  }
}

export const seats = new Seats();

/** The address of a table at which the visitor has a seat. */
export function linkTo(seat: OwnSeat): string {
  const query = new URLSearchParams({ at: seat.table.id });
  if (seat.team !== settings.name.toLowerCase()) query.set("as", seat.name);
  return `${to("table", seat.code)}?${query}`;
}
