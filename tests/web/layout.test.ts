import assert from "node:assert/strict";
import { test } from "node:test";
import {
  inside,
  meet,
  moved,
  type Box,
} from "../../web/src/table/layout/boxes.ts";
import { type Contents } from "../../web/src/table/layout/contents.ts";
import { layout, type Layout } from "../../web/src/table/layout/layout.ts";
import { besideButton, type Block } from "../../web/src/table/layout/seat.ts";

/** What is left for the table on a page: of a phone upright and on its side, a page at twice its size, and so on. */
const AREAS = {
  "phone 320": { w: 320, h: 330 },
  "phone 390": { w: 390, h: 560 },
  "phone 568 × 320": { w: 344, h: 276 },
  "phone 844 × 390": { w: 582, h: 346 },
  "page 640 × 400": { w: 416, h: 356 },
  "below a long hand": { w: 640, h: 190 },
  tablet: { w: 768, h: 700 },
  laptop: { w: 960, h: 620 },
  screen: { w: 1500, h: 860 },
  wall: { w: 2580, h: 1750 },
};

const seat = {
  name: 9,
  standing: 4,
  cards: 0,
  open: false,
  holds: 0,
  facts: 0,
  bet: 0,
};
const zone = {
  id: 0,
  pile: false,
  cards: 1,
  label: 0,
  by: false,
};
const deck = { ...zone, id: 1, pile: true, label: 3 };
const discards = { ...zone, id: 2, label: 6 };
const bets = { ...seat, bet: 4, cards: 2 };

/** What games show, for so many seats. */
const GAMES: Record<string, (others: number) => Partial<Contents>> = {
  "hold'em": () => ({
    other: bets,
    mine: { ...bets, open: true, holds: 6 },
    pots: [6],
    zones: [{ ...zone, cards: 5 }],
    button: true,
  }),
  "hold'em, cards up, side pots": () => ({
    other: { ...bets, open: true, holds: 16, name: 16 },
    mine: { ...bets, open: true, holds: 16 },
    pots: [6, 8, 8],
    zones: [{ ...zone, cards: 5 }],
    button: true,
  }),
  stud: () => ({
    other: { ...bets, cards: 7, open: true, holds: 9 },
    pots: [6],
    zones: [deck],
  }),
  draw: () => ({
    other: { ...bets, cards: 5 },
    pots: [5],
    zones: [deck],
    button: true,
  }),
  "ten cards up": () => ({
    other: { ...seat, cards: 10, open: true, holds: 10 },
    mine: { ...seat, cards: 10, open: true },
    zones: [deck, { ...deck, id: 4, label: 5 }, discards],
  }),
  tricks: (others) => ({
    other: { ...seat, cards: 13, facts: 8 },
    zones: [deck, { ...zone, by: true, cards: others + 1, label: 3 }],
  }),
  "tricks, cards up": (others) => ({
    other: { ...seat, cards: 13, open: true, facts: 14 },
    mine: { ...seat, cards: 13, open: true, facts: 14 },
    zones: [{ ...zone, by: true, cards: others + 1, label: 3 }],
  }),
  captured: () => ({
    other: { ...bets, cards: 6, open: true, holds: 20, facts: 12, name: 20 },
    mine: { ...bets, facts: 12 },
    pots: [5],
    zones: [deck, discards],
    button: true,
  }),
  nothing: () => ({}),
};

function contents(game: string, others: number): Contents {
  const plain = { others, button: false, other: seat, mine: seat, pots: [], zones: [] };
  return { ...plain, ...GAMES[game]!(others) };
}

function* cases(): Generator<[string, Contents, { w: number; h: number }]> {
  for (const game of Object.keys(GAMES))
    for (let others = 1; others <= 9; others++)
      for (const [screen, area] of Object.entries(AREAS))
        yield [`${game}, ${others + 1} seats, ${screen}`, contents(game, others), area];
}

/** The parts of a block, as they are drawn with a button and without. */
function parts(block: Block, hasButton: boolean): Box[] {
  const { plate, hand, did, holds, facts, bet, button } = block;
  const line = hasButton ? besideButton(block) : did;
  // Where a bet stands in place of what was done last, only one of the two is drawn.
  const found = [plate, hand?.box, line, holds, facts, bet === did ? null : bet];
  return [...found, hasButton ? button : null].filter((box) => box != null);
}

/** All boxes of a table that are drawn by themselves. */
function boxesOf(laid: Layout, hasButton: boolean): Box[] {
  const { places, middle, inMiddle, more } = laid;
  return [
    ...places.flatMap(({ block, box, bet }) => [
      ...parts(block, hasButton).map((part) => moved(part, box.x, box.y)),
      ...(bet && !block.bet ? [bet] : []),
    ]),
    ...inMiddle.pots.map((pot) => moved(pot, middle.x, middle.y)),
    ...inMiddle.zones.map((zone) => moved(zone.box, middle.x, middle.y)),
    ...(more ? [more] : []),
  ];
}

test("no two boxes meet and none leaves the table, whatever the game, the seats and the screen", () => {
  let tried = 0;
  for (const [name, what, area] of cases()) {
    const laid = layout(area, what);
    const table = { x: 0, y: 0, ...laid.size };
    for (const hasButton of [false, what.button]) {
      const boxes = boxesOf(laid, hasButton);
      for (const [at, box] of boxes.entries()) {
        assert.ok(inside(box, table), `${name}: ${JSON.stringify(box)} leaves ${JSON.stringify(laid.size)}`);
        const met = boxes.slice(0, at).find((before) => meet(before, box));
        assert.equal(met, undefined, `${name}: ${JSON.stringify(box)} meets ${JSON.stringify(met)}`);
        assert.ok(box.w > 0 && box.h > 0, name);
        tried++;
      }
    }
    assert.equal(laid.places.filter(({ at }) => at > 0).length, what.others, name);
  }
  assert.ok(tried > 10_000);
});
