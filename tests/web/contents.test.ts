import assert from "node:assert/strict";
import { test } from "node:test";
import { ems } from "../../web/src/table/layout/boxes.ts";
import {
  clockwise,
  contentsOf,
  type Contents,
} from "../../web/src/table/layout/contents.ts";

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

test("text is measured rather too wide than too narrow", () => {
  assert.equal(ems(""), 0);
  assert.ok(ems("10,000") > ems("1,000") && ems("WWW") > ems("iii"));
  assert.ok(ems("10,830") * 14 >= 51);
});
