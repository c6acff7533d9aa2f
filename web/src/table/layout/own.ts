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

interface Page {
  width: number;
  height: number;
}

/** Whether a page is low and wide, as the media query --low says: the dock is then a column at the right. */
export function isLow({ width, height }: Page): boolean {
  return height < 500 && width >= 560;
}

/** Whether a hand lies along the whole lower edge of a low page, because so many cards do not fit into a column. */
export function isLong(page: Page, cards: number): boolean {
  return isLow(page) && cards > (page.height < 360 ? 5 : 8);
}

const GAP = 6;
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

/** The width of cards that fill a width side by side; not less than the narrowest. */
export function widestApart(cards: number, width: number): number {
  return Math.max(LEAST, Math.floor((width - GAP * (cards - 1)) / cards));
}

/** The widest card with which `columns` cards fit into a row, each with its index in sight; 0 if there is none. */
function widest(columns: number, width: number, wanted: number, row: number): number {
  const least = row === 1 ? Math.min(wanted, LEAST + 8) : LEAST;
  for (let card = wanted; card >= least; card -= 2) {
    const step = (width - card) / Math.max(1, columns - 1);
    if (columns === 1 || step >= Math.max(FINGER, card * INDEX)) return Math.min(card, width);
  }
  return 0;
}

function laid(card: number, columns: number, width: number, rows: number): Rows {
  const step = columns > 1 ? Math.min(card + GAP, (width - card) / (columns - 1)) : card;
  return { card: Math.floor(card), step: Math.floor(step * 10) / 10, rows, columns };
}
