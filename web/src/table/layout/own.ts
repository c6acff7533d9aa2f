// How the player's own cards lie in the dock: as large as may be, in one row while no index is covered, else in two.

export interface Rows {
  /** The width of a card. */
  card: number;
  /** From one card to the next. */
  step: number;
  rows: number;
  /** How many cards lie in a row. */
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
/** What a finger needs at least. */
const FINGER = 24;
/** The narrowest card of one's own. */
const LEAST = 44;

/**
 * Lay so many cards out in some width. They are as wide as is wanted, or narrower; with `rows`, at most so many rows.
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

/** How wide cards are of which so many lie side by side and fill a width; not less than the narrowest. */
export function widestApart(cards: number, width: number): number {
  return Math.max(LEAST, Math.floor((width - GAP * (cards - 1)) / cards));
}

/** The widest card of which so many lie in a row, each with its index in sight; 0 if there is none. */
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
