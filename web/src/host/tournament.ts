// Words for a tournament over many tables: its clock, its levels, its prizes.

import type { Tournament, TournamentClock, TournamentLevel, TournamentPlayer } from "../lib/http";
import { number } from "../lib/words.ts";

/** How much of the level is left, some milliseconds after the arena has told; null if it does not end by the clock. */
export function left(clock: TournamentClock, since: number): number | null {
  if (clock.left_ms === null) return null;
  return Math.max(0, clock.left_ms - (clock.runs ? Math.max(0, since) : 0));
}

/** Minutes and seconds: "8:42". */
export function minutes(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** The blinds of a level: "200 / 400". */
export function blinds(level: Pick<TournamentLevel, "blinds"> | undefined): string {
  const { small_blind = 50, big_blind = 100 } = level?.blinds ?? {};
  return `${number(small_blind)} / ${number(big_blind)}`;
}

/** Its big blind. */
export function bigBlind(level: Pick<TournamentLevel, "blinds">): number {
  return level.blinds["big_blind"] ?? 100;
}

/** How much of a level has passed, from 0 to 1; null if it does not end by the clock. */
export function passed(level: Pick<TournamentLevel, "minutes">, rest: number): number | null {
  return level.minutes ? Math.min(1, Math.max(0, 1 - rest / (level.minutes * 60_000))) : null;
}

/** The number of a table, from its name: "friday-12". */
export function tableNumber(name: string): string {
  return name.slice(name.lastIndexOf("-") + 1);
}

/** Its ante: "ante 50", "big-blind ante 400", or "". */
export function ante(level: Pick<TournamentLevel, "blinds"> | undefined): string {
  const { ante: each = 0, big_blind_ante: one = 0 } = level?.blinds ?? {};
  return each ? `ante ${number(each)}` : one ? `big-blind ante ${number(one)}` : "";
}

/** The name of a level: "Level 3", or "Break"; breaks are not counted. */
export function levelName(levels: readonly TournamentLevel[], at: number): string {
  const level = levels[at - 1];
  if (!level) return "One level";
  if (level.rest) return "Break";
  return `Level ${levels.slice(0, at).filter((one) => !one.rest).length}`;
}

/** The levels from this one on, and a few before it. */
export function around(levels: readonly TournamentLevel[], at: number, many: number): TournamentLevel[] {
  const first = Math.max(0, Math.min(at - 2, levels.length - many));
  return levels.slice(first, first + many);
}

/** How long a level lasts: "10 min", "5 hands", "". */
export function length(level: TournamentLevel): string {
  return level.minutes ? `${number(level.minutes)} min` : level.hands ? `${number(level.hands)} hands` : "";
}

/** A place: "1st". */
export function place(at: number): string {
  const tens = at % 100;
  const suffix = tens > 10 && tens < 14 ? "th" : (["th", "st", "nd", "rd"][at % 10] ?? "th");
  return `${number(at)}${suffix}`;
}

export interface Payout {
  places: string;
  prize: number;
  /** Whether each of several places gets it. */
  each: boolean;
}

/** The prizes, equal ones in one row. */
export function payouts(prizes: readonly number[]): Payout[] {
  const rows: { first: number; last: number; prize: number }[] = [];
  prizes.forEach((prize, at) => {
    const row = rows.at(-1);
    if (row && row.prize === prize) row.last = at + 1;
    else rows.push({ first: at + 1, last: at + 1, prize });
  });
  return rows.map(({ first, last, prize }) => ({
    places: first === last ? place(first) : `${place(first)} to ${place(last)}`,
    prize,
    each: first !== last,
  }));
}

/** How many players have to go out before the others have prizes: 0 if all have one, or there are none. */
export function toTheMoney(t: Pick<Tournament, "left" | "prizes">): number {
  const paid = t.prizes.filter(Boolean).length;
  return paid ? Math.max(0, t.left - paid) : 0;
}

/** What is said of registration before play begins. */
export function registration(t: Tournament, time: (at: number) => string): string {
  const many = t.places ? `${number(t.registered)} of ${number(t.places)}` : number(t.registered);
  const entered = `${many} ${!t.places && t.registered === 1 ? "player" : "players"} registered`;
  return t.starts ? `${entered}; it begins at ${time(t.starts)}` : `${entered}; it begins when it is full`;
}

/** A hand that a tournament will be remembered for. */
export interface KeyHand {
  hand: string;
  what: string;
}

/** The hand that decided it, the one after which all others had prizes, and those in which the largest stack and the most
 * players went out. */
export function keyHands(t: Pick<Tournament, "players" | "prizes">): KeyHand[] {
  const out = t.players.filter((one) => one.hand !== null && one.place !== null && !one.why);
  const paid = t.prizes.filter(Boolean).length;
  const found: KeyHand[] = [];
  function add(one: TournamentPlayer | undefined, what: string): void {
    if (one?.hand && !found.some(({ hand }) => hand === one.hand)) found.push({ hand: one.hand, what });
  }
  add(
    out.find((one) => one.place === 2),
    "The last hand",
  );
  const last = out.filter((one) => one.place! > paid).sort((a, b) => a.place! - b.place!)[0];
  if (paid) add(last, `The bubble: ${last?.name} is out`);
  const largest = [...out].sort((a, b) => b.lost! - a.lost!)[0];
  add(largest, `The largest stack that was lost: ${number(largest?.lost ?? 0)} of ${largest?.name}`);
  const together = new Map<string, number>();
  for (const { hand } of out) together.set(hand!, (together.get(hand!) ?? 0) + 1);
  const most = Math.max(0, ...together.values());
  const fullest = out.find((one) => together.get(one.hand!) === most);
  if (most > 1) add(fullest, `${most} players out at once`);
  return found;
}

/** The latest players that went out, the last first. */
export function latest(players: readonly TournamentPlayer[], many: number): TournamentPlayer[] {
  const out = players.filter((one) => one.out_at !== null && one.place !== null);
  return out.sort((one, other) => other.out_at! - one.out_at! || one.place! - other.place!).slice(0, many);
}

/** The match and the number of a hand, from its name: "friday-2-M1-H17". */
export function handOf(name: string): [string, string] {
  const at = name.lastIndexOf("-H");
  return [name.slice(0, at), name.slice(at + 2)];
}
