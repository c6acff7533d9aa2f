// Places everything on a table. Styles are tried from the richest to the leanest, and the first is taken in which no
// two boxes overlap and none leaves the area. So nothing is covered, for any number of seats and any size of the screen.
// Contents that lean styles leave out are in a sheet.
import { inside, meet, moved, type Box, type Size } from "./boxes.ts";
import type { Contents } from "./contents.ts";
import { middleOf, type Middle } from "./middle.ts";
import { betOf, blockOf, ownBlockOf, type Block, type Style } from "./seat.ts";
import { LOW, stylesFor } from "./styles.ts";

/** A seat's block, and its place. */
export interface Place {
  /** The number of the seat, clockwise from the lowest, which is 0. */
  at: number;
  box: Box;
  block: Block;
  /** Its bet, in the table's coordinates; null in a game without bets. */
  bet: Box | null;
}

export interface Layout {
  /** The size of the table: the area, or more if not even the leanest style fits; then the table scrolls. */
  size: Size;
  style: Style;
  /** All seats, the lowest first; the lowest is missing if only the dock has room for the viewer. */
  places: Place[];
  middle: Box;
  inMiddle: Middle;
  /** Where it is written what won a hand: below the middle, above it, or in place of the pots. */
  title: Box | null;
  /** The button that opens the sheet, if something is left out; a tap on a seat always opens it. */
  more: Box | null;
}

const MARGIN = 6;
const GAP = 6;
/** The step by which a table grows on which nothing fits. */
const MORE = 40;

/** How much larger the lowest seat's cards are, if large ones are preferred: the first that fits. */
const LARGER = [1.25, 1.12];

/** Lay a table out in an area. With `large`, the lowest seat's cards are larger where the same style has room for that. */
export function layout(area: Size, contents: Contents, large = false): Layout {
  const middles = new Map<string, Middle | null>();
  for (let h = area.h; ; h += MORE) {
    const size = { w: Math.max(area.w, 240), h };
    for (const style of stylesFor(size, contents)) {
      const found = attempt(size, contents, style, middles);
      if (!found) continue;
      for (const scale of large && ownCards(found) ? LARGER : []) {
        const larger = attempt(size, contents, { ...style, own: style.own * scale }, middles);
        if (larger && ownCards(larger)) return larger;
      }
      return found;
    }
  }
}

/** Whether the lowest seat's hand is drawn as cards, and not as a slip. */
function ownCards({ places }: Layout): boolean {
  return places[0]?.at === 0 && places[0].block.hand?.as === "cards";
}

/** A cache of layouts of the middle, by the width of cards and the available width. */
type Middles = Map<string, Middle | null>;

function attempt(size: Size, contents: Contents, style: Style, middles: Middles): Layout | null {
  const { others, other, mine, button } = contents;
  const area = { x: MARGIN, y: MARGIN, w: size.w - 2 * MARGIN, h: size.h - 2 * MARGIN };
  const own = style.viewer ? ownBlockOf(mine, style, button, area.w, size.h < LOW) : null;
  const block = others ? blockOf(other, style, button) : null;
  if ((style.viewer && !own) || (others && !block)) return null;
  const ownSize = own ?? { w: 0, h: 0 };
  const ownBox = {
    x: Math.round(area.x + (area.w - ownSize.w) / 2),
    y: area.y + area.h - ownSize.h,
    w: ownSize.w,
    h: ownSize.h,
  };
  for (const seats of arrangements(area, ownBox, block, others, style)) {
    const boxes = own ? [ownBox, ...seats] : seats;
    if (boxes.some((box, at) => !inside(box, area) || boxes.slice(0, at).some((before) => meet(before, box, 2))))
      continue;
    const first = own ? 0 : 1;
    const places = boxes.map((box, at) => place(at + first, box, at + first ? block! : own!, area, contents, style));
    if (places.some((one) => one === null)) continue;
    const taken = (places as Place[]).flatMap((one) =>
      one.bet && !inside(one.bet, one.box) ? [one.box, one.bet] : [one.box],
    );
    if (crossing(taken, places as Place[])) continue;
    let more = leavesOut(contents, style, block) ? placeMore(area, taken, style) : null;
    let middle = placeMiddle(area, more ? [...taken, more] : taken, contents, style, middles);
    if (!middle && more) {
      middle = placeMiddle(area, taken, contents, style, middles);
      more = middle && placeMore(area, [...taken, middle.box], style);
      if (!more) continue;
    }
    if (!middle) continue;
    const title = placeTitle(area, more ? [...boxes, more] : boxes, middle.box, middle.middle, style);
    return { size, style, places: places as Place[], middle: middle.box, inMiddle: middle.middle, title, more };
  }
  return null;
}

/** Whether some contents are in the sheet alone: cards that are face up, names of hands, other facts. */
function leavesOut({ other, mine }: Contents, style: Style, block: Block | null): boolean {
  if (!style.viewer) return true;
  const cards = other.open && other.cards > 0 && !/cards|slip/.test(block?.hand?.as ?? "");
  return cards || (!style.tells && Boolean(other.holds || other.facts || mine.holds || mine.facts));
}

/** Place the button of the sheet: at the lower edge beside the lowest seat, else anywhere with room. */
function placeMore(area: Box, taken: Box[], style: Style): Box | null {
  const size = { w: Math.ceil(76 * style.scale), h: Math.ceil(30 * style.scale) };
  const right = area.x + area.w - size.w;
  const beside = taken.map((box) => box.x + box.w + GAP);
  for (let y = area.y + area.h - size.h; y >= area.y; y -= STEP) {
    for (const x of [right, area.x, Math.round(area.x + (area.w - size.w) / 2), ...beside]) {
      const box = { x, y, ...size };
      if (inside(box, area) && !taken.some((other) => meet(other, box, 3))) return box;
    }
  }
  return null;
}

/** Whether a bet beside its block overlaps another block or bet. */
function crossing(taken: Box[], places: Place[]): boolean {
  return places.some(
    ({ bet, box }) =>
      bet && !inside(bet, box) && taken.some((other) => other !== bet && other !== box && meet(other, bet, 2)),
  );
}

/** The block of a seat in its place, with its bet. */
function place(at: number, box: Box, block: Block, area: Box, { other }: Contents, style: Style): Place | null {
  if (block.bet) return { at, box, block, bet: moved(block.bet, box.x, box.y) };
  if (!other.bet || at === 0) return { at, box, block, bet: null };
  const plate = moved(block.plate, box.x, box.y);
  const size = { w: betOf(other, style), h: Math.ceil((style.plate === "full" ? 24 : 20) * style.scale) };
  const middle = area.x + area.w / 2;
  const x = box.x + box.w / 2;
  // Towards the middle: beside the plate of a seat at a side, below that of a seat at the top.
  const bet =
    Math.abs(x - middle) < area.w * 0.25
      ? { x: Math.round(x - size.w / 2), y: box.y + box.h + 4, ...size }
      : {
          x: x < middle ? box.x + box.w + 6 : box.x - 6 - size.w,
          y: Math.round(plate.y + (plate.h - size.h) / 2),
          ...size,
        };
  return inside(bet, area) ? { at, box, block, bet } : null;
}

/** Ways to place the other seats round the table, clockwise from the lower left, the most natural first. */
function* arrangements(area: Box, own: Box, block: Block | null, others: number, style: Style): Generator<Box[]> {
  if (!block) return yield [];
  const ideal = others * 0.9 * (area.w / (area.w + 2 * area.h));
  const tops = Array.from({ length: others + 1 }, (_, top) => top)
    .filter((top) => (others - top) % 2 === 0)
    .toSorted((one, other) => Math.abs(one - ideal) - Math.abs(other - ideal));
  for (const top of tops) yield* ringed(area, own, block, top, (others - top) / 2, style);
  if (block.w <= area.w && (style.plate === "slim" || style.plate === "boxed")) yield racked(area, block, others);
  if (style.plate !== "slim") return;
  // An odd number of seats at the sides alone, if there is no height for a row at the top.
  if (others % 2) {
    for (const boxes of ringed(area, own, block, 0, (others + 1) / 2, style)) yield boxes.slice(0, others);
  }
  if (style.hand === "none" && block.h <= area.h) yield flanking(area, block, others);
}

/** Columns at both sides, and a row at the top, between the columns or above them. */
function* ringed(area: Box, own: Box, block: Block, top: number, side: number, style: Style): Generator<Box[]> {
  const { w, h } = block;
  const row = top * w + (top - 1) * GAP;
  const columns = side ? 2 * (w + GAP) : 0;
  const clear = own.x - area.x >= w + GAP;
  const lowest = clear ? area.y + area.h : own.y - GAP;
  const between = row <= area.w - columns;
  if (!between && row > area.w) return;
  const highest = between || !top ? area.y : area.y + h + GAP;
  const room = lowest - highest;
  if (side && side * (h + GAP) - GAP > room) return;
  const leftOf = area.x + (between ? columns / 2 : 0);
  const widthOf = area.w - (between ? columns : 0);
  const apart = top > 1 ? Math.min((widthOf - top * w) / (top + 1), w * 0.6) : 0;
  const start = leftOf + (widthOf - top * w - (top - 1) * apart) / 2;
  const tops = Array.from({ length: top }, (_, at) => ({ x: Math.round(start + at * (w + apart)), y: area.y, w, h }));
  const slack = side ? (room - side * h) / side : 0;
  // Sides are spread over the height, a little more towards its ends; if they are few they keep off the lower edge.
  const spread = (at: number): number =>
    Math.round(highest + slack / 2 + at * (h + slack) - (clear ? Math.min(slack / 2, h * 0.3) : 0));
  const fill = (at: number): number =>
    Math.round(side > 1 ? highest + (at * (room - h)) / (side - 1) : highest + (room - h) / 2);
  for (const y of style.plate === "boxed" ? [fill] : [spread, fill]) {
    const left = Array.from({ length: side }, (_, at) => ({ x: area.x, y: Math.max(highest, y(side - 1 - at)), w, h }));
    const right = Array.from({ length: side }, (_, at) => ({
      x: area.x + area.w - w,
      y: Math.max(highest, y(at)),
      w,
      h,
    }));
    yield [...left, ...tops, ...right];
  }
}

/** Rows from the top, for many seats on a small screen. */
function racked(area: Box, block: Block, others: number): Box[] {
  const most = Math.floor((area.w + 4) / (block.w + 4));
  const rows = Math.ceil(others / most);
  const columns = Math.ceil(others / rows);
  const w = block.w;
  const apart = columns > 1 ? Math.min((area.w - columns * w) / (columns - 1), w * 0.5) : 0;
  const width = columns * w + (columns - 1) * apart;
  return Array.from({ length: others }, (_, at) => {
    const row = Math.floor(at / columns);
    return {
      x: Math.round(area.x + (area.w - width) / 2 + (at % columns) * (w + apart)),
      y: area.y + row * (block.h + 4),
      w,
      h: block.h,
    };
  });
}

/** Columns at both sides of the middle, as many as are needed. */
function flanking(area: Box, { w, h }: Block, others: number): Box[] {
  const rows = Math.floor((area.h + 4) / (h + 4));
  const box = (at: number) => ({
    x: area.x + Math.floor(at / rows) * (w + 4),
    y: area.y + (rows - 1 - (at % rows)) * (h + 4),
    w,
    h,
  });
  const left = Array.from({ length: Math.ceil(others / 2) }, (_, at) => box(at));
  const right = left.slice(0, Math.floor(others / 2)).map((one) => ({ ...one, x: 2 * area.x + area.w - w - one.x }));
  return [...left, ...right.toReversed()];
}

const TITLES = [60, 48, 38, 30, 24];
/** How wide the title is at least, in its heights. */
const TITLE_RATIO = 5.5;
/** How far from the middle it may be. */
const TITLE_FAR = [4, 30, 60, 90];

/** The largest box for the title that meets no seat: below the middle or above it, else where the pots lie. */
function placeTitle(area: Box, taken: Box[], middle: Box, { pots }: Middle, style: Style): Box | null {
  for (const h of TITLES.map((height) => Math.round(height * Math.max(0.9, style.scale)))) {
    for (const y of [...TITLE_FAR.map((far) => middle.y + middle.h + far), middle.y - h - 4]) {
      for (const share of [0.9, 0.75, 0.6, 0.5, 0.4]) {
        const w = Math.round(area.w * share);
        const box = { x: Math.round(area.x + (area.w - w) / 2), y, w, h };
        if (w >= h * TITLE_RATIO && inside(box, area) && !taken.some((other) => meet(other, box, 2))) return box;
      }
    }
  }
  const lies = pots[0];
  return lies ? { x: middle.x, y: middle.y + lies.y - 2, w: middle.w, h: lies.h + 4 } : null;
}

const SHARES = [0.9, 0.7, 0.54, 0.42, 0.3];
const STEP = 10;

/** The middle with the largest cards that fit between what is taken, as near to the middle of the table as possible. */
function placeMiddle(
  area: Box,
  taken: Box[],
  contents: Contents,
  style: Style,
  middles: Middles,
): { box: Box; middle: Middle } | null {
  const [most, least] = style.middle;
  const type = Math.max(11, (style.plate === "full" ? 13.5 : 12) * style.scale);
  const home = area.y + area.h * 0.46;
  const free = taken.map((box) => ({ x: box.x - GAP, y: box.y - GAP, w: box.w + 2 * GAP, h: box.h + 2 * GAP }));
  const leanest = withCards(least, style.wraps);
  if (!leanest) return null;
  for (const wraps of style.wraps ? [false, true] : [false]) {
    for (let card = most; card > least; card *= 0.92) {
      const found = withCards(Math.floor(card), wraps);
      if (found) return found;
    }
  }
  return leanest;

  function withCards(card: number, wraps: boolean): { box: Box; middle: Middle } | null {
    let before: Middle | null = null;
    for (const share of SHARES) {
      const key = `${card} ${type} ${share} ${wraps} ${style.scale >= 1}`;
      if (!middles.has(key)) middles.set(key, middleOf(contents, card, type, area.w * share, wraps, style.scale >= 1));
      const middle = middles.get(key);
      if (!middle) return null;
      if (middle.w === before?.w && middle.h === before.h) continue;
      before = middle;
      const x = Math.round(area.x + (area.w - middle.w) / 2);
      const y = nearest(home - middle.h / 2, middle.h, gaps(x, middle.w));
      if (y !== null) return { box: { x, y, w: middle.w, h: middle.h }, middle };
    }
    return null;
  }

  /** The free ranges of a column of the area. */
  function gaps(x: number, w: number): [number, number][] {
    const column = { x, y: area.y, w, h: area.h };
    const blocking = free.filter((box) => meet(box, column)).toSorted((one, other) => one.y - other.y);
    const found: [number, number][] = [];
    let from = area.y;
    for (const box of blocking) {
      if (box.y > from) found.push([from, box.y]);
      from = Math.max(from, box.y + box.h);
    }
    return [...found, [from, area.y + area.h]];
  }
}

/** The place nearest to the wanted one for a box of height `h`; null if no gap is high enough. */
function nearest(wanted: number, h: number, gaps: [number, number][]): number | null {
  const places = gaps
    .filter(([from, to]) => to - from >= h)
    .map(([from, to]) => Math.min(Math.max(wanted, Math.ceil(from)), Math.floor(to - h)));
  return places.toSorted((one, other) => Math.abs(one - wanted) - Math.abs(other - wanted)).map(Math.round)[0] ?? null;
}
