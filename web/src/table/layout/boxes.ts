// The elements of a layout: boxes in pixels, and the width of texts.

export interface Size {
  w: number;
  h: number;
}

export interface Box extends Size {
  x: number;
  y: number;
}

/** Whether two boxes overlap; with a gap, whether they are nearer to each other than the gap. */
export function meet(one: Box, other: Box, gap = 0): boolean {
  return (
    one.x < other.x + other.w + gap &&
    other.x < one.x + one.w + gap &&
    one.y < other.y + other.h + gap &&
    other.y < one.y + one.h + gap
  );
}

/** Whether a box lies in an area. */
export function inside(box: Box, area: Box): boolean {
  return box.x >= area.x && box.y >= area.y && box.x + box.w <= area.x + area.w && box.y + box.h <= area.y + area.h;
}

export function moved(box: Box, x: number, y: number): Box {
  return { ...box, x: box.x + x, y: box.y + y };
}

const NARROW = /[ijlI.,:;|!'’ ·()-]/;
const WIDE = /[mwMW@%&]/;
const DIGIT = /\d/;
const CAPITAL = /[A-Z…×−+=]/;

/**
 * How wide a bold text is, in ems. It is an estimate for any of the fonts in which the page may be shown, and rather too
 * wide than too narrow: digits are as wide as those of the widest font.
 */
export function ems(text: string): number {
  let sum = 0;
  for (const letter of text) {
    if (NARROW.test(letter)) sum += 0.4;
    else if (WIDE.test(letter)) sum += 1.05;
    else if (CAPITAL.test(letter)) sum += 0.82;
    else if (DIGIT.test(letter)) sum += 0.7;
    else sum += 0.66;
  }
  return Math.ceil(sum * 100) / 100;
}
