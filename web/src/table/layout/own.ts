// Lays the player's own cards out in the dock: as large as possible, in one row if no index is covered, else in two.

export interface Rows {
  /** The width of a card. */
  card: number;
  /** The distance from one card to the next. */
  step: number;
  rows: number;
  /** The number of cards in a row. */
  columns: number;
}

export interface Page {
  width: number;
  height: number;
}

/** What the dock gives to the hand: its width, how wide its cards are, and how many rows they may take. */
export interface Space {
  room: number;
  card: number;
  most: number;
}

/** What the room for the hand depends on, beside the page. */
export interface Holding {
  /** The width of the dock. */
  width: number;
  /** The number of cards for which room is kept. */
  cards: number;
  /** Whether these cards have words on them, which must not be covered. */
  worded: boolean;
  /** Whether an amount is chosen beside the hand. */
  betting: boolean;
  /** Whether the player prefers large cards. */
  large: boolean;
}

/** Whether a page is low and wide, as the media query --low says: the dock is then a column at the right. */
export function isLow({ width, height }: Page): boolean {
  return height < 500 && width >= 560;
}

/** Whether a page is a wall, as the media query --huge says. */
function isHuge({ width }: Page): boolean {
  return width >= 2600;
}

/** Whether a hand lies along the whole lower edge of a low page, because so many cards do not fit into a column. */
export function isLong(page: Page, cards: number): boolean {
  return isLow(page) && cards > (page.height < 360 ? 5 : 8);
}

const GAP = 6;
/** The gap between two rows; above the first there is the same, for cards that are raised. */
const ROW_GAP = 14;
/** The height of a card of width 1. */
const TALL = 1.4;
/** From this width of the dock on, the hand lies beside the buttons. */
const STACKED = 760;
/** The scale of cards, if large ones are preferred. */
const LARGER = 1.25;
/** Cards with words are as wide as fits, up to this. */
const WORDED = 76;
/** The width of cards on a wall, with words or without. */
const WALL = 260;
/** How much of a covered card shows: its index. */
const INDEX = 0.5;
/** The least width for a finger. */
const FINGER = 24;
/** The narrowest card of the player. */
const LEAST = 44;

/**
 * Lay cards out in a width, in at most `most` rows. They are as wide as wanted, or narrower.
 */
export function ownRows(cards: number, width: number, wanted: number, most: number): Rows {
  for (let rows = 1; rows < most; rows++) {
    const columns = Math.ceil(cards / rows);
    const card = widest(columns, width, wanted, rows);
    if (card) return laid(card, columns, width, rows);
  }
  const columns = Math.ceil(cards / most);
  return laid(widest(columns, width, wanted, most) || Math.min(LEAST, width), columns, width, most);
}

/** The space of a hand in the dock, and the box that is kept for it, whatever has been dealt or played. */
export function spaceOf(page: Page, holding: Holding): Space & { box: { w: number; h: number } } {
  const plain = plainSpace(page, holding);
  const { cards, worded } = holding;
  const wanted = worded
    ? Math.min(Math.max(plain.wanted, isHuge(page) ? WALL : WORDED), widestApart(cards, plain.room))
    : plain.wanted;
  const full = ownRows(cards, plain.room, wanted, plain.most);
  const box = {
    w: Math.round((full.columns - 1) * full.step + full.card),
    h: Math.round(full.rows * (ROW_GAP + full.card * TALL)),
  };
  return { room: plain.room, card: full.card, most: full.rows, box };
}

/**
 * Lay cards out in their space. No card changes its size when another is played; the rows become fewer as soon as no card
 * has to cover another.
 */
export function rowsIn(cards: number, { room, card, most }: Space): Rows {
  for (let rows = 1; ; rows++) {
    const columns = Math.ceil(cards / rows);
    if (rows >= most || columns * (card + GAP) - GAP <= room) return laid(card, columns, room, rows);
  }
}

/** The width for the hand, how wide its cards should be, and how many rows they may take. */
function plainSpace(page: Page, { width, cards, betting, large }: Holding) {
  const scale = large ? LARGER : 1;
  const low = isLow(page);
  const room = Math.max(60, width - 2 * (low ? 12 : 16));
  if (isLong(page, cards)) return { room, wanted: page.height < 360 ? 52 : 64, most: 1 };
  if (low) return { room, wanted: page.height < 360 ? 46 : 60, most: 2 };
  if (width < STACKED) return { room, wanted: (page.height < 600 || page.width < 360 ? 56 : 72) * scale, most: 2 };
  const wanted = Math.max(64, Math.min(width * 0.11, page.height * 0.13, isHuge(page) ? WALL : 150)) * scale;
  return { room: room * (betting ? 0.36 : 0.58), wanted, most: 2 };
}

/** The width of cards that fill a width side by side; not less than the narrowest. */
function widestApart(cards: number, width: number): number {
  return Math.max(LEAST, Math.floor((width - GAP * (cards - 1)) / cards));
}

/** The widest card with which `columns` cards fit into a row, each with its index in sight; 0 if there is none. */
function widest(columns: number, width: number, wanted: number, row: number): number {
  const least = row === 1 ? Math.min(wanted, LEAST + 8) : LEAST;
  for (let card = wanted; card >= least; card -= 2) if (isClear(columns, width, card)) return Math.min(card, width);
  return 0;
}

/** Whether so many cards in a row show their indices. */
function isClear(columns: number, width: number, card: number): boolean {
  return columns === 1 || (width - card) / (columns - 1) >= Math.max(FINGER, card * INDEX);
}

function laid(card: number, columns: number, width: number, rows: number): Rows {
  const step = columns > 1 ? Math.min(card + GAP, (width - card) / (columns - 1)) : card;
  return { card: Math.floor(card), step: Math.floor(step * 10) / 10, rows, columns };
}
