// The chart under a replay: each seat's share of the pot at each moment, or who acted when.

import type { Frame } from "./source";

/** The colour of a seat in charts, as a custom property; the viewer's seat has the lamp's colour. */
const HUES = ["chip-2", "series-4", "chip-3", "good", "court", "info", "chip-4", "back-3", "edge", "bad"];

export function hue(seat: number, eyes: number): string {
  return seat === eyes ? "var(--lamp)" : `var(--${HUES[seat % HUES.length]})`;
}

export interface Area {
  seat: number;
  path: string;
}

/**
 * Shares as areas one upon the other, in a box of `frames.length` by 100; moments without shares stay empty. A seat
 * that is out takes no room.
 */
export function areas(frames: Frame[]): Area[] {
  const seats = Math.max(0, ...frames.map((frame) => frame.shares?.length ?? 0));
  const from = frames.map(() => 0);
  return Array.from({ length: seats }, (_, seat) => {
    let path = "";
    frames.forEach((frame, at) => {
      const share = (frame.shares?.[seat] ?? 0) * 100;
      if (share > 0) path += `M${at} ${round(from[at]!)}h1v${round(share)}h-1z`;
      from[at]! += share;
    });
    return { seat, path };
  }).filter((area) => area.path);
}

/** The seats that acted, in their order, for a picture with a lane for each. */
export function lanes(frames: Frame[]): number[] {
  return [...new Set(frames.map((frame) => frame.actor).filter((seat) => seat >= 0))].sort((a, b) => a - b);
}

/** A share as it is written: "67.5 %". */
export function percent(share: number): string {
  const value = Math.round(share * 1000) / 10;
  return `${value} %`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
