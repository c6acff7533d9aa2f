// Turns the options of a question into buttons, and tapped cards into an answer. It knows no rules: the Scene has the
// options with their cards and amounts.
import type { Candidate, Choice, Question } from "../../lib/wire";
import { capital, list, named } from "./words.ts";

/** A card by where it lies. */
export interface Place {
  zone: number;
  slot: number;
}

/** One option with everything that it needs: the action of a button. */
export interface Deed {
  choice: Choice;
  words: string;
  /** The card that it takes, where there is a button for each. */
  card?: Candidate;
}

/** The most options that have a button each. */
export const MOST_BUTTONS = 6;
/** The order of options from cheap to costly; other options are in between. */
const COST: Record<string, number> = { FOLD: 0, CHECK: 1, CALL: 1, PASS: 1, BET: 3, RAISE: 3, RAISE_TO: 3, ALL_IN: 4 };

/** The rank of an option in that order. */
export function cost(choice: Choice): number {
  return COST[choice.name] ?? 2;
}

/** The options that answer a question, from cheap to costly. Each can be made by its key. */
export function actsOf(question: Question | null | undefined): Choice[] {
  const acts = question?.options.filter((choice) => !choice.aside) ?? [];
  return acts.toSorted((one, other) => cost(one) - cost(other));
}

/** The options that have a button: all that are listed, and an unlisted one while its key waits for a second press. */
export function buttonsOf(acts: readonly Choice[], armed: Choice | null): Choice[] {
  return acts.filter((choice) => !choice.unlisted || choice.name === armed?.name);
}

/** Whether the question has options that answer it. */
export function isOwed(question: Question | null | undefined): boolean {
  return question?.options.some((choice) => !choice.aside) ?? false;
}

/** The asides, which may be taken at any time. */
export function asidesOf(question: Question | null | undefined): Choice[] {
  return question?.options.filter((choice) => choice.aside) ?? [];
}

/** The asides that switch buying chips by itself on and off, and whether it is on where each is offered. */
export const AUTOMATIC: Record<string, boolean> = { AUTO_TOP_UP: false, END_TOP_UP: true };

/** Whether an aside is about chips of one's own: an amount to bring, or the switch to add them before every hand. */
export function isPurse(choice: Choice): boolean {
  return Boolean(choice.aside && (choice.step || choice.name in AUTOMATIC));
}

/** Whether an amount has to be chosen. */
export function takesAmount(choice: Choice): boolean {
  return Boolean(choice.step) && (choice.low ?? 0) < (choice.high ?? 0);
}

/** Whether cards have to be chosen. */
export function takesCards(choice: Choice): boolean {
  return Boolean(choice.most);
}

/** A button for each option and card, if these are few, in the order of the cards; null if cards are tapped first, if a
 * card is optional, and if an option is costly and needs a confirmation. */
export function deedsOf(acts: readonly Choice[], lying: readonly Place[] = []): Deed[] | null {
  const single = acts.every(
    (choice) =>
      !takesAmount(choice) && !choice.gaps && !choice.costly && (choice.most ?? 0) <= Math.min(1, choice.fewest ?? 0),
  );
  const betting = acts.some((choice) => choice.name in COST && choice.name !== "PASS");
  if (!single || betting || !acts.some(takesCards)) return null;
  const at = (card: Candidate) => lying.findIndex((place) => same(place, card));
  const asTheyLie = (one: Candidate, other: Candidate) => at(one) - at(other);
  const deeds = acts.flatMap((choice): Deed[] =>
    takesCards(choice)
      ? (choice.takes ?? []).toSorted(asTheyLie).map((card) => ({ choice, card, words: phrase(choice, [card]) }))
      : [{ choice, words: choice.words }],
  );
  return deeds.length <= MOST_BUTTONS ? deeds : null;
}

/** The text of a button once cards are chosen: "Play the queen of hearts", "Raise with Safe House". */
export function phrase(choice: Choice, cards: readonly Candidate[]): string {
  if (!cards.length) return choice.words;
  const names = list(cards.map((card) => named(card.name)));
  const wanted = /\b(?:a card|up to [a-z]+(?: card| cards)|[a-z\d,]+(?: (?:or|to) [a-z\d,]+)? cards)\b/;
  return wanted.test(choice.words) ? choice.words.replace(wanted, names) : `${choice.words}: ${capital(names)}`;
}

/** The numbers, among those that a choice takes, of cards at some places, null for one that stays empty; null if it
 * does not take them. */
export function numbersOf(choice: Choice, places: readonly (Place | null)[]): (number | null)[] | null {
  const numbers = places.map((place) => (place ? indexOf(choice.takes, place) : choice.gaps ? null : -1));
  const enough = places.length >= (choice.fewest ?? 0) && places.length <= (choice.most ?? 0);
  return enough && numbers.every((number) => number === null || number >= 0) ? numbers : null;
}

/** Why a card cannot be chosen now; "" if some option takes it, or nothing is said. */
export function whyNot(acts: readonly Choice[], place: Place): string {
  if (acts.some((choice) => indexOf(choice.takes, place) >= 0)) return "";
  for (const choice of acts) {
    const refused = choice.refuses?.[indexOf(choice.refuses, place)];
    if (refused) return refused.why_not ?? "";
  }
  return "";
}

/** Whether some option takes a card. */
export function isTaken(acts: readonly Choice[], place: Place): boolean {
  return acts.some((choice) => indexOf(choice.takes, place) >= 0);
}

/** How many cards can be chosen at once. */
export function mostCards(acts: readonly Choice[]): number {
  return Math.max(0, ...acts.map((choice) => choice.most ?? 0));
}

/** The choice after a card was tapped: taken back, added, or in place of the one before where only one is taken. */
export function tap(chosen: readonly Place[], place: Place, most: number): Place[] {
  const others = chosen.filter((one) => !same(one, place));
  if (others.length < chosen.length) return others;
  return [...(most === 1 ? [] : others.slice(Math.max(0, others.length - most + 1))), place];
}

/** Why an answer with this amount needs a confirmation; "" if it does not. */
export function costOf(choice: Choice, amount?: number): string {
  if (!choice.costly) return "";
  return !choice.costly_from || (amount ?? choice.low ?? 0) >= choice.costly_from ? choice.costly : "";
}

/** The option to take automatically, if only one option costs nothing and all others throw something away. */
export function onlyWay(acts: readonly Choice[]): Choice | null {
  if (acts.some((choice) => takesCards(choice) || takesAmount(choice))) return null;
  const free = acts.filter((choice) => !choice.costly);
  return free.length === 1 && free[0]!.name === "CHECK" && !free[0]!.aside ? free[0]! : null;
}

/** Whether two places are the same. */
export function same(one: Place, other: Place): boolean {
  return one.zone === other.zone && one.slot === other.slot;
}

function indexOf(candidates: readonly Candidate[] | undefined, place: Place): number {
  return candidates?.findIndex((candidate) => same(candidate, place)) ?? -1;
}
