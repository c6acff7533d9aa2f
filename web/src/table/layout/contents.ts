// The contents for which a table needs room. All seats but the lowest get the same room, that of the seat that needs
// most, so that nothing moves when one of them bets, is dealt cards or shows them.
import type { Scene, Seat, Zone } from "../../lib/wire";
import { number } from "../../lib/words.ts";
import type { Notes } from "../logic/notes";
import { factsOf, marked, standing } from "../logic/standing.ts";
import { handOf, isPile, middleOf } from "../logic/zones.ts";
import { ems } from "./boxes.ts";

/** The contents of seats; widths of texts are in ems. */
export interface SeatNeeds {
  name: number;
  /** The longest text below a name: all chips of the table, which one seat may win; points, or the number of cards. */
  standing: number;
  /** The cards of the largest hand, those to come included. */
  cards: number;
  /** Whether some of these are face up. */
  open: boolean;
  /** The name of a hand. */
  holds: number;
  /** What was captured, points, and other facts. */
  facts: number;
  /** The largest possible bet; 0 in a game without bets. */
  bet: number;
}

/** A pile, or a row of cards, in the middle. */
export interface ZoneNeeds {
  id: number;
  pile: boolean;
  /** The number of cards in the row, those to come included. */
  cards: number;
  /** The width of its label; 0 if it has none. */
  label: number;
  /** Whether names stand below the cards. */
  by: boolean;
}

export interface Contents {
  /** How many seats there are beside the lowest. */
  others: number;
  /** Whether one of the seats has the dealer's button. */
  button: boolean;
  /** The most that any of these seats shows. */
  other: SeatNeeds;
  /** The lowest seat, which is the viewer's; its hand may be elsewhere, and has then no cards. */
  mine: SeatNeeds;
  /** The widths of the amounts of the pots, with their labels. */
  pots: number[];
  zones: ZoneNeeds[];
}

export interface Showing {
  /** Whether the viewer's hand is drawn elsewhere. */
  handless?: boolean;
  notes?: Notes;
}

const NOTHING: SeatNeeds = { name: 0, standing: 0, cards: 0, open: false, holds: 0, facts: 0, bet: 0 };

/** The room that a Scene needs, and at least that of earlier Scenes of the same table. */
export function contentsOf(scene: Scene, { handless, notes = {} }: Showing = {}, before?: Contents): Contents {
  const [lowest, ...rest] = clockwise(scene);
  const total = [...(scene.seats ?? []), ...(scene.pots ?? [])].reduce((sum, one) => sum + (one.chips ?? 0), 0);
  const pots = scene.pots ?? [];
  const kept = before?.others === rest.length ? before : undefined;
  const bets = pots.length > 0 || (kept?.other.bet ?? 0) > 0 || (scene.seats ?? []).some((seat) => seat.bet);
  const bet = bets ? ems(number(total)) : 0;
  const needs = (seat: Seat, earlier?: SeatNeeds): SeatNeeds => {
    const hand = handOf(scene, seat.seat);
    const cards = hand?.cards ?? [];
    const shown = cards.some((card) => card.name);
    return {
      name: ems(seat.role || seat.name),
      standing: Math.max(seat.chips == null ? ems(standing(scene, seat)) : ems(number(total)), earlier?.standing ?? 0),
      cards: hand ? Math.max(cards.length, hand.room ?? 0) : (earlier?.cards ?? 0),
      open: shown,
      holds: shown && !notes[seat.seat] ? ems(seat.holds ?? "") : 0,
      facts: Math.max(
        ems(
          factsOf(scene, seat.seat, true)
            .map((fact) => fact.words)
            .join("  "),
        ),
        earlier?.facts ?? 0,
      ),
      bet,
    };
  };
  const other = rest.map((seat) => needs(seat, kept?.other)).reduce(most, NOTHING);
  const mine = lowest ? needs(lowest, kept?.mine) : NOTHING;
  return {
    others: rest.length,
    button:
      Boolean(before?.button) || (scene.seats ?? []).some((seat) => marked(seat, "button") || marked(seat, "starter")),
    other,
    mine: handless ? { ...mine, cards: 0, open: false, holds: 0 } : mine,
    pots: pots.length
      ? pots.map((pot) => ems(`${pot.label || "pot"} ${number(total)}`))
      : (kept?.pots.slice(0, 1) ?? []),
    zones: middleOf(scene)
      .filter((zone) => !isPile(zone) || zone.count)
      .map((zone) => zoneNeeds(zone, rest.length + 1)),
  };
}

/** The seats clockwise, beginning with the viewer's; a spectator sees seat 0 at the bottom. */
export function clockwise(scene: Scene): Seat[] {
  const seats = scene.seats ?? [];
  const first = Math.max(
    0,
    seats.findIndex((seat) => seat.seat === (scene.eyes ?? -1)),
  );
  return [...seats.slice(first), ...seats.slice(0, first)];
}

function zoneNeeds(zone: Zone, seats: number): ZoneNeeds {
  const cards = zone.cards ?? [];
  const by = cards.some((card) => (card.by ?? -1) >= 0) || /^trick$/.test(zone.label);
  return {
    id: zone.id,
    pile: isPile(zone),
    cards: Math.max(zone.room ?? 0, cards.length, by ? seats : 1),
    label: zone.room ? 0 : ems(zone.label),
    by,
  };
}

function most(one: SeatNeeds, other: SeatNeeds): SeatNeeds {
  return {
    name: Math.max(one.name, other.name),
    standing: Math.max(one.standing, other.standing),
    cards: Math.max(one.cards, other.cards),
    open: one.open || other.open,
    holds: Math.max(one.holds, other.holds),
    facts: Math.max(one.facts, other.facts),
    bet: Math.max(one.bet, other.bet),
  };
}
