// The standings of a table: over its matches, as the arena has computed them; before the first match is over, by the
// current chips or points.

import type { EventTeam } from "../lib/http";
import type { Scene } from "../lib/wire";

export interface Row {
  name: string;
  mean: number;
  /** The 95 % interval of the mean; null while there are too few matches. */
  low: number | null;
  high: number | null;
  /** Whether it cannot be separated from the leader. */
  level: boolean;
}

/** The teams of an event, the best first; teams without a counted match are left out. */
export function ofEvent(teams: Pick<EventTeam, "name" | "result" | "level">[]): Row[] {
  return teams
    .flatMap(({ name, result, level }) => (result ? [{ name, ...result, level }] : []))
    .sort((one, two) => two.mean - one.mean);
}

/** The same by AIVAT, for teams with enough judged matches, without statements about which teams are separated. */
export function byAivat(teams: Pick<EventTeam, "name" | "aivat">[]): Row[] {
  return teams
    .flatMap(({ name, aivat }) => (aivat ? [{ name, ...aivat, level: true }] : []))
    .sort((one, two) => two.mean - one.mean);
}

/** The players of a table by chips or points, the most first. */
export function asTheyStand(scene: Scene): Row[] {
  return (scene.seats ?? [])
    .filter((seat) => seat.id || seat.chips)
    .map((seat) => ({ name: seat.name, mean: seat.chips ?? seat.points ?? 0, low: null, high: null, level: true }))
    .sort((one, two) => two.mean - one.mean);
}

/** Which teams cannot be separated from the leader: "Alpha to Cinder: not yet told apart."; "" if that says nothing. */
export function toldApart(rows: Row[]): string {
  const [best] = rows;
  if (!best || rows.length < 2) return "";
  const last = rows.findLastIndex((row) => row.level);
  if (last <= 0) return `${best.name} is ahead of all others.`;
  if (last === rows.length - 1)
    return `${best.name} is not told apart from ${rows.length > 2 ? "all others" : rows[1]!.name} yet.`;
  return `${best.name} to ${rows[last]!.name}: not yet told apart.`;
}
