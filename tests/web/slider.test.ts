import assert from "node:assert/strict";
import { test } from "node:test";
import {
  amountAt,
  complaint,
  NOTCHES,
  notchOf,
  nudge,
  rangeOf,
  typed,
} from "../../web/src/table/logic/slider.ts";

const raise = rangeOf({
  name: "RAISE_TO",
  words: "Raise to",
  low: 1_800,
  high: 10_830,
  step: 1,
  stride: 100,
  presets: [
    { label: "min", amount: 1_800 },
    { label: "pot", amount: 4_000 },
    { label: "all-in", amount: 10_830 },
  ],
});

test("the first notch is exactly the least, the last exactly the most", () => {
  assert.equal(amountAt(0, raise), 1_800);
  assert.equal(amountAt(NOTCHES, raise), 10_830);
});

test("the knob never goes back, and every amount lies within the bounds", () => {
  let last = 0;
  for (let notch = 0; notch <= NOTCHES; notch++) {
    const amount = amountAt(notch, raise);
    assert.ok(amount >= last && amount >= raise.low && amount <= raise.high);
    assert.equal(complaint(amount, raise), "");
    last = amount;
  }
});

test("amounts go by strides between the bounds", () => {
  for (let notch = 1; notch < NOTCHES; notch++) {
    const amount = amountAt(notch, raise);
    assert.ok(
      amount % 100 === 0 || amount === raise.low || amount === raise.high,
    );
  }
});

test("up to the pot the way is even; beyond it amounts lie closer together", () => {
  const way = (from: number, to: number) =>
    notchOf(to, raise) - notchOf(from, raise);
  assert.ok(Math.abs(way(2_000, 2_500) - way(3_000, 3_500)) <= 1);
  assert.ok(way(9_000, 9_500) < way(2_000, 2_500));
});

test("where the pot is out of bounds the whole way is even", () => {
  const flat = rangeOf({
    name: "BET",
    words: "Bet",
    low: 10,
    high: 210,
    step: 1,
    stride: 10,
  });
  assert.equal(amountAt(NOTCHES / 2, flat), 110);
  assert.equal(notchOf(60, flat), NOTCHES / 4);
});

test("a notch and its amount mean the same", () => {
  for (let amount = 1_800; amount <= 10_800; amount += 100) {
    assert.ok(
      Math.abs(amountAt(notchOf(amount, raise), raise) - amount) <= 100,
    );
  }
});

test("an arrow key goes one stride along the strides' own grid", () => {
  assert.equal(nudge(4_165, 1, raise), 4_200);
  assert.equal(nudge(4_165, -1, raise), 4_100);
  assert.equal(nudge(4_200, 10, raise), 5_200);
  assert.equal(nudge(10_800, 1, raise), 10_830);
  assert.equal(nudge(1_850, -1, raise), 1_800);
});

test("without a stride in the Scene a key goes a round hundredth of the way", () => {
  assert.equal(
    rangeOf({ name: "BET", words: "Bet", low: 0, high: 10_000, step: 1 })
      .stride,
    100,
  );
  assert.equal(
    rangeOf({ name: "BET", words: "Bet", low: 10, high: 21, step: 1 }).stride,
    1,
  );
});

test("what is out of bounds is said with the bound", () => {
  assert.equal(complaint(1_500, raise), "The smallest amount is 1,800.");
  assert.equal(complaint(10_831, raise), "The largest amount is 10,830.");
  assert.equal(complaint(typed("12a"), raise), "Type an amount.");
  assert.equal(complaint(4_165, raise), "");
  assert.equal(
    complaint(15, { ...raise, low: 10, high: 40, step: 10 }),
    "Amounts go up by 10.",
  );
});

test("thousands may be typed with a comma, a point or a space", () => {
  for (const text of ["4165", "4,165", "4.165", " 4 165 "])
    assert.equal(typed(text), 4_165);
  for (const text of ["", "-5", "1e3"]) assert.ok(Number.isNaN(typed(text)));
});
