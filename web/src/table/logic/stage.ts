// The end of a hand as it is staged. A Scene says who has won, with which cards and how much; here is what is drawn of it
// when, in milliseconds from that Scene at the usual speed.
import type { Scene } from "../../lib/wire";
import { ems, type Size } from "../layout/boxes.ts";
import { middleOf } from "./zones.ts";

/** When the five cards rise (and the others, a little before, are dimmed), when chips leave the pot, and when all is as
 * the Scene says. */
export const RISE = 760;
export const CHIPS = 1_300;
export const END = 2_420;
/** The time from one chip to the next, the time for which a chip flies, and the time for which the gain is counted. */
export const CHIPS_APART = 80;
export const CHIP_FLIES = 560;
export const COUNTS = 600;
/** The number of steps in which it is counted. */
const STEPS = 50;
const MOST_CHIPS = 8;

/** How much longer or shorter all of it takes, by the speed of play. */
export const PACE = { slow: 1.4, usual: 1, fast: 0.46 } as const;

/** Whether a Scene is the first to tell how a hand ended, by comparing hands: that is staged. */
export function isStaged(before: Scene | undefined, after: Scene): boolean {
  return before?.game === after.game && !before.result && after.result?.kind === "compared";
}

/** A Scene with the chips where they were: pots and stacks change when the chips have travelled. */
export function heldBack(before: Scene, after: Scene): Scene {
  const seats = after.seats?.map((seat) => {
    const was = before.seats?.find((one) => one.seat === seat.seat);
    const { chips, marks, gone, out } = was ?? seat;
    return was?.id === seat.id ? { ...seat, chips, marks, gone, out } : seat;
  });
  return { ...after, seats, pots: before.pots, over: "", winners: [] };
}

/** The place of a card: "1 3". */
export function placeKey(zone: number, slot: number): string {
  return `${zone} ${slot}`;
}

/**
 * The cards that won, by their places, in the order in which they rise: those of the middle, then hands. Null where no
 * cards did, or hands are still to be compared: then none is dimmed.
 */
export function winningCards(scene: Scene): Map<string, number> | null {
  if (!scene.result) return null;
  const middle = middleOf(scene);
  const zones = [...middle, ...(scene.zones ?? []).filter((zone) => !middle.includes(zone))];
  const places = zones.flatMap((zone) =>
    (zone.cards ?? []).flatMap((card, slot) => (card.marks?.includes("winning") ? [placeKey(zone.id, slot)] : [])),
  );
  return places.length ? new Map(places.map((place, at) => [place, at])) : null;
}

/** What is written on the felt: how the match ended, that one is out, or what won the hand. */
export function titleOf(scene: Scene): { words: string; match: boolean } | null {
  if (scene.over) return { words: scene.over.replace(/\.$/, ""), match: true };
  const words = scene.result?.out || scene.result?.words;
  return words ? { words, match: false } : null;
}

/** The least type of a title: smaller, it is only in the dock. */
const LEAST_TYPE = 11;

/** A title in one line or in two, whichever is larger in its box; null where neither can be read. */
export function fitted(words: string, box: Size): { text: string; size: number } | null {
  const all = words.split(/ (?!\d)/);
  const halves = all.slice(1).map((_, at) => [all.slice(0, at + 1).join(" "), all.slice(at + 1).join(" ")]);
  const made = [[words], ...halves].map((lines) => {
    const width = Math.max(...lines.map(ems));
    const high = lines.length > 1 ? 0.43 : 0.7;
    return { text: lines.join("\n"), width, size: Math.min(box.h * high, (box.w / width) * 1.05) };
  });
  const [best] = made.toSorted((one, other) => other.size - one.size || one.width - other.width);
  return best!.size < LEAST_TYPE ? null : best!;
}

/** The part of the gain that is counted `since` milliseconds after counting began; all of it in the end. */
export function gainAt(since: number, gain: number): number {
  const step = Math.min(STEPS, Math.max(0, Math.floor((since / COUNTS) * STEPS)));
  return Math.round(gain * (1 - (1 - step / STEPS) ** 3));
}

/** How many chips travel to each of the winners. */
export function chipsFor(scene: Scene): number {
  const winners = (scene.seats ?? []).filter((seat) => seat.wins).length;
  const all = [3, 6, MOST_CHIPS][scene.result?.weight ?? 0] ?? MOST_CHIPS;
  return Math.max(2, Math.floor(all / Math.max(1, winners)));
}

/** Seats that have lost their last chips between two Scenes. */
export function bustBetween(before: Scene, after: Scene): number[] {
  return (after.seats ?? [])
    .filter(
      (seat) => seat.gone && before.seats?.some((was) => was.seat === seat.seat && !was.gone && was.id === seat.id),
    )
    .map((seat) => seat.seat);
}

/** Seats that have just gone all-in. */
export function allInBetween(before: Scene, after: Scene): number[] {
  const isIn = (scene: Scene, seat: number) =>
    scene.seats?.find((one) => one.seat === seat)?.marks?.includes("all-in") ?? false;
  return (after.seats ?? []).map((seat) => seat.seat).filter((seat) => isIn(after, seat) && !isIn(before, seat));
}
