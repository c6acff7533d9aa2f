// The words of reactions.

import type { Here, React } from "../lib/wire";

export const REACTIONS: Record<React["what"], string> = {
  nice: "Nice hand",
  thanks: "Thank you",
  wow: "Wow",
  laugh: "Ha ha",
  ouch: "Ouch",
  wait: "One moment",
};

/** What a player is called for somebody in a seat. */
export function nameOf(player: Here, seat: number | null): string {
  return player.seat === seat ? "You" : player.name;
}
