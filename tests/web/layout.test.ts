import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import {
  ems,
  inside,
  meet,
  moved,
  type Box,
} from "../../web/src/table/layout/boxes.ts";
import {
  clockwise,
  contentsOf,
  type Contents,
} from "../../web/src/table/layout/contents.ts";
import { layout, type Layout } from "../../web/src/table/layout/layout.ts";
import {
  isLong,
  isLow,
  ownRows,
  rowsIn,
  spaceOf,
} from "../../web/src/table/layout/own.ts";
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

test("a table does not move when somebody bets, acts, or gets less than another has", () => {
  const seats = [0, 1, 2, 3].map((seat) => ({
    seat,
    name: `seat ${seat}`,
    chips: 1000,
  }));
  const hands = seats.map(({ seat }) => ({
    id: seat,
    label: "hand",
    owner: seat,
    cards: [{}, {}],
    count: 2,
  }));
  const scene = {
    game: "holdem",
    title: "",
    eyes: 0,
    seats,
    zones: hands,
    pots: [{ chips: 0 }],
  };
  const before = contentsOf(scene);
  const acted = {
    ...scene,
    seats: seats.map((one) => ({
      ...one,
      chips: 900,
      bet: 100,
      last: "raises to 100",
    })),
    zones: hands.slice(1),
  };
  assert.deepEqual(contentsOf(acted, {}, before), before);
  assert.equal(
    contentsOf(acted).mine.cards,
    0,
    "a table that has just been opened has no earlier contents",
  );
  assert.equal(contentsOf({ game: "", title: "" }).others, 0);
});

test("a hand has room for the cards that its Scene says will come, from before the deal on", () => {
  const scene = (cards: object[], room?: number) => ({
    game: "",
    title: "",
    eyes: 0,
    seats: [
      { seat: 0, name: "Ada" },
      { seat: 1, name: "Ben" },
    ],
    zones: [0, 1].map((owner) => ({
      id: owner,
      label: "hand",
      owner,
      cards,
      room,
    })),
  });
  const cards = ({ mine, other }: Contents) => [mine.cards, other.cards];
  const before = contentsOf(scene([], 2));
  assert.deepEqual(cards(before), [2, 2]);
  assert.deepEqual(contentsOf(scene([{}], 2), {}, before), before);
  assert.deepEqual(cards(contentsOf(scene([{}, {}, {}], 2))), [3, 3], "more");
  assert.deepEqual(cards(contentsOf(scene([{}]))), [1, 1], "not told");
});

test("what a seat has captured and written down keeps its room once it has been shown", () => {
  const scene = (points: number, captured: number) => ({
    game: "",
    title: "",
    seats: [
      { seat: 0, name: "Ada" },
      { seat: 1, name: "Ben", points },
    ],
    meters: [{ label: "points captured", owner: 1, value: captured }],
  });
  const full = contentsOf(scene(100, 12));
  assert.equal(full.other.facts, ems("12 points captured"));
  assert.deepEqual(contentsOf(scene(0, 0), {}, full), full);
  assert.equal(
    contentsOf(scene(0, 0)).other.facts,
    ems("0 points captured"),
    "room before anything is captured",
  );
});

test("every shown part of a Scene gets room: names of hands, captured cards, tricks, boards and piles", () => {
  const scene = {
    game: "",
    title: "",
    eyes: 0,
    seats: [
      { seat: 0, name: "Ada", points: 3 },
      { seat: 1, name: "Ben", points: 12, holds: "pair of tens" },
      { seat: 2, name: "Cleo", points: 0 },
    ],
    zones: [
      {
        id: 0,
        label: "hand",
        owner: 0,
        cards: [{ name: "Ah" }, { name: "Kh" }, { name: "Qh" }],
      },
      { id: 1, label: "hand", owner: 1, cards: [{ name: "Th" }, {}] },
      { id: 2, label: "captured", owner: 2, lies: "pile", count: 4 },
      { id: 3, label: "trick", cards: [{ name: "2c", by: 1 }] },
      { id: 4, label: "board", cards: [{ name: "2d" }], room: 5 },
      { id: 5, label: "deck", lies: "pile", count: 9 },
      { id: 6, label: "spent", lies: "pile", count: 0 },
      { id: 7, label: "discards", cards: [] },
      { id: 8, label: "row", cards: [{ name: "2d", by: 2 }] },
    ],
  };
  const found = contentsOf(scene);
  assert.deepEqual(
    [found.mine.cards, found.mine.open, found.mine.holds, found.mine.facts],
    [3, true, 0, 0],
  );
  assert.equal(contentsOf(scene, { handless: true }).mine.cards, 0);
  assert.deepEqual([found.other.cards, found.other.open], [2, true]);
  assert.equal(found.other.holds, ems("pair of tens"));
  assert.equal(found.other.facts, ems("4 captured"));
  assert.equal(found.other.standing, ems("12 points"));
  assert.equal(found.other.bet, 0);
  const notes = { 1: { words: "12 %", part: 0.12, hue: "red" } };
  assert.equal(
    contentsOf(scene, { notes }).other.holds,
    0,
    "a note takes the place of the name",
  );
  assert.deepEqual(
    found.zones.map(({ id, pile, cards, by, label }) => [
      id,
      pile,
      cards,
      by,
      label > 0,
    ]),
    [
      [3, false, 3, true, true],
      [4, false, 5, false, false],
      [5, true, 1, false, true],
      [7, false, 1, false, true],
      [8, false, 3, true, true],
    ],
  );
  assert.ok(
    contentsOf({ ...scene, pots: [{ chips: 5 }] }).other.bet > 0,
    "where there is a pot, there are bets",
  );
});

test("a table with bets needs room for all its chips at every seat", () => {
  const scene = {
    game: "",
    title: "",
    seats: [
      { seat: 0, name: "A", chips: 900, bet: 50 },
      { seat: 1, name: "B", chips: 50, marks: ["starter"] },
    ],
    pots: [{ chips: 50 }],
  };
  const all = ems("1,000");
  const each = {
    name: ems("A"),
    standing: all,
    cards: 0,
    open: false,
    holds: 0,
    facts: 0,
    bet: all,
  };
  assert.deepEqual(contentsOf(scene), {
    others: 1,
    button: true,
    other: { ...each, name: ems("B") },
    mine: each,
    pots: [ems("pot 1,000")],
    zones: [],
  });
  const plain = {
    ...scene,
    seats: scene.seats.map(({ seat, name, chips }) => ({ seat, name, chips })),
    pots: [],
  };
  assert.deepEqual(
    [contentsOf(plain).button, contentsOf(plain).other.bet],
    [false, 0],
  );
  const row = (cards: object[], label = "row") =>
    contentsOf({ ...plain, zones: [{ id: 1, label, cards }] }).zones[0]!;
  assert.deepEqual(
    [
      row([{ by: 0 }]).by,
      row([{}]).by,
      row([], "trick").by,
      row([], "tricks").by,
    ],
    [true, false, true, false],
  );
  assert.deepEqual(
    [row([]).cards, row([{}, {}, {}]).cards, row([{ by: 0 }]).cards],
    [1, 3, 2],
  );
});

test("the table is turned so that one's own seat comes first", () => {
  const seats = [0, 1, 2, 3].map((seat) => ({ seat, name: "" }));
  const order = (eyes?: number) =>
    clockwise({ game: "", title: "", eyes, seats }).map((one) => one.seat);
  assert.deepEqual(order(2), [2, 3, 0, 1]);
  assert.deepEqual(order(), [0, 1, 2, 3]);
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

test("one's own cards are as wide as is wanted, then overlap, then take a second row", () => {
  assert.deepEqual(ownRows(3, 400, 72, 2), {
    card: 72,
    step: 78,
    rows: 1,
    columns: 3,
  });
  const many = ownRows(13, 366, 72, 2);
  assert.deepEqual([many.rows, many.columns], [1, 13]);
  for (let cards = 1; cards <= 13; cards++)
    for (const width of [200, 296, 366, 544, 820])
      for (const most of [1, 2]) {
        const { card, step, rows, columns } = ownRows(cards, width, 72, most);
        assert.ok(columns * rows >= cards);
        assert.ok(card + (columns - 1) * step <= width + 1);
        assert.ok(rows === most || step >= card / 2);
      }
});

test("the dock keeps the room of a whole hand, and no card changes its size when others are played", () => {
  const pages = [
    { width: 390, height: 844 },
    { width: 320, height: 568 },
    { width: 844, height: 390 },
    { width: 1280, height: 800 },
  ];
  for (const page of pages)
    for (const worded of [false, true]) {
      const width = page.height < 500 ? page.width : Math.min(page.width, 960);
      const holding = { width, cards: 13, worded, betting: false };
      const space = spaceOf(page, { ...holding, large: false });
      let rows = Infinity;
      for (let cards = 13; cards >= 1; cards--) {
        const laid = rowsIn(cards, space);
        assert.equal(laid.card, space.card);
        assert.ok(laid.rows <= rows, "rows become fewer");
        rows = laid.rows;
        assert.ok((laid.columns - 1) * laid.step + laid.card <= space.room + 1);
        assert.ok(laid.rows * laid.card * 1.4 <= space.box.h);
      }
      assert.equal(rows, 1);
      const large = spaceOf(page, { ...holding, large: true });
      assert.ok(large.card >= space.card);
    }
  const wide = { width: 1280, height: 800 };
  const few = { width: 960, cards: 2, worded: false, large: false };
  assert.ok(
    spaceOf(wide, { ...few, betting: true }).room <
      spaceOf(wide, { ...few, betting: false }).room,
  );
});

test("a page is low as the style sheets say, and a long hand is one that fits into no column", () => {
  assert.ok(isLow({ width: 560, height: 499 }));
  assert.ok(
    !isLow({ width: 559, height: 499 }) && !isLow({ width: 560, height: 500 }),
  );
  assert.ok(
    isLong({ width: 844, height: 390 }, 9) &&
      !isLong({ width: 844, height: 390 }, 8),
  );
  assert.ok(
    isLong({ width: 568, height: 320 }, 6) &&
      !isLong({ width: 390, height: 844 }, 13),
  );
});

test("text is measured rather too wide than too narrow", () => {
  assert.equal(ems(""), 0);
  assert.ok(ems("10,000") > ems("1,000") && ems("WWW") > ems("iii"));
  assert.ok(ems("10,830") * 14 >= 51);
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

test("a table on which bets were made keeps their room when the hand is over", () => {
  const seats = [0, 1].map((at) => ({ seat: at, name: "P", chips: 100 }));
  const before = contentsOf({
    game: "",
    title: "",
    seats,
    pots: [{ chips: 5 }],
  });
  const after = contentsOf({ game: "", title: "", seats }, {}, before);
  assert.equal(after.pots.length, 1);
  assert.ok(after.other.bet > 0);
  assert.deepEqual(contentsOf({ game: "", title: "", seats }).pots, []);
});
