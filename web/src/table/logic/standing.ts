// The status of a seat in few words: for its plate, and for screen readers.
import type { Scene, Seat } from "../../lib/wire";
import { number } from "../../lib/words.ts";
import { ems } from "../layout/boxes.ts";
import { counted, isPlain, readOut } from "./words.ts";
import { handOf, zonesOf } from "./zones.ts";

/** The text of a plate below the name: chips, points, or the number of cards. */
export function standing(scene: Scene, seat: Seat): string {
  if (seat.chips != null) return number(seat.chips);
  if (seat.points != null) return counted(seat.points, "point");
  const cards = handOf(scene, seat.seat)?.count;
  return cards === undefined ? "" : `${number(cards)} in hand`;
}

/** A seat as a screen reader says it: "house:shark, 7,380, bets 900, two cards". */
export function described(scene: Scene, seat: Seat): string {
  const cards = handOf(scene, seat.seat)?.cards ?? [];
  const seen = cards.filter((card) => card.name).map((card) => readOut(card.name!));
  const hidden = cards.length - seen.length;
  return [
    seat.role ? `${seat.role}, ${seat.name}` : seat.name,
    seat.you && "you",
    seat.chips != null && `${number(seat.chips)} chips`,
    seat.points != null && counted(seat.points, "point"),
    seat.to_act && "to act",
    ...(seat.marks ?? []),
    seat.last,
    seat.bet && !seat.last && `${number(seat.bet)} bet`,
    ...seen,
    hidden > 0 && counted(hidden, seen.length ? "hidden card" : "card"),
    seat.holds,
    ...(scene.meters ?? [])
      .filter((meter) => meter.owner === seat.seat)
      .map((meter) => `${meter.label} ${meter.value}`),
  ]
    .filter(Boolean)
    .join(", ");
}

/** The last action of a seat as a tag on its plate; its marks if it did nothing. */
export function tag(seat: Seat): string {
  const marks = (seat.marks ?? []).filter((mark) => !QUIET.includes(mark));
  return seat.last || marks[0] || "";
}

/**
 * As many words of a tag as fit into a width, in ems; the first in any case, but of "plays Qs" the card, and nothing of
 * "no chips". All of it is in the sheet.
 */
export function fitting(text: string, width: number): string {
  const words = text.split(" ");
  if (words.length === 2 && isPlain(words[1]!) && ems(text) > width) return words[1]!;
  while (words.length > 1 && ems(words.join(" ")) > width) {
    do words.pop();
    while (words.length > 1 && DANGLING.test(words.at(-1)!));
  }
  if (DANGLING.test(words.join(" "))) return "";
  return words.join(" ").replace(/[,:;]$/, "");
}

/** What a tag does not end with. */
const DANGLING = /^(has|no|to|and|up|for|with|the|a|face|down|from)$/;

/** Marks that have a sign of their own, or need none. */
const QUIET = ["button", "small blind", "big blind", "starter", "all-in", "has initiative"];

/** Whether a seat has a mark. */
export function marked(seat: Seat, mark: string): boolean {
  return seat.marks?.includes(mark) ?? false;
}

/** Another fact about a seat: "5 captured", "16 points captured". */
export interface Fact {
  words: string;
  /** The zone that it is about; null for a meter. */
  zone: number | null;
}

/** The facts about a seat besides its hand: its other zones, and its meters; those that count nothing only if wanted. */
export function factsOf(scene: Scene, seat: number, empty = false): Fact[] {
  const hand = handOf(scene, seat);
  const zones = zonesOf(scene, seat).filter((zone) => zone !== hand && (zone.count || zone.cards?.length));
  const meters = (scene.meters ?? []).filter((meter) => meter.owner === seat && (meter.value || empty));
  return [
    ...zones.map((zone) => ({ words: `${zone.count || zone.cards?.length} ${zone.label}`, zone: zone.id })),
    ...meters.map((meter) => ({ words: `${number(meter.value)} ${meter.label}`, zone: null })),
  ];
}
