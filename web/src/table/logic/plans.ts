// Plans for a player's next turn: options in the order in which they are tried, and the price at which they were
// chosen. A plan is dropped when the price changes, unless it is to call at any price.
import type { Choice, Scene } from "../../lib/wire";
import { number } from "../../lib/words.ts";

export interface Plan {
  words: string;
  /** The first of these options that is offered is taken. */
  names: string[];
  /** The price of a call when the plan was chosen; null if it does not matter. */
  price: number | null;
}

const BETTING = new Set(["FOLD", "CHECK", "CALL"]);
/** Options of one question which show that there are bets. */
const BETS = [
  ["FOLD", "CALL"],
  ["CHECK", "BET"],
  ["CHECK", "RAISE_TO"],
];

/** The price for the viewer to stay in, by the bets on the table; 0 if there is nothing to call. */
export function priceOf(scene: Scene): number {
  const seats = scene.seats ?? [];
  const own = seats.find((seat) => seat.you);
  const highest = Math.max(0, ...seats.map((seat) => seat.bet ?? 0));
  const missing = Math.max(0, highest - (own?.bet ?? 0));
  return Math.min(missing, own?.chips ?? missing);
}

/** Whether nothing more is asked in this hand: it is over, or hands lie open and only cards are to come. */
export function isSettled(scene: Scene): boolean {
  return Boolean(scene.result) || (scene.seats ?? []).some((seat) => typeof seat.share === "number");
}

/** The plans that are useful at a price, from the options that questions of this match have had. */
export function plansAt(price: number, known: ReadonlySet<string>): Plan[] {
  const plans: Plan[] = price
    ? [
        { words: "Fold", names: ["FOLD"], price },
        { words: `Call ${number(price)}`, names: ["CALL"], price },
      ]
    : [
        { words: "Check or fold", names: ["CHECK", "FOLD"], price },
        { words: "Check", names: ["CHECK"], price },
      ];
  plans.push({ words: "Call any", names: ["CHECK", "CALL"], price: null });
  return plans.filter((plan) => areThere(plan.names, known));
}

/** Whether a match has some options, by those that its questions have had. A match in which one may call or fold also
 * has questions with a check, and one with checks and bets has questions with a call or a fold. */
export function areThere(names: readonly string[], known: ReadonlySet<string>): boolean {
  const bets = BETS.some((pair) => pair.every((name) => known.has(name)));
  return names.every((name) => known.has(name) || (bets && BETTING.has(name)));
}

/** Whether a plan still holds: in the same hand, at the same price. */
export function holds(plan: Plan, price: number, sameHand: boolean): boolean {
  return sameHand && (plan.price === null || plan.price === price);
}

/** Whether two plans are the same. */
export function alike(one: Plan | null, other: Plan | null): boolean {
  return one?.words === other?.words;
}

/** The plan of a player who is away: check, or fold. */
export const AWAY: readonly string[] = ["CHECK", "FOLD"];

/** The first of some options that is offered. */
export function firstOf(names: readonly string[], acts: readonly Choice[]): Choice | undefined {
  return names.map((name) => acts.find((choice) => choice.name === name)).find(Boolean);
}

/** The part of a phase that names the hand: "Hand 3". */
export function handOfPhase(phase = ""): string {
  return phase.split(" · ")[0]!;
}
