// The moments of a hand: their streets, and the moment that a step leads to.

import type { ReplayPage, Shown } from "../lib/http";
import type { Eyes, Frame } from "./source";
import { patched } from "./patch.ts";
import type { Scene } from "../lib/wire";

/** The moments of pages, each with its whole Scene. The first moment of a page is whole, the others are changes. */
export function frames(pages: ReplayPage[]): Frame[] {
  const made: Frame[] = [];
  for (const page of pages) {
    let scene: Scene | null = null;
    let shares: Frame["shares"] = null;
    for (const moment of page.moments) {
      scene = moment.scene === undefined ? scene : patched(scene as Scene, moment.scene);
      shares = moment.shares === undefined ? shares : moment.shares;
      made.push(frame(moment, scene as Scene, shares));
    }
  }
  return made;
}

function frame(moment: Shown, scene: Scene, shares: Frame["shares"]): Frame {
  const { said = "", pause_ms: pause = 0, made = 0, actor = -1, asks = [] } = moment;
  return { said, pause, made, actor, asks, shares, scene };
}

/** A part of a hand: its name, and its first moment. */
export interface Street {
  name: string;
  first: number;
}

/**
 * The parts of a hand, by the titles of its Scenes: "Hand 3 · Flop" is the flop. A Scene without a part belongs to the
 * last.
 */
export function streets(of: Frame[]): Street[] {
  const found: Street[] = [];
  of.forEach((frame, first) => {
    const [whole = "", ...parts] = (frame.scene.phase ?? "").split(" · ");
    const name = parts.at(-1) ?? found.at(-1)?.name ?? whole;
    if (found.at(-1)?.name !== name) found.push({ name, first });
  });
  const [first, second] = found;
  // What comes before the first part, such as a deal, is a part of it.
  if (first && second && first.name === of[0]?.scene.phase) return [{ ...second, first: 0 }, ...found.slice(2)];
  return found;
}

/** The first moment of the next street. */
export function nextStreet(of: Street[], at: number, last: number): number {
  return of.find((street) => street.first > at)?.first ?? last;
}

export function previousStreet(of: Street[], at: number): number {
  return of.findLast((street) => street.first < at)?.first ?? 0;
}

/** The moment after the same number of moves, when the view changes. */
export function sameMoment(of: Frame[], made: number): number {
  const at = of.findLastIndex((frame) => frame.made <= made);
  return Math.max(0, at);
}

/** How long a moment is shown, in milliseconds: the game's pause, and long enough to be read. */
export function stay(next: Frame | undefined, speed: number): number {
  return Math.max(next?.pause ?? 0, 1_000) / speed;
}

/** Whose view, in words. */
export function viewName(eyes: Eyes, names: string[]): string {
  if (eyes === "open") return "All cards";
  if (eyes === "watching") return "As a spectator";
  return `As ${names[eyes] ?? `seat ${eyes}`}`;
}
