// The source of a replay: a match of this arena, or a dropped file. The server keeps nothing of a file, so it is sent
// with every request.

import { ask } from "../lib/api";
import type {
  Advice,
  HandOutlooks,
  OpenedTable,
  ReplayHands,
  ReplayPage,
  Solution,
  TakenStep,
  Unsolved,
} from "../lib/http";
import type { Scene } from "../lib/wire";

/** Through whose eyes: a seat's, everybody's, or with all cards face up. */
export type Eyes = ReplayPage["eyes"];

/** Each seat's average share of the pot, null for a seat that is out; null if this view cannot tell. */
export type Shares = (number | null)[] | null;

/** A moment as it is drawn. */
export interface Frame {
  said: string;
  pause: number;
  made: number;
  actor: number;
  asks: number[];
  shares: Shares;
  scene: Scene;
}

export interface Source {
  /** Its name in the address; "" if it has none. */
  readonly id: string;
  list(first: number): Promise<ReplayHands>;
  page(hand: number, eyes: Eyes | null, first: number): Promise<ReplayPage>;
  advice(hand: number, made: number, seat: number): Promise<Advice>;
  /** What a seat's hand was worth, street by street. */
  outlooks(hand: number, seat: number): Promise<HandOutlooks>;
  /** Open a table at which a seat is played on from the position after some moves. A file has no such table. */
  playOn?(hand: number, made: number, seat: number): Promise<OpenedTable>;
  /** How the exact solver plays the decision after some moves; the hand held is told if these eyes may see it. */
  solution(hand: number, made: number, eyes: Eyes): Promise<Solution | Unsolved>;
}

function query(values: Record<string, string | number | null>): string {
  const given = Object.entries(values).filter(([, value]) => value !== null && value !== "");
  return given.length ? `?${new URLSearchParams(given.map(([key, value]) => [key, String(value)]))}` : "";
}

/** A match of this arena. Of several tokens, the first that permits more than the public view is used; there is no public
 * view of a match that is still played. */
export class MatchSource implements Source {
  #token = "";
  #tried = false;

  constructor(
    readonly id: string,
    readonly tokens: string[],
  ) {}

  list(first: number): Promise<ReplayHands> {
    return ask(`replays/${encodeURIComponent(this.id)}${query({ first })}`, { token: this.#token });
  }

  async page(hand: number, eyes: Eyes | null, first: number): Promise<ReplayPage> {
    const path = `replays/${encodeURIComponent(this.id)}/${hand}${query({ eyes, first })}`;
    const asked = (token: string) => ask<ReplayPage>(path, { token });
    if (this.#tried) return asked(this.#token);
    const open = asked("");
    let page = await open.catch(() => null);
    this.#tried = true;
    for (const token of page && page.may.length > 1 ? [] : this.tokens) {
      const other = await asked(token).catch(() => null);
      if (other && other.may.length > (page?.may.length ?? 0)) {
        this.#token = token;
        page = other;
      }
    }
    return page ?? open; // its problem, if no token helps
  }

  advice(hand: number, made: number, seat: number): Promise<Advice> {
    return ask(`replays/${encodeURIComponent(this.id)}/${hand}/advice${query({ made, seat })}`, { token: this.#token });
  }

  outlooks(hand: number, seat: number): Promise<HandOutlooks> {
    return ask(`replays/${encodeURIComponent(this.id)}/${hand}/outlooks${query({ seat })}`, { token: this.#token });
  }

  playOn(hand: number, made: number, seat: number): Promise<OpenedTable> {
    const body: TakenStep = { made, seat };
    return ask(`replays/${encodeURIComponent(this.id)}/${hand}/play`, { token: this.#token, body });
  }

  solution(hand: number, made: number, eyes: Eyes): Promise<Solution | Unsolved> {
    return ask(`replays/${encodeURIComponent(this.id)}/${hand}/solver${query({ made, eyes })}`, { token: this.#token });
  }
}

/** A file: a hand history, or a Croupier record. */
export class FileSource implements Source {
  constructor(
    readonly text: string,
    readonly id: string,
  ) {}

  list(first: number): Promise<ReplayHands> {
    return ask(`replays${query({ first })}`, { text: this.text });
  }

  page(hand: number, eyes: Eyes | null, first: number): Promise<ReplayPage> {
    return ask(`replays${query({ hand, eyes, first })}`, { text: this.text });
  }

  advice(hand: number, made: number, seat: number): Promise<Advice> {
    return ask(`replays${query({ hand, made, seat })}`, { text: this.text });
  }

  outlooks(hand: number, seat: number): Promise<HandOutlooks> {
    return ask(`replays${query({ hand, seat, ask: "outlooks" })}`, { text: this.text });
  }

  solution(hand: number, made: number, eyes: Eyes): Promise<Solution | Unsolved> {
    return ask(`replays${query({ hand, made, eyes, ask: "solver" })}`, { text: this.text });
  }
}
