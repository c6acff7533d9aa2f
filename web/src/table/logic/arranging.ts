// The order of the player's hand: sorted by suit, by rank or by melds, or as the player has arranged it.
import type { Zone } from "../../lib/wire";
import { isPlain, RANKS, SUITS } from "./words.ts";
import { lying, type Lying } from "./zones.ts";

export type Sorting = "dealt" | "suits" | "ranks" | "melds";

/** From this number of cards on, a hand is sorted by default. */
const MANY = 6;
/** The fewest cards of a meld. */
const MELD = 3;

/** The cards of a hand in their order. Cards that were moved by hand keep their order, and others come after them. */
export function arranged(zone: Zone, sorting: Sorting, moved: readonly string[]): Lying[] {
  const inOrder = sorted(lying(zone), sorting);
  if (!moved.length) return inOrder;
  const names = keysOf(inOrder);
  const place = (card: Lying) => {
    const at = moved.indexOf(names.get(card)!);
    return at < 0 ? moved.length : at;
  };
  return inOrder.toSorted((one, other) => place(one) - place(other));
}

/** The default sorting of a hand. */
export function usual(zone: Zone, holds: string): Sorting {
  const cards = zone.cards ?? [];
  if (!cards.every((card) => isPlain(card.name ?? ""))) return "dealt";
  if (/\bmeld/.test(holds)) return "melds";
  return cards.length >= MANY ? "suits" : "dealt";
}

/** The names of the cards in their order, after one was moved before another, or to the end. */
export function withMoved(cards: readonly Lying[], from: number, to: number): string[] {
  const names = keysOf(cards);
  const order = cards.map((card) => names.get(card)!);
  const [taken] = order.splice(from, 1);
  if (taken !== undefined) order.splice(to, 0, taken);
  return order;
}

/** Sets and runs of three cards or more in a hand: the longest first, and no card in two of them. */
export function meldsIn(cards: readonly Lying[]): Lying[][] {
  const left = new Set(cards);
  const found: Lying[][] = [];
  for (;;) {
    const best = [...sets(left), ...runs(left)].toSorted((one, other) => other.length - one.length)[0];
    if (!best || best.length < MELD) return found;
    found.push(best);
    for (const card of best) left.delete(card);
  }
}

function sorted(cards: Lying[], sorting: Sorting): Lying[] {
  if (sorting === "dealt" || !cards.every(({ card }) => isPlain(card.name ?? ""))) return cards;
  const suit = (one: Lying) => SUITS.indexOf(one.card.name![1]!);
  const bySuit = (one: Lying, other: Lying) => suit(one) - suit(other) || rankOf(one) - rankOf(other);
  const byRank = (one: Lying, other: Lying) => rankOf(one) - rankOf(other) || suit(one) - suit(other);
  if (sorting !== "melds") return cards.toSorted(sorting === "suits" ? bySuit : byRank);
  const melds = meldsIn(cards.toSorted(bySuit));
  const rest = cards.filter((card) => !melds.flat().includes(card));
  return [...melds.flat(), ...rest.toSorted(byRank)];
}

function sets(cards: Iterable<Lying>): Lying[][] {
  const of = new Map<number, Lying[]>();
  for (const card of cards) {
    const same = of.get(rankOf(card)) ?? [];
    if (!same.some((one) => one.card.name === card.card.name)) of.set(rankOf(card), [...same, card]);
  }
  return [...of.values()];
}

function runs(cards: Iterable<Lying>): Lying[][] {
  const found: Lying[][] = [];
  const all = [...cards].toSorted((one, other) => rankOf(one) - rankOf(other));
  for (const suit of SUITS) {
    let run: Lying[] = [];
    for (const card of all.filter((one) => one.card.name![1] === suit)) {
      const last = run.at(-1);
      if (last && rankOf(card) === rankOf(last)) continue;
      if (last && rankOf(card) !== rankOf(last) + 1) {
        found.push(run);
        run = [];
      }
      run.push(card);
    }
    found.push(run);
  }
  return found;
}

function rankOf(one: Lying): number {
  return RANKS.indexOf(one.card.name![0]!);
}

/** A name for each card, which it keeps when another leaves the hand; equal cards are numbered. */
function keysOf(cards: readonly Lying[]): Map<Lying, string> {
  const seen = new Map<string, number>();
  const bySlot = cards.toSorted((one, other) => one.slot - other.slot);
  return new Map(
    bySlot.map((card) => {
      const name = card.card.name ?? "";
      const before = seen.get(name) ?? 0;
      seen.set(name, before + 1);
      return [card, `${name} ${before}`];
    }),
  );
}
