// A new tournament over many tables: what the form asks besides what it asks for every event, and its part of the request.

import type { Level, NewEvent } from "../lib/http";
import { READY_CHANGES, READY_MINUTES } from "./structures.ts";

export const BREAK_MINUTES = 5;

/** The contents of the fields of a tournament. */
export interface TournamentForm {
  /** Whether it begins at a time; otherwise as soon as `players` have entered. */
  scheduled: boolean;
  /** A time of day, "20:00". */
  starts: string;
  players: number;
  seats: number;
  stack: number;
  /** The name of a ready structure; "" for levels that the host writes. */
  structure: keyof typeof READY_MINUTES | "";
  /** The number of levels of a ready structure between two breaks; 0 for no breaks. */
  breaks: number;
  house: number;
  fee: number;
  added: number;
  late: number;
  reentries: number;
  rebuys: number;
  addon: number;
}

export function blankTournament(): TournamentForm {
  return {
    scheduled: false,
    starts: "20:00",
    players: 9,
    seats: 9,
    stack: 10_000,
    structure: "regular",
    breaks: 0,
    house: 0,
    fee: 0,
    added: 0,
    late: 0,
    reentries: 0,
    rebuys: 0,
    addon: 0,
  };
}

/** The levels of a ready structure, with its breaks. */
export function readyLevels(structure: keyof typeof READY_MINUTES, breaks: number): Level[] {
  return READY_CHANGES.flatMap((changes, at) => [
    ...(breaks && at && at % breaks === 0 ? [{ minutes: BREAK_MINUTES, rest: true }] : []),
    { minutes: READY_MINUTES[structure], changes },
  ]);
}

/** What is wrong with the form; "" if nothing is that the arena would not say itself. */
export function tournamentFlaw(form: TournamentForm, bots: readonly string[]): string {
  if (form.scheduled && !form.starts) return "Say when the tournament begins.";
  return form.house && !bots.length ? "Choose which bots of the house take part." : "";
}

/** The settings of the request that only a tournament has; `own` are the levels that the host has written. */
export function tournamentRequest(form: TournamentForm, own: Level[]): Partial<NewEvent> {
  return {
    seats: form.seats,
    options: { stack: form.stack },
    levels: form.structure ? readyLevels(form.structure, form.breaks) : own,
    house: form.house,
    tournament: {
      ...(form.scheduled ? { starts: form.starts } : {}),
      players: form.players,
      fee: form.fee,
      added: form.added,
      late_levels: form.late,
      reentries: form.reentries,
      rebuys: form.rebuys,
      addon: form.addon,
    },
  };
}
