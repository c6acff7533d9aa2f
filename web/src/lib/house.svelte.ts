// What the house offers and tells everybody: asked for again while somebody looks, and kept while the house is away.

import { ask, Problem } from "./api";

/** One table · one for everybody who comes, against the house · pairs for a Battle · one that somebody opened for friends. */
export type Kind = "table" | "house" | "practice" | "queue" | "private";

export interface Offer {
  id: string;
  game: string;
  title: string;
  kind: Kind;
  tables: string[];
  /** Only if it is everybody's. */
  code?: string;
  /** Of a queue: how many wait, and what a match costs. */
  waiting?: number;
  stake?: number;
}

export interface Sitting {
  seat: number;
  id: string;
  name: string;
  connected: boolean;
  house: boolean;
}

export interface Listed {
  id: string;
  offer: string;
  kind: Kind;
  game: string;
  title: string;
  seats: number;
  players: Sitting[];
  playing: boolean;
  held: boolean;
  match_id: string;
  hand: number;
  watching: number;
  /** After how many more hands the host may see every card; 0: never. */
  god_view: number;
  /** Whether everybody may see every card once a match is over. */
  opens: boolean;
  note?: string;
}

export interface Game {
  id: string;
  title: string;
  summary: string;
  kind: "game" | "classic" | "genome";
  /** Of how many generations it is the last; 0 if somebody made it up. */
  generation: number;
  seats: number;
  /** Bots of the house that play it, the usual one first. */
  bots: string[];
  /** With which one sits down against the house. */
  code: string;
  ratings: number;
  rating: number | null;
}

export interface Played {
  match: string;
  table: string;
  game: string;
  title: string;
  ids: string[];
  names: string[];
  scores: number[];
  at: number;
}

export interface Standing {
  id: string;
  name: string;
  matches: number;
  mean: number;
  low: number;
  high: number;
}

const EVERY = 4_000;

class House {
  offers = $state.raw<Offer[]>([]);
  tables = $state.raw<Listed[]>([]);
  games = $state.raw<Game[]>([]);
  /** Whether a visitor can open a table for friends. */
  opensTables = $state(false);
  /** Whether anything has been heard yet. */
  known = $state(false);
  /** Why nothing is heard; "" while all is well. */
  away = $state("");
  /** When it is asked again, on this page's clock. */
  retryAt = $state(0);

  #wait = EVERY;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #looking = 0;

  /** Keep asking while a page is shown; the end of it. */
  look(): () => void {
    this.#looking += 1;
    if (this.#looking === 1) void this.now();
    return () => {
      this.#looking -= 1;
      if (!this.#looking) clearTimeout(this.#timer);
    };
  }

  /** Ask at once. */
  async now(): Promise<void> {
    clearTimeout(this.#timer);
    try {
      const [lobby, games, friends] = await Promise.all([
        ask<{ offers: Offer[]; tables: Listed[] }>("lobby"),
        this.games.length ? this.games : ask<Game[]>("games"),
        this.games.length ? { open: this.opensTables } : ask<{ open: boolean }>("private"),
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
