// Events: the kinds, the settings that each of them has, and the request that is made from a form.

import type { EventOrder, EventSummary, EventTable, Level, NewEvent } from "../lib/http";
import { tournamentFlaw, tournamentRequest, type TournamentForm } from "./newTournament.ts";

export type Kind = EventSummary["kind"];

interface About {
  name: string;
  words: string;
  /** What `deals` counts, and its default; "" for a tournament, which is one, in one game. */
  deals: string;
  usual: number;
  /** The settings of this kind besides those of every kind. */
  asks: ReadonlySet<"teams" | "game" | "seats" | "freeze" | "finish" | "aliases" | "levels" | "least">;
}

export const KINDS: Record<Kind, About> = {
  robin: {
    name: "Round robin",
    words: "Everybody against everybody, two at a table, in both seats: a league.",
    deals: "Matches of each pair",
    usual: 20,
    asks: new Set(["teams", "game", "finish", "aliases", "least"]),
  },
  common: {
    name: "Common deals",
    words:
      "Every team plays the same deals against the same bots of the house: the fairest comparison for the fewest hands.",
    deals: "Deals of each team",
    usual: 100,
    asks: new Set(["teams", "game", "finish", "least"]),
  },
  duplicate: {
    name: "Duplicate tournaments",
    words:
      "Every team plays the same sit-and-gos of hold'em, at one table, with the same cards against the same bots of the house.",
    deals: "Tournaments of each team",
    usual: 30,
    asks: new Set(["teams", "seats", "finish", "least"]),
  },
  rolling: {
    name: "Rolling",
    words: "Short matches of two, one after the other; teams that have played least play next, until the freeze.",
    deals: "Matches until the next pairing",
    usual: 1,
    asks: new Set(["teams", "game", "freeze", "aliases", "least"]),
  },
  freezeout: {
    name: "Freezeout",
    words: "All teams at one table until one has all the chips: a final for an audience.",
    deals: "Freezeouts",
    usual: 1,
    asks: new Set(["teams", "game", "seats", "finish", "levels", "least"]),
  },
  mirrored: {
    name: "Mirrored deals",
    words:
      "Bots of the house play every deal in all rotations of the seats. No teams: a team that remembers the first half would know the cards of the second.",
    deals: "Deals",
    usual: 100,
    asks: new Set(["game", "finish"]),
  },
  tournament: {
    name: "Tournament",
    words: "Hold'em over many tables, from which players are moved as others go out, until one has all the chips.",
    deals: "",
    usual: 1,
    asks: new Set(["teams", "levels", "least"]),
  },
};

/** The kinds in which each team plays alone against bots of the house. */
export const ALONE: ReadonlySet<Kind> = new Set(["common", "duplicate"]);

/** The contents of the form. Settings that the kind does not have are left out of the request. */
export interface Form {
  kind: Kind;
  game: string;
  title: string;
  deals: number;
  /** Hands of a match; 0 for the default. */
  hands: number;
  seats: number;
  least: number;
  bots: string[];
  /** Teams with their codes; null if one code is for all teams. */
  roster: Record<string, string> | null;
  seconds: number;
  /** Times of day, "18:30", or "". */
  finishBy: string;
  freeze: string;
  aliases: boolean;
  /** Blinds of each level, and how many minutes it lasts: "50/100 15", one in a line. */
  levels: string;
  tournament: TournamentForm;
  manual: boolean;
  listed: boolean;
  /** A code for tables to practise at; "" for none. */
  practice: string;
}

/** Parse levels, one per line, such as "50/100 15", "100/200/200 15" with a big-blind ante, or "break 5"; a string says what is wrong with the first invalid line. */
export function levelsOf(text: string): Level[] | string {
  const levels: Level[] = [];
  for (const line of text
    .split("\n")
    .map((one) => one.trim())
    .filter(Boolean)) {
    const pause = /^break\s+(\d+)$/i.exec(line);
    if (pause) {
      levels.push({ minutes: Number(pause[1]), rest: true });
      continue;
    }
    const found = /^(\d+)\s*\/\s*(\d+)(?:\s*\/\s*(\d+))?(?:\s+(\d+))?$/.exec(line);
    if (!found) return `“${line}” is no level: write the blinds and the minutes, such as 50/100 15.`;
    const [small, big, ante, minutes] = found.slice(1).map((one) => Number(one ?? 0));
    const changes = { small_blind: small!, big_blind: big!, ...(ante ? { big_blind_ante: ante } : {}) };
    levels.push({ ...(minutes ? { minutes } : {}), changes });
  }
  return levels;
}

/** Whether the host writes the levels; a tournament may have a ready structure. */
export function writes(form: Form): boolean {
  return form.kind !== "tournament" || !form.tournament.structure;
}

/** What is wrong with a form, checked before it is sent; "" if nothing is. */
export function flaw(form: Form): string {
  const { asks } = KINDS[form.kind];
  if (form.kind === "mirrored" && form.bots.length < 2)
    return "Mirrored deals are between two bots of the house or more: choose them.";
  if (ALONE.has(form.kind) && !form.bots.length)
    return `${KINDS[form.kind].name} are played against bots of the house: choose them.`;
  if (asks.has("freeze") && !form.freeze && !form.manual)
    return "A rolling event goes on until it freezes: say when, or begin and end it yourself.";
  if (asks.has("teams") && form.roster && !Object.keys(form.roster).length) return "The roster names nobody.";
  const levels = asks.has("levels") && writes(form) ? levelsOf(form.levels) : [];
  if (typeof levels === "string") return levels;
  return form.kind === "tournament" ? tournamentFlaw(form.tournament, form.bots) : "";
}

/** The body for `POST /api/events`; `taken` are the ids of existing events. */
export function request(form: Form, taken: readonly string[]): NewEvent {
  const { asks } = KINDS[form.kind];
  const read = asks.has("levels") && writes(form) ? levelsOf(form.levels) : [];
  const levels = typeof read === "string" ? [] : read;
  return {
    id: idFor(form.title, taken),
    title: form.title.trim(),
    kind: form.kind,
    game: form.game,
    ...(KINDS[form.kind].deals ? { deals: form.deals } : {}),
    ...(asks.has("game") ? { hands: form.hands } : {}),
    bots: form.bots,
    move_time_ms: form.seconds * 1_000,
    manual: form.manual,
    practice: form.practice.trim(),
    ...(asks.has("teams") ? (form.roster ? { roster: form.roster } : { public: form.listed }) : {}),
    ...(asks.has("seats") && form.seats ? { seats: form.seats } : {}),
    ...(asks.has("least") ? { least: form.least } : {}),
    ...(asks.has("finish") && form.finishBy ? { finish_by: form.finishBy } : {}),
    ...(asks.has("freeze") && form.freeze ? { freeze: form.freeze } : {}),
    ...(asks.has("aliases") ? { aliases: form.aliases } : {}),
    ...(levels.length ? { levels } : {}),
    ...(form.kind === "tournament" ? tournamentRequest(form.tournament, levels) : {}),
  };
}

/** An id for an event that is not taken, made from its title: "The autumn cup" is the-autumn-cup. */
export function idFor(title: string, taken: readonly string[]): string {
  const words = title
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 30);
  const name = words || "event";
  if (words && !taken.includes(name)) return name;
  for (let number = words ? 2 : 1; ; number += 1) if (!taken.includes(`${name}-${number}`)) return `${name}-${number}`;
}

/** The matches of a table that are over and count, by their ids. */
export function countingAt(table: Pick<EventTable, "table" | "over" | "void">): string[] {
  const all = Array.from({ length: table.over }, (_, at) => `${table.table}-M${at + 1}`);
  return all.filter((match) => !(match in table.void));
}

const ORDERED: Record<string, string> = {
  begin: "Begun by the host",
  freeze: "No further matches, by order of the host",
  end: "Ended by the host",
  withdraw: "Taken out by the host",
  close: "Closed by the host: the results are final",
  pause: "Paused by the host",
  start: "Goes on",
  level: "Another level, by order of the host",
  time: "Time added by the host",
  deal: "The players share the prizes",
  cancel: "Cancelled by the host",
};

/** The history of an event, a sentence each: orders with their time, then the void matches. */
export function onRecord(
  orders: EventOrder[],
  tables: Pick<EventTable, "void">[],
  time: (at: number) => string,
): string[] {
  const ordered = orders.map((one) => {
    const what = ORDERED[one.order] ?? one.order;
    return `${time(one.at)}: ${what}${one.team ? `: ${one.team}` : ""}${one.why ? ` (${one.why})` : ""}`;
  });
  return [
    ...ordered,
    ...tables.flatMap((one) => Object.entries(one.void).map(([match, why]) => `${match} is void: ${why}`)),
  ];
}
