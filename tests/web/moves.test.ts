import assert from "node:assert/strict";
import { test } from "node:test";
import type { Scene, Zone } from "../../web/src/lib/wire.ts";
import { movesBetween } from "../../web/src/table/logic/moves.ts";
import { skinOf } from "../../web/src/table/logic/skin.ts";
import { handOf, lying } from "../../web/src/table/logic/zones.ts";

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

test("many of one's own cards lie by suit and rank, and keep their slots", () => {
  const zone = hand("Ah", "2c", "Kd", "3c", "2h", "Ts");
  assert.deepEqual(
    lying(zone, true).map(({ card, slot }) => `${card.name}${slot}`),
    ["2c1", "3c3", "Kd2", "Ts5", "2h4", "Ah0"],
  );
  assert.deepEqual(
    lying(zone, false).map(({ slot }) => slot),
    [0, 1, 2, 3, 4, 5],
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
