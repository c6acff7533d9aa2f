// The zones of a Scene: the player's hand, the zones of a seat, and the middle of the table.
import type { Card, Question, Scene, Zone } from "../../lib/wire";
import type { Place } from "./choices.ts";

/** A card with the slot of its zone in which it lies. */
export interface Lying extends Place {
  card: Card;
}

/** The cards of a zone from left to right. */
export function lying(zone: Zone): Lying[] {
  return (zone.cards ?? []).map((card, slot): Lying => ({ card, zone: zone.id, slot }));
}

/** The zones of the middle. */
export function middleOf(scene: Scene): Zone[] {
  return (scene.zones ?? []).filter((zone) => (zone.owner ?? -1) < 0);
}

/** The zones that lie before a seat. */
export function zonesOf(scene: Scene, seat: number): Zone[] {
  return (scene.zones ?? []).filter((zone) => zone.owner === seat);
}

/** The hand of a seat: the first of its rows. */
export function handOf(scene: Scene, seat: number): Zone | undefined {
  return zonesOf(scene, seat).find((zone) => (zone.lies ?? "row") === "row");
}

/** Whether a zone is a pile, of which only the number counts. */
export function isPile(zone: Zone): boolean {
  return zone.lies === "pile";
}

/** The zones in which cards can be chosen now. */
export function asked(question: Question | null | undefined): Set<number> {
  const options = question?.options ?? [];
  return new Set(
    options.flatMap((choice) => [...(choice.takes ?? []), ...(choice.refuses ?? [])]).map((it) => it.zone),
  );
}

/** Whether a card would have come, had the hand gone on. */
export function isUndealt(card: Card): boolean {
  return Boolean(card.marks?.includes("not dealt"));
}

/** Whether a hand is over of which cards of the board have not been dealt, nor shown since. */
export function mayHunt(scene: Scene): boolean {
  const rows = middleOf(scene).filter((zone) => zone.room);
  return Boolean(scene.result) && !scene.over && rows.some((zone) => (zone.cards?.length ?? 0) < zone.room!);
}

/** Whether a place is empty. */
export function isGap(card: Card): boolean {
  return card.name === "-";
}
