import assert from "node:assert/strict";
import { test } from "node:test";
import type {
  TournamentLevel,
  TournamentPlayer,
} from "../../web/src/lib/http.ts";
import {
  ante,
  bigBlind,
  blinds,
  handOf,
  keyHands,
  left,
  levelName,
  minutes,
  passed,
  payouts,
  place,
  tableNumber,
  toTheMoney,
} from "../../web/src/host/tournament.ts";

function level(
  number: number,
  more: Partial<TournamentLevel> = {},
): TournamentLevel {
  return {
    number,
    rest: false,
    minutes: 10,
    hands: 0,
    blinds: { small_blind: 50, big_blind: 100 },
    ...more,
  };
}

test("how much of a level has passed, and the number of a table", () => {
  assert.equal(passed(level(1), 600_000), 0);
  assert.equal(passed(level(1), 150_000), 0.75);
  assert.equal(passed(level(1), 700_000), 0, "time was added");
  assert.equal(passed(level(1, { minutes: 0, hands: 5 }), 1), null);
  assert.equal(tableNumber("friday-night-12"), "12");
  assert.equal(bigBlind(level(1, { blinds: { big_blind: 400 } })), 400);
  assert.equal(bigBlind(level(1, { blinds: {} })), 100);
});

test("the clock goes on by itself, unless it is stopped", () => {
  const clock = { level: 1, runs: true, left_ms: 60_000, at: 0 };
  assert.equal(minutes(left(clock, 18_400)!), "0:42");
  assert.equal(left({ ...clock, runs: false }, 18_400), 60_000);
  assert.equal(left({ ...clock, left_ms: null }, 5), null);
  assert.equal(left(clock, 100_000), 0);
});

test("breaks are not counted as levels", () => {
  const levels = [level(1), level(2, { rest: true }), level(3)];
  assert.deepEqual(
    [1, 2, 3, 4].map((at) => levelName(levels, at)),
    ["Level 1", "Break", "Level 2", "One level"],
  );
});

test("blinds and antes are said in words", () => {
  assert.equal(
    blinds(level(1, { blinds: { small_blind: 1_000, big_blind: 2_000 } })),
    "1,000 / 2,000",
  );
  assert.equal(ante(level(1, { blinds: { ante: 50 } })), "ante 50");
  assert.equal(
    ante(level(1, { blinds: { big_blind_ante: 400 } })),
    "big-blind ante 400",
  );
  assert.equal(ante(level(1)), "");
});

test("equal prizes are one row", () => {
  assert.deepEqual(payouts([50, 20, 20, 10]), [
    { places: "1st", prize: 50, each: false },
    { places: "2nd to 3rd", prize: 20, each: true },
    { places: "4th", prize: 10, each: false },
  ]);
});

test("places have their endings, and the way to the money is counted", () => {
  assert.deepEqual([1, 2, 3, 4, 11, 12, 13, 21, 102, 111].map(place), [
    "1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "102nd", "111th",
  ]); // prettier-ignore
  assert.equal(toTheMoney({ left: 37, prizes: [3, 2, 1, 0] }), 34);
  assert.equal(toTheMoney({ left: 2, prizes: [3, 2, 1] }), 0);
});

test("a hand's name has its match and its number", () => {
  assert.deepEqual(handOf("friday-2-M1-H17"), ["friday-2-M1", "17"]);
});

test("key hands: the last one, the bubble, the largest stack lost, and the most players out at once", () => {
  function out(name: string, at: number, hand: string, lost: number, why = "") {
    return { name, place: at, hand, lost, why } as TournamentPlayer;
  }
  const players = [
    {
      name: "Ann",
      place: 1,
      hand: null,
      lost: null,
      why: "",
    } as TournamentPlayer,
    out("Bob", 2, "t-1-M1-H90", 700),
    out("Cat", 3, "t-1-M1-H80", 400),
    out("Dan", 4, "t-2-M1-H70", 900),
    out("Eve", 5, "t-2-M1-H9", 100),
    out("Fay", 5, "t-2-M1-H9", 100),
    out("Gus", 7, "t-2-M1-H2", 5_000, "collusion"),
  ];
  assert.deepEqual(keyHands({ players, prizes: [6, 4] }), [
    { hand: "t-1-M1-H90", what: "The last hand" },
    { hand: "t-1-M1-H80", what: "The bubble: Cat is out" },
    { hand: "t-2-M1-H70", what: "The largest stack that was lost: 900 of Dan" },
    { hand: "t-2-M1-H9", what: "2 players out at once" },
  ]);
  assert.deepEqual(
    keyHands({ players: players.slice(0, 2), prizes: [] }),
    [{ hand: "t-1-M1-H90", what: "The last hand" }],
    "a hand is named once, and without prizes there is no bubble",
  );
  assert.deepEqual(keyHands({ players: players.slice(0, 1), prizes: [5] }), []);
});
