// Where seats are placed round the felt, for any number of them; the viewer is at the bottom.
import type { Scene, Seat } from "../../lib/wire";

/** A place on the ring: −1 to 1 from left to right and from top to bottom. */
export interface Spot {
  x: number;
  y: number;
}

/** How far sides are pushed to the edge, on a wide table and on a narrow one. */
export const PUSH = { wide: 1.3, narrow: 1.7 };

/** The spot of the seat that comes `at` seats clockwise after the one at the bottom, of `seats`. */
export function spotOf(at: number, seats: number, push: number): Spot {
  const angle = Math.PI / 2 + (2 * Math.PI * at) / seats;
  const x = Math.min(1, Math.max(-1, push * Math.cos(angle)));
  return { x: tidy(x), y: tidy(Math.sin(angle)) };
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

/** On a narrow table, how far the board moves up or down so that no plate lies level with it, in half heights. */
export function lift(seats: number): number {
  return { 3: 0.1, 4: -0.4, 5: -0.24, 6: 0.04, 7: 0.2, 8: -0.33, 9: -0.14 }[seats] ?? 0;
}

/** On a narrow table, how wide the board's cards are. */
export function boardCard(seats: number): number {
  return seats <= 5 ? 54 : seats === 6 ? 50 : seats === 7 ? 44 : 40;
}

function tidy(value: number): number {
  return Math.round(value * 10_000) / 10_000 || 0;
}
