// The standings of a table: over its matches, as the arena has computed them; before that, by what each seat has now.

import type { EventTeam } from "../lib/http";
import type { Scene } from "../lib/wire";

export interface Row {
  name: string;
  mean: number;
  /** Where the true mean lies 19 times out of 20; null until there is enough to say. */
  low: number | null;
  high: number | null;
  /** Whether it cannot be told apart from the first. */
  level: boolean;
}

/** The teams of an event, the best first; those of whom nothing counts yet are left out. */
export function ofEvent(teams: Pick<EventTeam, "name" | "result" | "level">[]): Row[] {
  return teams
    .flatMap(({ name, result, level }) => (result ? [{ name, ...result, level }] : []))
    .sort((one, two) => two.mean - one.mean);
}

/** The same by AIVAT, with less luck: those of whom enough matches were judged. Who is told apart is not said of it. */
export function byAivat(teams: Pick<EventTeam, "name" | "aivat">[]): Row[] {
  return teams
    .flatMap(({ name, aivat }) => (aivat ? [{ name, ...aivat, level: true }] : []))
    .sort((one, two) => two.mean - one.mean);
}

/** Those who sit at a table by chips or points, the richest first. */
export function asTheyStand(scene: Scene): Row[] {
  return (scene.seats ?? [])
    .filter((seat) => seat.id || seat.chips)
    .map((seat) => ({ name: seat.name, mean: seat.chips ?? seat.points ?? 0, low: null, high: null, level: true }))
    .sort((one, two) => two.mean - one.mean);
}

/** Who cannot be told apart from the best: "Alpha to Cinder: not yet told apart."; "" where that says nothing. */
export function toldApart(rows: Row[]): string {
  const [best] = rows;
  if (!best || rows.length < 2) return "";
  const last = rows.findLastIndex((row) => row.level);
  if (last <= 0) return `${best.name} is ahead of all others.`;
  if (last === rows.length - 1)
    return `${best.name} is not told apart from ${rows.length > 2 ? "all others" : rows[1]!.name} yet.`;
  return `${best.name} to ${rows[last]!.name}: not yet told apart.`;
}
