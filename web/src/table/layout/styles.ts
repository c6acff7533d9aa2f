// The styles of seats for a table of some size, from the richest to the leanest.
import type { Size } from "./boxes.ts";
import type { Contents } from "./contents.ts";
import type { Style } from "./seat.ts";

/** From this number of other seats on, seats with much text are boxes in a frame. */
const CROWD = 6;
/** From this number on, boxes are tried. */
const FRAMED = 4;
/** The size of a table on which everything has its usual size. */
const USUAL = { w: 940, h: 520 };
/** Below this height hands lie beside plates. */
export const LOW = 400;
const LARGEST = 3;
const SHRINK = 0.9;

export function stylesFor(size: Size, contents: Contents): Style[] {
  const { others, other } = contents;
  const facts = Number(other.facts > 0) + Number(other.holds > 0) + Number(other.bet > 0);
  const crowded = others >= CROWD && ((other.open && other.cards > 2) || facts > 2);
  const large = scales(size).flatMap((scale) => full(scale));
  const boxes = scales(size).flatMap((scale) => boxed(scale));
  const slim = SLIM.filter((style) => style.viewer || (!contents.mine.cards && others));
  const usable = (style: Style) => !style.flat || size.h < LOW;
  const frames = others >= FRAMED ? [...boxes, ...TIGHT] : [];
  return [...(crowded ? frames : [...large, ...SMALL, ...frames]), ...slim].filter(usable);
}

/** The scales to try, from large to the usual size. */
function scales({ w, h }: Size): number[] {
  const found = [];
  const top = Math.min(LARGEST, w / USUAL.w, h / USUAL.h);
  for (let scale = top; scale > 1; scale *= SHRINK) found.push(scale);
  return found.length || top > 0.8 ? [...found, 1] : [];
}

function full(scale: number): Style[] {
  const style = (width: number, card: number): Style => ({
    plate: "full",
    scale,
    width: width * scale,
    spread: 1.5,
    flat: false,
    card: card * scale,
    own: 84 * scale,
    viewer: true,
    bets: "beside",
    tells: true,
    backs: true,
    hand: "cards",
    wraps: false,
    middle: [92 * scale, 52 * scale],
  });
  const lean = { ...style(148, 36), own: 64 * scale, middle: [70 * scale, 50 * scale] } as const;
  return [style(196, 46), style(156, 42), lean, { ...lean, hand: "slip", wraps: true }];
}

function boxed(scale: number): Style[] {
  const style = (width: number, hand: Style["hand"]): Style => ({
    plate: "boxed",
    scale,
    width: width * scale,
    spread: 1,
    flat: false,
    card: 40 * scale,
    own: 64 * scale,
    viewer: true,
    bets: "line",
    tells: true,
    backs: false,
    hand,
    wraps: true,
    middle: [72 * scale, 44 * scale],
  });
  return [style(208, "cards"), style(208, "slip"), style(164, "slip")];
}

const small = (width: number, card: number, more: Partial<Style> = {}): Style => ({
  plate: "small",
  scale: 1,
  width,
  spread: 1,
  flat: false,
  card,
  own: 64,
  viewer: true,
  bets: "line",
  tells: true,
  backs: true,
  hand: "cards",
  wraps: false,
  middle: [54, 40],
  ...more,
});

/** For phones. */
const SMALL: Style[] = [
  small(120, 44, { bets: "beside", spread: 1.3, own: 76, middle: [68, 48] }),
  small(108, 36, { bets: "beside" }),
  small(108, 34),
  small(98, 30, { flat: true }),
  small(98, 30),
  small(98, 26, { own: 58 }),
  small(98, 26, { own: 58, hand: "slip", middle: [54, 34] }),
  small(92, 26, { own: 58, hand: "slip", backs: false, wraps: true, middle: [50, 34] }),
];

/** Boxes for phones. */
const TIGHT: Style[] = [128, 112, 98].map((width) =>
  small(width, 26, { plate: "boxed", wraps: true, own: 54, hand: "slip", backs: false, middle: [50, 34] }),
);

/** Styles for very little room. */
const SLIM: Style[] = [
  small(92, 26, { plate: "slim", wraps: true, flat: true, own: 54, hand: "slip", bets: "instead", middle: [50, 34] }),
  small(92, 26, { plate: "slim", wraps: true, own: 54, hand: "slip", bets: "instead", middle: [50, 34] }),
  small(88, 24, { plate: "slim", wraps: true, own: 52, hand: "slip", backs: false, bets: "instead", middle: [46, 32] }),
  small(80, 24, {
    plate: "slim",
    wraps: true,
    own: 50,
    hand: "slip",
    backs: false,
    bets: "instead",
    tells: false,
    middle: [44, 28],
  }),
  small(80, 24, {
    plate: "slim",
    wraps: true,
    own: 46,
    hand: "count",
    backs: false,
    bets: "instead",
    tells: false,
    middle: [42, 24],
  }),
  small(70, 24, {
    plate: "slim",
    wraps: true,
    own: 40,
    hand: "none",
    backs: false,
    bets: "instead",
    tells: false,
    middle: [40, 20],
  }),
  small(70, 24, {
    plate: "slim",
    wraps: true,
    viewer: false,
    hand: "none",
    backs: false,
    bets: "instead",
    tells: false,
    middle: [44, 20],
  }),
  small(64, 20, {
    plate: "slim",
    scale: 0.85,
    wraps: true,
    own: 40,
    hand: "none",
    backs: false,
    bets: "instead",
    tells: false,
    middle: [40, 20],
  }),
  small(64, 20, {
    plate: "slim",
    scale: 0.85,
    wraps: true,
    viewer: false,
    hand: "none",
    backs: false,
    bets: "instead",
    tells: false,
    middle: [40, 20],
  }),
];
