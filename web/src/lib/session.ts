// The player's hands at one table since it sat down in this tab: cards, what became of them, and what they won or lost.
// Made of the Scenes that were shown; kept in the tab, so that a reload does not lose them.

import { createSubscriber } from "svelte/reactivity";
import type { Scene, Seat } from "./wire";

/** A hand of the player. */
export interface SessionHand {
  match: string;
  /** Its number in the match. */
  hand: number;
  /** The names of the player's cards, as many as it had at once. */
  cards: string[];
  /** What the player had when it began, and has now; null in games without chips and points. */
  before: number | null;
  now: number | null;
  /** What became of it, in a few words. */
  words: string;
  folded: boolean;
  /** Whether it is over. */
  over: boolean;
}

/** Where sessions are kept: the tab's storage, or a test's. */
export type Keeping = Pick<Storage, "getItem" | "setItem">;

const KEY = "croupier.session.";
/** How many hands are kept. */
const MOST = 500;
const HAND = /^(.+)-H(\d+)$/;

/** What a seat has: its chips, on the table as well, or its points. */
function standing(seat: Seat): number | null {
  if (seat.chips !== undefined && seat.chips !== null) return seat.chips + (seat.bet ?? 0);
  return seat.points ?? null;
}

/** What a hand won or lost; null if that is not known. */
export function net(hand: SessionHand): number | null {
  return hand.before === null || hand.now === null ? null : hand.now - hand.before;
}

export class Session {
  #hands: SessionHand[] = [];
  #ended = new Set<string>();
  #table = "";
  #changed = (): void => undefined;
  #subscribe = createSubscriber((update) => {
    this.#changed = update;
    return () => (this.#changed = () => undefined);
  });

  constructor(private readonly keeping: Keeping | null = globalThis.sessionStorage ?? null) {}

  /** The hands, oldest first. */
  get hands(): readonly SessionHand[] {
    this.#subscribe();
    return this.#hands;
  }

  /** Whether the match of a hand is still played. */
  plays(hand: SessionHand): boolean {
    return !this.#ended.has(hand.match) && hand.match === this.#hands.at(-1)?.match;
  }

  /** The player sits at a table: what is kept of it is there again. */
  at(table: string): void {
    if (table === this.#table) return;
    this.#table = table;
    try {
      this.#hands = JSON.parse(this.keeping?.getItem(KEY + table) ?? "[]") as SessionHand[];
    } catch {
      this.#hands = [];
    }
    this.#changed();
  }

  /** A Scene of a hand is shown. */
  see(id: string, scene: Scene): void {
    const found = HAND.exec(id);
    const seat = scene.seats?.find((one) => one.you);
    if (!found || !seat) return;
    const [match, number] = [found[1]!, Number(found[2])];
    const last = this.#hands.at(-1);
    const has = standing(seat);
    let hand = last;
    if (!hand || hand.match !== match || hand.hand !== number) {
      if (last) last.over = true;
      const before = last?.match === match && last.hand === number - 1 ? last.now : has;
      hand = { match, hand: number, cards: [], before, now: has, words: "", folded: false, over: false };
      this.#hands.push(hand);
      if (this.#hands.length > MOST) this.#hands.shift();
      this.#keep();
    }
    hand.now = has;
    const cards = (scene.zones ?? [])
      .filter((zone) => zone.owner === seat.seat && (zone.lies ?? "row") === "row")
      .flatMap((zone) => zone.cards ?? [])
      .map((card) => card.name ?? "")
      .filter((name) => name && name !== "-");
    if (cards.length >= hand.cards.length) hand.cards = cards;
    if (seat.out && !hand.folded) {
      hand.folded = true;
      hand.words = ["folded", (scene.phase ?? "").split(" · ").slice(1).join(", ").toLowerCase()]
        .filter(Boolean)
        .join(", ");
    } else if (!hand.folded) hand.words = seat.holds || (scene.sentence ?? "");
    if (scene.over) this.end(match);
    this.#changed();
  }

  /** A match is over. */
  end(match: string): void {
    this.#ended.add(match);
    const last = this.#hands.at(-1);
    if (last?.match === match) last.over = true;
    this.#keep();
    this.#changed();
  }

  #keep(): void {
    try {
      this.keeping?.setItem(KEY + this.#table, JSON.stringify(this.#hands));
    } catch {
      // a full or forbidden storage: then a reload begins anew
    }
  }
}

/** What the hands won and lost together, hand by hand. */
export function course(hands: readonly SessionHand[]): number[] {
  let sum = 0;
  return hands.filter((hand) => hand.over).map((hand) => (sum += net(hand) ?? 0));
}

export type Which = "all" | "big" | "shown";

/** Hands to list, the newest first: all; the quarter in which most was won or lost; those that were not folded. */
export function picked(hands: readonly SessionHand[], which: Which): SessionHand[] {
  const sizes = hands.map((hand) => Math.abs(net(hand) ?? 0)).toSorted((one, two) => two - one);
  const least = Math.max(1, sizes[Math.floor(sizes.length / 4)] ?? 1);
  return hands
    .filter((hand) => {
      if (which === "big") return Math.abs(net(hand) ?? 0) >= least;
      return which === "all" || (!hand.folded && hand.over);
    })
    .toReversed();
}
