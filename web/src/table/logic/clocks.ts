// The clock that is shown: when the time for a decision is up, the time bank runs by itself, if there is one; while the
// line is lost, the clock stands still.
import type { Deadline } from "../../lib/arena.svelte.ts";
import type { Scene } from "../../lib/wire";
import { isOwed } from "./choices.ts";

/** Whether a clock uses its time bank. */
export function isInBank(clock: Deadline | null, now: number): boolean {
  return clock !== null && clock.at > 0 && clock.bank_ms > 0 && now >= clock.at;
}

/** The rest of the time bank of a clock. */
export function bankLeft(clock: Deadline, now: number): number {
  return clock.at ? Math.max(0, clock.bank_ms - Math.max(0, now - clock.at)) : clock.bank_ms;
}

/** The clock to show: its own time, or its bank. */
export function shownClock(clock: Deadline, inBank: boolean): Deadline {
  return inBank ? { ...clock, at: clock.at + clock.bank_ms, limit_ms: clock.bank_ms, bank_ms: 0 } : clock;
}

/** A clock that has stood still since a time. */
export function stopped(clock: Deadline, since: number, now: number): Deadline {
  return clock.at ? { ...clock, at: clock.at + now - since } : clock;
}

/** Whether a seat whose clock runs has decided, by the next Scene: then its clock is over, though nobody else's begins. */
export function hasDecided(seat: number | null, before: Scene | null, after: Scene): boolean {
  if (isOwed(after.question)) return false;
  if (after.result || seat === null) return Boolean(after.result);
  const acts = (scene: Scene | null) => scene?.seats?.find((one) => one.to_act)?.seat;
  return acts(after) !== seat && (acts(after) !== undefined || acts(before) === seat);
}
