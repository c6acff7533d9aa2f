import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import {
  inside,
  meet,
  moved,
  type Box,
} from "../../web/src/table/layout/boxes.ts";
import type { Contents } from "../../web/src/table/layout/contents.ts";
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

/** What games show, for a number of seats. */
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
  const plain = {
    others,
    button: false,
    other: seat,
    mine: seat,
    pots: [],
    zones: [],
  };
  return { ...plain, ...GAMES[game]!(others) };
}

function* cases(): Generator<[string, Contents, { w: number; h: number }]> {
  for (const game of Object.keys(GAMES))
    for (let others = 1; others <= 9; others++)
      for (const [screen, area] of Object.entries(AREAS))
        yield [
          `${game}, ${others + 1} seats, ${screen}`,
          contents(game, others),
          area,
        ];
}

/** The parts of a block, as they are drawn with a button and without. */
function parts(block: Block, hasButton: boolean): Box[] {
  const { plate, hand, did, holds, facts, bet, button } = block;
  const line = hasButton ? besideButton(block) : did;
  // Where a bet stands in place of what was done last, only one of the two is drawn.
  const found = [
    plate,
    hand?.box,
    line,
    holds,
    facts,
    bet === did ? null : bet,
  ];
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
        assert.ok(
          inside(box, table),
          `${name}: ${JSON.stringify(box)} leaves ${JSON.stringify(laid.size)}`,
        );
        const met = boxes.slice(0, at).find((before) => meet(before, box));
        assert.equal(
          met,
          undefined,
          `${name}: ${JSON.stringify(box)} meets ${JSON.stringify(met)}`,
        );
        assert.ok(box.w > 0 && box.h > 0, name);
        tried++;
      }
    }
    assert.equal(
      laid.places.filter(({ at }) => at > 0).length,
      what.others,
      name,
    );
  }
  assert.ok(tried > 10_000);
});

test("only many seats on the smallest screens need more than the screen", () => {
  const scrolling = [...cases()]
    .filter(([, what, area]) => layout(area, what).size.h > area.h)
    .map(([name]) => name);
  const allowed =
    /(?:7|8|9|10) seats, (?:phone 320|phone 568 × 320|below a long hand)$|below a long hand$|^ten cards up, 10 seats, phone/;
  assert.deepEqual(
    scrolling.filter((name) => !allowed.test(name)),
    [],
  );
});

test("the larger the table, the larger everything on it", () => {
  const what = contents("hold'em", 5);
  const sizes = ["laptop", "screen", "wall"] as const;
  const laid = sizes.map((name) => layout(AREAS[name], what));
  for (const [at, { style, inMiddle, places }] of laid.entries()) {
    assert.equal(style.plate, "full");
    const before = laid[at - 1];
    if (before) {
      assert.ok(style.scale > before.style.scale);
      assert.ok(inMiddle.card > before.inMiddle.card);
      assert.ok(
        places[0]!.block.hand!.card > before.places[0]!.block.hand!.card,
      );
    }
  }
});

test("who prefers large cards has larger ones where they fit, in the same style and without overlaps", () => {
  const grown = new Set<string>();
  for (const [name, what, area] of cases()) {
    const [usual, large] = [layout(area, what), layout(area, what, true)];
    const [before, after] = [usual, large].map(
      ({ places }) => places.find(({ at }) => at === 0)?.block.hand,
    );
    assert.equal(after?.as, before?.as, name);
    assert.deepEqual({ ...large.style, own: 0 }, { ...usual.style, own: 0 });
    assert.deepEqual(large.size, usual.size, name);
    assert.ok((after?.card ?? 0) >= (before?.card ?? 0), name);
    if ((after?.card ?? 0) > (before?.card ?? 0)) grown.add(name);
    const boxes = boxesOf(large, what.button);
    for (const [at, box] of boxes.entries()) {
      assert.ok(inside(box, { x: 0, y: 0, ...large.size }), name);
      assert.ok(!boxes.slice(0, at).some((one) => meet(one, box)), name);
    }
  }
  const ringed = [...grown].filter((name) => /^hold'em, . seats/.test(name));
  assert.ok(ringed.length >= 20, `${ringed.length}: ${ringed.join("; ")}`);
});

test("cards that are face up show their index, as cards or on a slip; the smallest screens have a sheet", () => {
  for (const [name, what, area] of cases()) {
    if (!what.other.open) continue;
    const { places, more, style } = layout(area, what);
    for (const { at, block } of places) {
      const { hand } = block;
      const cards = (at ? what.other : what.mine).cards;
      if (!cards) continue;
      if (!hand || hand.as === "count") assert.ok(at && more, name);
      else if (hand.as === "cards")
        assert.ok(cards === 1 || hand.step >= Math.min(hand.card, 16), name);
      else assert.ok(hand.step >= 14 * style.scale && hand.rows <= 3, name);
    }
  }
});

test("seats go round clockwise: the first lies at the left, the last at the right", () => {
  for (const area of [AREAS["phone 390"], AREAS.laptop, AREAS.wall])
    for (let others = 2; others <= 9; others++) {
      const { places } = layout(area, contents("hold'em", others));
      const middle = (at: number) => places[at]!.box.x + places[at]!.box.w / 2;
      assert.ok(
        middle(1) < area.w / 2 && middle(others) > area.w / 2,
        `${others}`,
      );
      assert.deepEqual(
        places.map(({ at }) => at),
        [...places.keys()],
      );
    }
});

const PLACES = new URL("layouts.txt", import.meta.url);
/** Some tables, box by box, so that a change of the layout is seen in what it changes. `LAYOUTS=write` in the environment writes them anew. */
test("some tables are laid out to the pixel as they were", () => {
  const told = (box: Box) =>
    [box.x, box.y, box.w, box.h].map(Math.round).join(",");
  const lines = [...cases()]
    .filter((_, at) => at % 23 === 0)
    .flatMap(([name, what, area]) => {
      const { style, places, middle, inMiddle, more, size } = layout(
        area,
        what,
      );
      const parts = places.slice(0, 3).map(({ box, block, bet }) => {
        const named = {
          ...block,
          bet: bet && moved(bet, -box.x, -box.y),
          hand: block.hand?.box,
        };
        const inside = [
          "plate",
          "hand",
          "did",
          "holds",
          "facts",
          "bet",
          "button",
        ] as const;
        const found = inside.flatMap((part) =>
          named[part] ? [`${part} ${told(named[part])}`] : [],
        );
        return `  ${told(box)}: ${found.join("; ")}`;
      });
      const zones = [...inMiddle.pots, ...inMiddle.zones.map(({ box }) => box)]
        .map(told)
        .join(" ");
      return [
        `${name}: ${style.plate} ${style.scale.toFixed(2)}, height ${size.h}, cards ${Math.round(inMiddle.card)}`,
        ...parts,
        ...places.slice(3).map(({ box }) => `  ${told(box)}`),
        `  middle ${told(middle)}: ${zones}${more ? `; more ${told(more)}` : ""}`,
      ];
    });
  const text = `${lines.join("\n")}\n`;
  if (process.env.LAYOUTS === "write") writeFileSync(PLACES, text);
  assert.equal(text, readFileSync(PLACES, "utf8"));
});

test("the name of the winning hand is written where no seat and no card is, wherever there are pots", () => {
  for (const [name, contents, area] of cases()) {
    const { title, places, middle, inMiddle, size } = layout(area, contents);
    if (!title) {
      assert.equal(contents.pots.length, 0, name);
      continue;
    }
    assert.ok(inside(title, { x: 0, y: 0, ...size }), name);
    const zones = inMiddle.zones.map(({ box }) =>
      moved(box, middle.x, middle.y),
    );
    for (const box of [...places.map((place) => place.box), ...zones])
      assert.ok(!meet(title, box), name);
  }
});
