// Who stands where at a table: over its matches, each with what chance leaves open; before that, by what they have now.

import type { Scene } from "../lib/wire";

export interface Row {
  name: string;
  mean: number;
  /** Where the true mean lies 19 times out of 20; null until there is enough to say. */
  low: number | null;
  high: number | null;
}

export interface Result {
  ids: string[];
  names: string[];
  scores: number[];
  /** Why it counts for nothing, if it does. */
  void?: string;
}

/** Student's t for 95 of 100, by degrees of freedom from 1; beyond, near enough that of many. */
const T = [12.71, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131];
const MANY = 1.96;

/** The mean of some numbers and its 95 % interval. */
export function estimate(values: number[]): Omit<Row, "name"> {
  const count = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, count);
  if (count < 2) return { mean, low: null, high: null };
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (count - 1);
  const t = T[count - 2] ?? MANY * (1 + 1 / (count - 1));
  const half = t * Math.sqrt(variance / count);
  return { mean, low: mean - half, high: mean + half };
}

/** Those who have played matches of a table, the best first. */
export function overMatches(played: Result[]): Row[] {
  const scores = new Map<string, { name: string; values: number[] }>();
  for (const result of played.filter((one) => !one.void)) {
    result.ids.forEach((id, seat) => {
      if (!id) return;
      const own = scores.get(id) ?? { name: result.names[seat] ?? id, values: [] };
      own.values.push(result.scores[seat] ?? 0);
      scores.set(id, own);
    });
  }
  return [...scores.values()]
    .map(({ name, values }) => ({ name, ...estimate(values) }))
    .sort((one, two) => two.mean - one.mean);
}

/** A team of an event, as its standings tell it. */
export interface EventTeam {
  name: string;
  withdrawn: boolean;
  /** Whether it is a bot of the house. */
  house?: boolean;
  /** Without the luck after the last decision; null while nothing counts yet. */
  result: { mean: number; low: number | null; high: number | null } | null;
}

/** The teams of an event, the best first; those of whom nothing counts yet are left out. */
export function ofEvent(teams: EventTeam[]): Row[] {
  return teams
    .flatMap(({ name, result }) => (result ? [{ name, ...result }] : []))
    .sort((one, two) => two.mean - one.mean);
}

/** Those who sit at a table by chips or points, the richest first. */
export function asTheyStand(scene: Scene): Row[] {
  return (scene.seats ?? [])
    .filter((seat) => seat.id || seat.chips)
    .map((seat) => ({ name: seat.name, mean: seat.chips ?? seat.points ?? 0, low: null, high: null }))
    .sort((one, two) => two.mean - one.mean);
}

/** Who cannot be told apart from the best: "Alpha to Cinder: not yet told apart."; "" where that says nothing. */
export function toldApart(rows: Row[]): string {
  const [best] = rows;
  if (!best || best.low === null) return "";
  const alike = rows.filter((row) => row.high !== null && row.high >= best.low!);
  const last = alike.at(-1);
  if (!last || last === best) return rows.length > 1 ? `${best.name} is ahead of all others.` : "";
  return alike.length === rows.length ? "Nobody is told apart from the others yet." : `${best.name} to ${last.name}: not yet told apart.`;
}
