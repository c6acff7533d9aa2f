// Puts the parts of a seat together into a block, in which no two parts overlap. So a layout is valid if no two blocks
// overlap.
import { meet, type Box, type Size } from "./boxes.ts";
import type { SeatNeeds } from "./contents.ts";

/** The style of seats: large if there is room, all in one line if there is hardly any. */
export interface Style {
  /** The plate: with a chip and two lines, the same but small, without the chip, or a box with all of a seat in it. */
  plate: "full" | "small" | "slim" | "boxed";
  /** The scale of everything; 1 is the usual size. */
  scale: number;
  /** The least width of a plate. */
  width: number;
  /** How much wider than its plate a face-up hand may be. */
  spread: number;
  /** Whether hands lie beside their plates, for tables of little height. */
  flat: boolean;
  /** The width of a card of another seat. */
  card: number;
  /** The width of a card of the lowest seat. */
  own: number;
  /** Whether the lowest seat has a block although its hand is in the dock. */
  viewer: boolean;
  /** The place of bets: beside the block, towards the middle; in a line of the block; or in place of the last action. */
  bets: "beside" | "line" | "instead";
  /** Whether the names of hands and other facts have lines of their own; else they are in the sheet. */
  tells: boolean;
  /** Whether backs are drawn; otherwise a number stands for them. */
  backs: boolean;
  /** Whether cards that do not fit as cards may be indices on one slip, or a number. */
  hand: "cards" | "slip" | "count" | "none";
  /** Whether a row in the middle may take several lines. */
  wraps: boolean;
  /** The widest and the narrowest card in the middle. */
  middle: readonly [number, number];
}

/** The form of a hand: side by side or as a fan, with the distance from card to card; as slips; or as a number. */
export interface Hand {
  as: "cards" | "slip" | "count";
  card: number;
  step: number;
  /** The number of rows of a slip. */
  rows: number;
  box: Box;
}

/** The parts of a seat, relative to its block. */
export interface Block extends Size {
  plate: Box;
  hand: Hand | null;
  /** Its last action. */
  did: Box;
  holds: Box | null;
  facts: Box | null;
  /** In the block; where bets lie beside it, null. */
  bet: Box | null;
  /** The dealer's button. */
  button: Box;
}

const GAP = 4;
/** The padding of the name of a hand, in ems. */
const PADDING = 0.8;
/** The visible part of a card in a fan, so that its index is not covered. */
const INDEX = 0.56;
const LEAST_INDEX = 16;
const SLIP = { w: 15, h: 28 };

/** Sizes of type, in pixels. */
export function typeOf(style: Style): { name: number; standing: number; small: number; line: number } {
  const { plate, scale } = style;
  const full = plate === "full";
  const small = Math.max(11, (full ? 12 : 11) * scale);
  return {
    name: Math.max(11, (full ? 13 : plate === "boxed" ? 12.5 : 11) * scale),
    standing: (full ? 18 : plate === "slim" ? 13 : 14) * scale,
    small,
    line: Math.ceil(small * 1.4) + (scale < 1 ? 0 : 2),
  };
}

/** The size of a plate, by the width of the text below its name. */
export function plateOf(needs: SeatNeeds, style: Style): Size {
  const type = typeOf(style);
  const [ring, padding, h] = {
    full: [48, 26, 54],
    small: [32, 14, 44],
    slim: [0, 14, 36],
    boxed: [0, 16, 22],
  }[style.plate] as [number, number, number];
  const name = style.plate === "boxed" ? 40 : 0;
  const w = Math.ceil(needs.standing * type.standing + (ring + padding + name) * style.scale);
  return { w: Math.max(w, Math.ceil(style.width)), h: Math.ceil(h * style.scale) };
}

/** The form of a hand in a width; null if it does not fit. */
export function handOf(
  needs: { cards: number; open: boolean },
  style: Style,
  card: number,
  width: number,
): Hand | null {
  const n = needs.cards;
  const apart = card + GAP;
  const made = (as: Hand["as"], step: number, w: number, h: number, rows = 1): Hand => ({
    as,
    card: Math.floor(card),
    step,
    rows,
    box: { x: Math.round((width - w) / 2), y: 0, w, h: Math.ceil(h) },
  });
  const all = Math.ceil(apart * (n - 1) + card);
  if (style.hand === "cards" || (style.hand === "slip" && !needs.open)) {
    const least = needs.open ? Math.max(LEAST_INDEX, card * INDEX) : 3;
    const step = n > 1 ? Math.min(apart, (width - card) / (n - 1)) : apart;
    if (step >= least && card <= width) return made("cards", step, Math.min(all, Math.floor(width)), card * 1.4);
    return null;
  }
  if (style.hand === "slip") {
    const rows = [1, 2, 3].find((rows) => Math.ceil(n / rows) * SLIP.w * style.scale <= width);
    if (!rows) return null;
    const cell = Math.min(width / Math.ceil(n / rows), 20 * style.scale);
    const h = SLIP.h * style.scale * rows;
    return made("slip", cell, Math.floor(cell * Math.ceil(n / rows)), h, rows);
  }
  return made("count", 0, width, typeOf(style).line);
}

/** The block of a seat that is not the lowest; null if its hand does not fit. */
export function blockOf(needs: SeatNeeds, style: Style, hasButton: boolean): Block | null {
  const boxed = style.plate === "boxed";
  const pad = boxed ? Math.ceil(7 * style.scale) : 0;
  const plate = plateOf(needs, style);
  const type = typeOf(style);
  const cards = needs.cards > 0 && style.hand !== "none" && (needs.open || style.backs);
  const widest = plate.w * (needs.open ? (style.flat ? 2.5 : style.spread) : 1);
  const hand = cards ? handOf(needs, style, style.card, widest - 2 * pad) : null;
  if (cards && !hand) return null;
  const flat = style.flat && hand ? hand.box.w + GAP : 0;
  const w = Math.ceil(flat + Math.max(plate.w, flat || !hand ? 0 : hand.box.w + 2 * pad));
  const room = w - 2 * pad;
  let y = pad;
  const row = (h: number, width = room, gap = boxed ? 2 : 1): Box => {
    const box = { x: Math.round((w - width) / 2), y, w: width, h };
    y += h + gap;
    return box;
  };
  const lay = (): Hand | null => hand && { ...hand, box: row(hand.box.h, hand.box.w, 3) };
  const above = boxed || flat ? null : lay();
  const high = Math.max(plate.h, flat ? hand!.box.h : 0);
  const front = row(boxed ? plate.h - 4 : high, boxed ? room : plate.w);
  const aside = flat ? { ...hand!, box: { ...hand!.box, x: plate.w + GAP, y: front.y + high - hand!.box.h } } : null;
  if (flat) Object.assign(front, { x: 0, y: front.y + high - plate.h, h: plate.h });
  const line = row(type.line);
  const below = boxed ? lay() : (above ?? aside);
  const lines = (needs.holds + PADDING) * type.small > room || boxed ? 2 : 1;
  const holds = needs.holds && style.tells ? row(Math.ceil(type.small * 1.25 * lines) + 2) : null;
  const facts = needs.facts && style.tells ? row(type.line) : null;
  const d = Math.min(buttonOf(style), line.h);
  const beside = Boolean(above) && (w - above!.box.w) / 2 >= d + 3;
  const button = beside
    ? { x: 0, y: front.y - d - 2, w: d, h: d }
    : { x: line.x, y: line.y + Math.floor((line.h - d) / 2), w: d, h: d };
  const did = { ...line };
  const bet = (): Box | null | undefined => {
    if (!needs.bet || style.bets === "beside") return null;
    const width = betOf(needs, style);
    if (style.bets === "instead") return did;
    if (!boxed) return row(type.line, Math.min(width, w));
    did.w -= width + GAP;
    if (did.w < 48 || (hasButton && did.w - d < 36)) return undefined;
    return { ...did, x: did.x + did.w + GAP, w: width };
  };
  const lies = bet();
  if (lies === undefined) return null;
  return { w, h: Math.ceil(y - 1 + pad), plate: front, hand: below, did, holds, facts, bet: lies, button };
}

/** The line for a seat's last action, if the dealer's button stands in the same line. */
export function besideButton({ did, button }: Block): Box {
  if (!meet(did, button)) return did;
  const taken = button.x + button.w + 3 - did.x;
  return { ...did, x: did.x + taken, w: did.w - taken };
}

/** The width of the dealer's button. */
function buttonOf(style: Style): number {
  return Math.round((style.plate === "full" ? 22 : 18) * Math.min(style.scale, 1.6));
}

/** The width of a bet, with its chips. */
export function betOf(needs: SeatNeeds, style: Style): number {
  const large = style.plate === "full";
  const type = typeOf(style);
  return Math.ceil(needs.bet * type.small * (large ? 1.15 : 1.05) + (large ? 42 : 38) * style.scale);
}

/**
 * The block of the lowest seat, at most `width` wide: its cards are large. They stand above the plate, or, if there is
 * little height, beside it, on the lower edge.
 */
export function ownBlockOf(
  needs: SeatNeeds,
  style: Style,
  hasButton: boolean,
  width: number,
  low: boolean,
): Block | null {
  const type = typeOf(style);
  const boxed = style.plate === "boxed";
  const plate = plateOf(needs, boxed ? { ...style, plate: "small", width: 110 } : style);
  if (plate.w > width) return null;
  const betLine = Math.ceil(type.line * (style.plate === "full" ? 1.3 : 1));
  const d = buttonOf(style);
  const side =
    Math.ceil(
      Math.max(
        type.small * (style.plate === "full" ? 10.5 : 7.8),
        needs.bet ? betOf(needs, style) : 0,
        hasButton ? d : 0,
      ),
    ) + GAP;
  const lines = (needs.holds + PADDING) * type.small > plate.w ? 2 : 1;
  const named = needs.holds && style.tells ? Math.ceil(type.small * 1.25 * lines) + 2 : 0;
  const factual = needs.facts && style.tells ? type.line : 0;
  if (style.plate === "slim") return compact();
  if (low && needs.cards) return beside();
  const hand = needs.cards ? handOf(needs, large(width / 2), style.own, width) : null;
  if (needs.cards && !hand) return null;
  const w = Math.max(plate.w + 2 * side, hand?.box.w ?? 0);
  if (w > width) return null;
  const top = hand ? hand.box.h + GAP : 0;
  const h = top + Math.max(plate.h, type.line + betLine + 2) + named + factual;
  const x = Math.round((w - plate.w) / 2);
  const right = x + plate.w + GAP;
  const under = top + Math.max(plate.h, type.line + betLine + 2);
  return {
    w,
    h,
    plate: { x, y: top + Math.max(0, Math.floor((type.line + betLine + 2 - plate.h) / 2)), ...plate },
    hand: hand && { ...hand, box: { ...hand.box, x: Math.round((w - hand.box.w) / 2) } },
    did: { x: right, y: top + 1, w: w - right, h: type.line },
    bet: needs.bet ? { x: right, y: top + type.line + 2, w: w - right, h: betLine } : null,
    button: { x: x - GAP - d, y: top + Math.floor((plate.h - d) / 2), w: d, h: d },
    holds: named ? { x: 0, y: under, w, h: named } : null,
    facts: factual ? { x: 0, y: under + named, w, h: factual } : null,
  };

  /** The style with large cards if they fit into a width, otherwise as indices on a slip. */
  function large(room: number): Style {
    const cards = { ...style, hand: "cards" } as const;
    return style.hand === "cards" || handOf(needs, cards, style.own, room)
      ? cards
      : { ...style, hand: "slip", scale: Math.max(1.2, style.scale) };
  }

  /** The block for very little room: the plate, the last action above it, and the cards at its right. */
  function compact(): Block | null {
    const left = plate.w + GAP;
    const room = Math.min(width - left, 5 * style.own);
    const hand = needs.cards ? handOf(needs, large(room), style.own, room) : null;
    if (needs.cards && !hand) return null;
    const below = named + factual;
    const h = Math.max(hand?.box.h ?? 0, plate.h + type.line + 1) + below;
    const y = h - below - plate.h;
    const did = { x: 0, y: y - type.line - 1, w: plate.w, h: type.line };
    const w = left + (hand?.box.w ?? 0);
    return {
      w,
      h,
      plate: { x: 0, y, ...plate },
      hand: hand && { ...hand, box: { ...hand.box, x: left, y: h - below - hand.box.h } },
      did,
      bet: needs.bet ? did : null,
      button: { x: 0, y: did.y + Math.floor((type.line - d) / 2), w: d, h: d },
      holds: named ? { x: 0, y: h - below, w, h: named } : null,
      facts: factual ? { x: 0, y: h - factual, w, h: factual } : null,
    };
  }

  function beside(): Block | null {
    const left = Math.max(plate.w, side) + 8;
    const hand = handOf(needs, large(width / 2), style.own, Math.max(0, width - 2 * left));
    if (!hand) return null;
    const w = hand.box.w + 2 * left;
    const h = Math.max(hand.box.h, plate.h + type.line + 1 + factual, type.line + 2 + named);
    const right = left + hand.box.w + 8;
    const y = h - plate.h - factual;
    return {
      w,
      h,
      plate: { x: left - 8 - plate.w, y, ...plate },
      hand: { ...hand, box: { ...hand.box, x: left, y: h - hand.box.h } },
      did: { x: left - 8 - plate.w, y: y - type.line - 1, w: plate.w, h: type.line },
      button: { x: left - 8 - plate.w, y: y - type.line - 1 + Math.floor((type.line - d) / 2), w: d, h: d },
      bet: needs.bet ? { x: right, y: h - type.line - named - 1, w: w - right, h: type.line } : null,
      holds: named ? { x: right, y: h - named, w: w - right, h: named } : null,
      facts: factual ? { x: left - 8 - plate.w, y: h - factual, w: plate.w, h: factual } : null,
    };
  }
}
