import assert from "node:assert/strict";
import { test } from "node:test";
import type { Scene, Zone } from "../../web/src/lib/wire.ts";
import { movesBetween } from "../../web/src/table/logic/moves.ts";
import { skinOf } from "../../web/src/table/logic/skin.ts";
import {
  asked,
  handOf,
  mayHunt,
  middleOf,
  zonesOf,
} from "../../web/src/table/logic/zones.ts";

const named = (...names: string[]) => names.map((name) => ({ name }));
const scene = (zones: Zone[], rest: Partial<Scene> = {}): Scene => ({
  game: "g",
  title: "G",
  zones,
  ...rest,
});
const deck = (count: number): Zone => ({
  id: 0,
  label: "deck",
  lies: "pile",
  count,
});
const hand = (...names: string[]): Zone => ({
  id: 7,
  label: "hand",
  owner: 0,
  cards: named(...names),
});
const trick = (...names: string[]): Zone => ({
  id: 6,
  label: "trick",
  cards: named(...names),
});

test("a card that is dealt comes from the deck", () => {
  const moves = movesBetween(
    scene([deck(30), hand("Ah")]),
    scene([deck(29), hand("Ah", "")]),
  );
  assert.deepEqual(moves, [{ kind: "fly", from: "zone 0", to: "card 7 1" }]);
});

test("a card that is played comes from where it lay", () => {
  const moves = movesBetween(
    scene([hand("Ah", "2c"), trick()]),
    scene([hand("2c"), trick("Ah")]),
  );
  assert.deepEqual(moves, [{ kind: "fly", from: "card 7 0", to: "card 6 0" }]);
});

test("a card of somebody else's hand is one of its backs", () => {
  const moves = movesBetween(
    scene([hand("", ""), trick()]),
    scene([hand(""), trick("Ah")]),
  );
  assert.deepEqual(moves, [{ kind: "fly", from: "card 7 1", to: "card 6 0" }]);
});

test("a card that is turned up where it lies is flipped", () => {
  assert.deepEqual(movesBetween(scene([hand("")]), scene([hand("Kd")])), [
    { kind: "flip", at: "card 7 0" },
  ]);
});

test("chips go before the seat, to the middle, and to the winner", () => {
  const at = (chips: number, bet: number, pot: number) =>
    scene([], {
      seats: [{ seat: 0, name: "a", chips, bet }],
      pots: pot ? [{ chips: pot }] : [],
    });
  assert.deepEqual(movesBetween(at(100, 0, 0), at(80, 20, 20)), [
    { kind: "chips", from: "seat 0", to: "bet 0" },
  ]);
  assert.deepEqual(movesBetween(at(80, 20, 20), at(80, 0, 20)), [
    { kind: "chips", from: "bet 0", to: "pot" },
  ]);
  assert.deepEqual(movesBetween(at(80, 0, 40), at(120, 0, 0)), [
    { kind: "chips", from: "pot", to: "seat 0" },
  ]);
});

test("nothing moves where nothing has changed, nor into another game", () => {
  const one = scene([deck(30), hand("Ah", "2c"), trick("3d")]);
  assert.deepEqual(movesBetween(one, one), []);
  assert.deepEqual(
    movesBetween(one, { ...scene([hand("Ah")]), game: "other" }),
    [],
  );
});

test("the shape of a table is told by what lies on it", () => {
  const seats = [
    { seat: 0, name: "a" },
    { seat: 1, name: "b" },
  ];
  assert.equal(skinOf(scene([hand("Ah")], { seats })), "ring");
  assert.equal(
    skinOf(
      scene([], { seats, meters: [{ label: "Heat", value: 3, most: 100 }] }),
    ),
    "rows",
  );
  assert.equal(
    skinOf(
      scene([], {
        seats,
        meters: [{ label: "HP", value: 3, most: 10, owner: 0 }],
      }),
    ),
    "ring",
  );
  assert.equal(
    skinOf(
      scene([{ id: 3, label: "lays", owner: 0, lies: "places" }], { seats }),
    ),
    "lanes",
  );
});

test("a hand is the first row of its seat", () => {
  const zones = [
    { ...deck(9), owner: 0 },
    hand("Ah"),
    { id: 9, label: "face down", owner: 0 },
  ];
  assert.equal(handOf(scene(zones), 0)?.id, 7);
});

const fly = (from: string, to: string) => ({ kind: "fly", from, to });
const pile = (count?: number, more: Partial<Zone> = {}): Zone => ({
  id: 5,
  label: "discards",
  lies: "pile",
  count,
  ...more,
});

test("cards that change places within a row do not move, nor do empty places", () => {
  assert.deepEqual(
    movesBetween(scene([hand("Ah", "")]), scene([hand("", "Ah")])),
    [],
  );
  assert.deepEqual(
    movesBetween(scene([hand("-"), pile(0)]), scene([hand("-", "-"), pile(0)])),
    [],
  );
  assert.deepEqual(
    movesBetween(scene([hand("-", "-"), pile(0)]), scene([hand(), pile(1)])),
    [],
  );
});

test("two cards that change rows both fly, and none is turned up", () => {
  assert.deepEqual(
    movesBetween(
      scene([hand("Ah"), trick("Kd")]),
      scene([hand("Kd"), trick("Ah")]),
    ),
    [fly("card 6 0", "card 7 0"), fly("card 7 0", "card 6 0")],
  );
});

test("of two equal cards a third one is dealt", () => {
  assert.deepEqual(
    movesBetween(
      scene([deck(9), hand("2c", "2c")]),
      scene([deck(8), hand("2c", "2c", "2c")]),
    ),
    [fly("zone 0", "card 7 2")],
  );
});

test("cards go to a pile that has grown, all of them to the first", () => {
  const gone = (before: Zone[], after: Zone[]) =>
    movesBetween(
      scene([hand("Ah", "2c"), ...before]),
      scene([hand(), ...after]),
    );
  const both = [fly("card 7 0", "zone 5"), fly("card 7 1", "zone 5")];
  assert.deepEqual(gone([pile(3)], [pile(5)]), both);
  assert.deepEqual(gone([pile(3)], [pile(3)]), []);
  assert.deepEqual(gone([pile(5)], [pile(3)]), []);
  assert.deepEqual(gone([], [pile(1)]), both);
  assert.deepEqual(gone([pile()], [pile(1)]), both);
  assert.deepEqual(gone([pile()], [pile()]), []);
  const other = (count: number) => pile(count, { id: 4 });
  assert.deepEqual(gone([pile(0), other(0)], [pile(1), other(1)]), both);
});

test("a card that another covers on a pile does not fly to that pile", () => {
  const top = (count: number, name: string) =>
    pile(count, { cards: named(name) });
  assert.deepEqual(
    movesBetween(
      scene([hand("Kd"), top(3, "Ah")]),
      scene([hand(), top(4, "Kd")]),
    ),
    [fly("card 7 0", "card 5 0")],
  );
});

test("a dealt card comes from a pile that has shrunk, one's own first", () => {
  const dealt = (before: Zone[], after: Zone[]) =>
    movesBetween(scene(before), scene([...after, hand("Ah")]));
  const own = (count: number) => pile(count, { owner: 0 });
  assert.deepEqual(dealt([deck(9), own(9)], [deck(8), own(8)]), [
    fly("zone 5", "card 7 0"),
  ]);
  assert.deepEqual(dealt([own(9), deck(9)], [own(9), deck(8)]), [
    fly("zone 0", "card 7 0"),
  ]);
  assert.deepEqual(dealt([pile(1)], [pile()]), [fly("zone 5", "card 7 0")]);
  assert.deepEqual(dealt([pile(1)], []), [fly("zone 5", "card 7 0")]);
  assert.deepEqual(dealt([pile()], [pile()]), [fly("deck", "card 7 0")]);
  assert.deepEqual(dealt([], []), [fly("deck", "card 7 0")]);
});

test("a card is found by its name first, then among the backs, and a name is no other card", () => {
  const other = (...names: string[]): Zone => ({
    ...hand(...names),
    id: 8,
    owner: 1,
  });
  const played = (left: Zone[], stays: Zone[], name: string) =>
    movesBetween(scene([...left, trick()]), scene([...stays, trick(name)]));
  assert.deepEqual(
    played([other("", "2c"), hand("Ah")], [other(), hand()], "Ah"),
    [fly("card 7 0", "card 6 0")],
  );
  assert.deepEqual(played([other("2c", ""), hand()], [other(), hand()], "Ah"), [
    fly("card 8 1", "card 6 0"),
  ]);
  assert.deepEqual(played([hand("2c")], [hand()], "Ah"), [
    fly("deck", "card 6 0"),
  ]);
  assert.deepEqual(played([hand("2c")], [hand()], ""), [
    fly("card 7 0", "card 6 0"),
  ]);
});

test("the cards of a new hand come from the deck, not from those that lay there", () => {
  assert.deepEqual(
    movesBetween(scene([deck(9), hand("Ah")]), scene([deck(8), hand("")])),
    [fly("zone 0", "card 7 0")],
  );
});

test("a seat without chips or bets moves none, nor does one that has just come", () => {
  const at = (pots: number[], ...seats: NonNullable<Scene["seats"]>) =>
    scene([], { seats, pots: pots.map((chips) => ({ chips })) });
  const seat = (more: object = {}) => ({ seat: 0, name: "a", ...more });
  const chips = (from: string, to: string) => ({ kind: "chips", from, to });
  assert.deepEqual(movesBetween(at([]), at([], seat({ bet: 5 }))), []);
  assert.deepEqual(movesBetween(at([5], seat()), at([5], seat())), []);
  assert.deepEqual(movesBetween(at([5], seat()), at([], seat())), []);
  assert.deepEqual(movesBetween(at([], seat()), at([], seat({ bet: 1 }))), [
    chips("seat 0", "bet 0"),
  ]);
  assert.deepEqual(movesBetween(at([], seat({ bet: 1 })), at([1], seat())), [
    chips("bet 0", "pot"),
  ]);
  assert.deepEqual(
    movesBetween(at([2, 3], seat({ bet: 1 })), at([2], seat({ chips: 1 }))),
    [chips("pot", "seat 0")],
    "who is paid takes the bet as well",
  );
  assert.deepEqual(
    movesBetween(at([5], seat({ chips: 9 })), at([], seat({ chips: 9 }))),
    [],
  );
});

test("zones of a seat lie before it, and those of nobody in the middle", () => {
  const zones = [
    { ...deck(9), owner: -1 },
    trick("Ah"),
    { ...hand("2c"), lies: "row" as const },
    { ...hand("3c"), id: 8, owner: 1 },
  ];
  const ids = (found: Zone[]) => found.map(({ id }) => id);
  assert.deepEqual(ids(middleOf(scene(zones))), [0, 6]);
  assert.deepEqual(
    [0, 1, 2].map((seat) => ids(zonesOf(scene(zones), seat))),
    [[7], [8], []],
  );
  assert.equal(handOf(scene(zones), 0)?.id, 7);
  assert.deepEqual(
    [middleOf({ game: "", title: "" }), zonesOf({ game: "", title: "" }, 0)],
    [[], []],
  );
});

test("cards are asked for where some may be taken, and where some are refused", () => {
  const at = (zone: number) => ({ zone, slot: 0, name: "Ah" });
  const options = [
    { name: "PLAY", words: "Play", takes: [at(7)] },
    { name: "SWAP", words: "Swap", refuses: [at(8)] },
    { name: "PASS", words: "Pass" },
  ];
  assert.deepEqual([...asked({ number: 1, options })], [7, 8]);
  assert.deepEqual([...asked(null)], []);
});

test("what would have come can be asked after a hand whose board is not whole", () => {
  const board = (cards: number, rest: Partial<Scene> = {}) =>
    scene(
      [
        {
          id: 1,
          label: "board",
          room: 5,
          cards: Array.from({ length: cards }, () => ({ name: "2c" })),
        },
      ],
      { result: { kind: "folded" }, ...rest },
    );
  assert.ok(mayHunt(board(0)) && mayHunt(board(4)));
  assert.ok(!mayHunt(board(5)), "the board is whole, or its rest was shown");
  assert.ok(!mayHunt(board(3, { result: null })), "the hand goes on");
  assert.ok(!mayHunt(board(3, { over: "Ann wins." })), "the match is over");
  assert.ok(!mayHunt(scene([hand("2c")], { result: { kind: "folded" } })));
});
