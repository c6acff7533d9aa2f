import assert from "node:assert/strict";
import { test } from "node:test";
import {
  boardCard,
  clockwise,
  lift,
  PUSH,
  spotOf,
} from "../../web/src/table/logic/geometry.ts";

const seat = (number: number) => ({ seat: number, name: `seat ${number}` });

test("whoever looks on sits at the bottom, in the middle", () => {
  for (let seats = 2; seats <= 10; seats++)
    assert.deepEqual(spotOf(0, seats, PUSH.wide), { x: 0, y: 1 });
});

test("seats go round clockwise: after the bottom comes the left", () => {
  for (let seats = 3; seats <= 10; seats++) {
    assert.ok(spotOf(1, seats, PUSH.wide).x < 0);
    assert.ok(spotOf(seats - 1, seats, PUSH.wide).x > 0);
  }
  assert.deepEqual(spotOf(1, 2, PUSH.wide), { x: 0, y: -1 });
});

test("no seat lies outside the ring, and sides are pushed to its edge", () => {
  for (const push of [PUSH.wide, PUSH.narrow])
    for (let seats = 2; seats <= 10; seats++)
      for (let at = 0; at < seats; at++) {
        const { x, y } = spotOf(at, seats, push);
        assert.ok(Math.abs(x) <= 1 && Math.abs(y) <= 1);
      }
  assert.equal(spotOf(1, 6, PUSH.narrow).x, -1);
});

test("on a narrow table ten seats stay apart: two in a column are never level", () => {
  const spots = Array.from({ length: 10 }, (_, at) =>
    spotOf(at, 10, PUSH.narrow),
  );
  for (const side of [-1, 1]) {
    const column = spots
      .filter((spot) => spot.x === side)
      .map((spot) => spot.y)
      .toSorted((a, b) => a - b);
    for (let at = 1; at < column.length; at++)
      assert.ok(column[at]! - column[at - 1]! > 0.3);
  }
});

test("the table is turned so that one's own seat comes first", () => {
  const seats = [0, 1, 2, 3].map(seat);
  const order = (eyes?: number) =>
    clockwise({ game: "", title: "", eyes, seats }).map((one) => one.seat);
  assert.deepEqual(order(2), [2, 3, 0, 1]);
  assert.deepEqual(order(), [0, 1, 2, 3]);
});

test("spots have four digits, and a table without seats has none", () => {
  assert.deepEqual(spotOf(1, 8, PUSH.wide), { x: -0.9192, y: 0.7071 });
  assert.deepEqual(spotOf(7, 8, PUSH.wide), { x: 0.9192, y: 0.7071 });
  assert.deepEqual(clockwise({ game: "", title: "" }), []);
});

test("on a narrow table the board makes room for its number of seats", () => {
  const seats = [2, 3, 4, 5, 6, 7, 8, 9, 10];
  assert.deepEqual(
    seats.map(lift),
    [0, 0.1, -0.4, -0.24, 0.04, 0.2, -0.33, -0.14, 0],
  );
  assert.deepEqual(seats.map(boardCard), [54, 54, 54, 54, 50, 44, 40, 40, 40]);
});
