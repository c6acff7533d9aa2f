// What moves between two Scenes: cards from one place to another, faces that turn up, chips to the middle and back. If
// a face is unknown, the card that moved is taken from a zone that has fewer unknown cards now.
import type { Scene, Zone } from "../../lib/wire";
import { isGap, isPile } from "./zones.ts";

/** Something on the table that has a place on the page: "card 7 2", "zone 0", "seat 3", "bet 3", "pot". */
export type Anchor = string;

/** A move on the felt. */
export type Move =
  | { kind: "fly"; from: Anchor; to: Anchor }
  | { kind: "flip"; at: Anchor }
  | { kind: "muck"; from: Anchor; to: Anchor }
  | { kind: "chips"; from: Anchor; to: Anchor };

export const anchors = {
  card: (zone: number, slot: number): Anchor => `card ${zone} ${slot}`,
  zone: (zone: number): Anchor => `zone ${zone}`,
  seat: (seat: number): Anchor => `seat ${seat}`,
  bet: (seat: number): Anchor => `bet ${seat}`,
  pot: "pot" as Anchor,
};

/** The moves from one Scene to the next, in the order in which they are shown. */
export function movesBetween(before: Scene, after: Scene): Move[] {
  if (before.game !== after.game) return [];
  return [...cardMoves(before, after), ...folds(before, after), ...chipMoves(before, after)];
}

/** The cards of seats that have folded, which are thrown into the middle. */
function folds(before: Scene, after: Scene): Move[] {
  const folded = (after.seats ?? [])
    .filter((seat) => seat.out && before.seats?.some((was) => was.seat === seat.seat && !was.out))
    .map((seat) => seat.seat);
  return (before.zones ?? [])
    .filter((zone) => folded.includes(zone.owner ?? -1) && !isPile(zone) && !zoneOf(after, zone.id))
    .flatMap((zone) => (zone.cards ?? []).map((_, slot) => anchors.card(zone.id, slot)))
    .map((from) => ({ kind: "muck", from, to: anchors.pot }));
}

function cardMoves(before: Scene, after: Scene): Move[] {
  const moves: Move[] = [];
  const left = departures(before, after);
  for (const zone of after.zones ?? []) {
    const old = zoneOf(before, zone.id);
    const known = new Map<string, number[]>();
    for (const [slot, card] of (old?.cards ?? []).entries()) add(known, card.name ?? "", slot);
    for (const [slot, card] of (zone.cards ?? []).entries()) {
      const name = card.name ?? "";
      if (isGap(card)) continue;
      const was = old?.cards?.[slot];
      if (name && was && !was.name && !known.get(name)?.length) {
        moves.push({ kind: "flip", at: anchors.card(zone.id, slot) });
        continue;
      }
      if (known.get(name)?.shift() !== undefined) continue;
      moves.push({ kind: "fly", from: left.take(zone, name), to: anchors.card(zone.id, slot) });
    }
    if (isPile(zone) && (zone.count ?? 0) > (old?.count ?? 0)) {
      for (const from of left.rest(zone)) moves.push({ kind: "fly", from, to: anchors.zone(zone.id) });
    }
  }
  return moves;
}

/** The cards that are no longer where they were, to be found again elsewhere. */
function departures(before: Scene, after: Scene) {
  const gone: { zone: Zone; slot: number; name: string }[] = [];
  for (const zone of before.zones ?? []) {
    const stay = new Map<string, number[]>();
    for (const [slot, card] of (zoneOf(after, zone.id)?.cards ?? []).entries()) add(stay, card.name ?? "", slot);
    for (const [slot, card] of (zone.cards ?? []).entries()) {
      if (isGap(card) || stay.get(card.name ?? "")?.shift() !== undefined) continue;
      gone.push({ zone, slot, name: card.name ?? "" });
    }
  }
  const piles = (before.zones ?? []).filter(
    (zone) => isPile(zone) && (zone.count ?? 0) > (zoneOf(after, zone.id)?.count ?? 0),
  );
  return {
    take(to: Zone, name: string): Anchor {
      const at = pick(gone, to, name);
      const [found] = at < 0 ? [] : gone.splice(at, 1);
      if (found) return anchors.card(found.zone.id, found.slot);
      const pile = piles.find((zone) => zone.owner === to.owner) ?? piles[0];
      return pile ? anchors.zone(pile.id) : "deck";
    },
    rest(to: Zone): Anchor[] {
      const here = gone.filter(({ zone }) => zone.id !== to.id);
      gone.splice(0, gone.length, ...gone.filter((card) => !here.includes(card)));
      return here.map(({ zone, slot }) => anchors.card(zone.id, slot));
    },
  };
}

function pick(gone: { zone: Zone; name: string }[], to: Zone, name: string): number {
  const elsewhere = gone.map((card) => card.zone.id !== to.id);
  const exact = gone.findIndex((card, at) => elsewhere[at] && name !== "" && card.name === name);
  return exact >= 0 ? exact : gone.findIndex((card, at) => elsewhere[at] && (!card.name || !name));
}

function chipMoves(before: Scene, after: Scene): Move[] {
  const moves: Move[] = [];
  const total = (scene: Scene) => (scene.pots ?? []).reduce((sum, pot) => sum + pot.chips, 0);
  const paid = total(before) > total(after);
  for (const seat of after.seats ?? []) {
    const was = before.seats?.find((one) => one.seat === seat.seat);
    if (!was) continue;
    const more = (seat.bet ?? 0) - (was.bet ?? 0);
    if (more > 0) moves.push({ kind: "chips", from: anchors.seat(seat.seat), to: anchors.bet(seat.seat) });
    if (more < 0 && !paid) moves.push({ kind: "chips", from: anchors.bet(seat.seat), to: anchors.pot });
    if (paid && (seat.chips ?? 0) > (was.chips ?? 0)) {
      moves.push({ kind: "chips", from: anchors.pot, to: anchors.seat(seat.seat) });
    }
  }
  return moves;
}

function zoneOf(scene: Scene, id: number): Zone | undefined {
  return scene.zones?.find((zone) => zone.id === id);
}

function add(map: Map<string, number[]>, name: string, slot: number): void {
  map.set(name, [...(map.get(name) ?? []), slot]);
}
