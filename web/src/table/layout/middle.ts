// The middle of a table: pots in a line, and below them piles and rows of cards, wrapped to the available width.
import type { Box, Size } from "./boxes.ts";
import type { Contents, ZoneNeeds } from "./contents.ts";

/** A zone, relative to the middle. */
export interface ZoneBox {
  id: number;
  /** With its label. */
  box: Box;
  /** The number of its cards in a line. */
  columns: number;
}

export interface Middle extends Size {
  /** The width of its cards. */
  card: number;
  pots: Box[];
  zones: ZoneBox[];
  /** The size of type. */
  type: number;
  /** Whether names stand below the cards of a trick. */
  named: boolean;
}

const GAP = 4;
const APART = 14;

/** The gap between the cards of a row, which depends on whether names stand below them. */
export function gapOf(zone: Pick<ZoneNeeds, "by">, card: number): number {
  return zone.by ? Math.max(GAP, Math.round(card * 0.12)) : GAP;
}

/**
 * Put the middle together, with cards of a width, in an available width; null if it does not fit. If it wraps, a row of
 * cards may take several lines.
 * Where there is hardly any room, the cards of a trick are not `named`: tags on plates say who played them.
 */
export function middleOf(
  { pots, zones }: Contents,
  card: number,
  type: number,
  width: number,
  wraps: boolean,
  named: boolean,
): Middle | null {
  const line = Math.ceil(type * 1.3) + 2;
  const pill = Math.ceil(type * 1.9);
  const potSizes = pots.map((pot) => ({ w: Math.ceil(pot * type * 1.05 + type * 3.4), h: pill }));
  const zoneSizes = zones.map((zone) => sizeOf(zone));
  const flows = [flow(potSizes, width, 6), flow(zoneSizes, width, APART)];
  if (flows.some((flow) => flow === null)) return null;
  const [potFlow, zoneFlow] = flows as [Flow, Flow];
  const between = pots.length && zones.length ? 8 : 0;
  const w = Math.max(potFlow.w, zoneFlow.w);
  const shift = potFlow.h + between;
  return {
    w,
    h: shift + zoneFlow.h,
    card,
    type,
    named,
    pots: potFlow.boxes.map((box) => ({ ...box, x: box.x + Math.round((w - potFlow.w) / 2) })),
    zones: zones.map(({ id }, at) => ({
      id,
      columns: zoneSizes[at]!.columns,
      box: {
        ...zoneFlow.boxes[at]!,
        x: zoneFlow.boxes[at]!.x + Math.round((w - zoneFlow.w) / 2),
        y: zoneFlow.boxes[at]!.y + shift,
      },
    })),
  };

  function sizeOf(zone: ZoneNeeds): Size & { columns: number } {
    const label = zone.label ? line : 0;
    const least = Math.min(zone.label * type, 7 * type);
    const pile = zone.pile ? Math.max(22, card * 0.7) : card;
    const high = Math.ceil(pile * 1.4);
    if (zone.pile) return { w: Math.ceil(Math.max(pile + 6, least)), h: high + 12 + label, columns: 1 };
    const gap = gapOf(zone, card);
    const columns = wraps ? Math.max(1, Math.min(zone.cards, Math.floor((width + gap) / (card + gap)))) : zone.cards;
    const rows = Math.ceil(zone.cards / columns);
    return {
      w: Math.ceil(Math.max(columns * (card + gap) - gap, least)),
      h: rows * (high + (zone.by && named ? line : 0) + GAP) - GAP + label,
      columns,
    };
  }
}

interface Flow extends Size {
  boxes: Box[];
}

/** Arrange boxes in lines, each line centred. */
function flow(sizes: Size[], width: number, gap: number): Flow | null {
  if (sizes.some((size) => size.w > width)) return null;
  const lines: Size[][] = [];
  let used = Infinity;
  for (const size of sizes) {
    if (used + gap + size.w > width) {
      lines.push([]);
      used = -gap;
    }
    lines.at(-1)!.push(size);
    used += gap + size.w;
  }
  const widths = lines.map((line) => line.reduce((sum, size) => sum + size.w + gap, -gap));
  const w = Math.max(0, ...widths);
  const boxes: Box[] = [];
  let y = 0;
  for (const [at, line] of lines.entries()) {
    const h = Math.max(...line.map((size) => size.h));
    let x = Math.round((w - widths[at]!) / 2);
    for (const size of line) {
      boxes.push({ x, y: y + Math.round((h - size.h) / 2), ...size });
      x += size.w + gap;
    }
    y += h + 6;
  }
  return { w, h: Math.max(0, y - 6), boxes: boxes.map(({ x, y, w, h }) => ({ x, y, w, h })) };
}
