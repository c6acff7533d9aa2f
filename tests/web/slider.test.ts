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
  within,
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

test("an amount out of bounds is refused with the bound", () => {
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

const bet = (low: number, high: number, stride?: number, pot?: number) =>
  rangeOf({
    name: "BET",
    words: "Bet",
    low,
    high,
    step: 1,
    stride,
    presets: pot === undefined ? [] : [{ label: "pot", amount: pot }],
  });

test("the pot lies at six tenths of the way, and beyond it equal ways multiply alike", () => {
  assert.deepEqual(
    [1, 300, 600, 800, 999].map((notch) => amountAt(notch, raise)),
    [1_800, 2_900, 4_000, 6_600, 10_800],
  );
  assert.deepEqual(
    [1_800, 2_900, 4_000, 6_582, 10_830].map((amount) =>
      notchOf(amount, raise),
    ),
    [0, 300, 600, 800, 1_000],
  );
});

test("the least and the most need not lie on the strides' grid", () => {
  const odd = bet(1_850, 10_830, 100, 4_000);
  assert.deepEqual(
    [-5, 0, 1, 999, 1_000, 1_005].map((notch) => amountAt(notch, odd)),
    [1_850, 1_850, 1_900, 10_800, 10_830, 10_830],
  );
});

test("a pot at the least, and one of two thirds of the most, leave the way even", () => {
  assert.equal(amountAt(500, bet(10, 210, 10, 10)), 110);
  assert.equal(amountAt(500, bet(50, 150, 10, 100)), 100);
  assert.equal(amountAt(500, bet(50, 151, 10, 100)), 90);
});

test("where one stride would go all the way, amounts go by their step", () => {
  assert.equal(amountAt(500, bet(0, 10, 10)), 5);
  assert.equal(amountAt(500, bet(0, 10, 9)), 9);
  assert.equal(amountAt(500, bet(10, 15, 10)), 12);
});

test("a single amount is the first notch", () => {
  assert.equal(notchOf(5, bet(5, 5)), 0);
});

test("a range without bounds is 0 alone, and a pot out of bounds is the nearest of them", () => {
  assert.deepEqual(rangeOf({ name: "BET", words: "Bet" }), {
    low: 0,
    high: 0,
    step: 1,
    knee: 0,
    stride: 1,
  });
  assert.deepEqual(
    [5, 15, 25, undefined].map((pot) => bet(10, 20, 1, pot).knee),
    [10, 15, 20, 20],
  );
});

test("a round hundredth is 1, 2, 5 or 10 times a power of ten, in whole steps", () => {
  const stride = (span: number, step = 1) =>
    rangeOf({
      name: "BET",
      words: "Bet",
      low: 5_000,
      high: 5_000 + span,
      step,
    }).stride;
  assert.deepEqual(
    [10_000, 10_001, 15_000, 30_000, 60_000].map((span) => stride(span)),
    [100, 200, 200, 500, 1_000],
  );
  assert.deepEqual(
    [stride(15_000, 30), stride(2_500, 25), stride(2_600, 25)],
    [180, 25, 50],
  );
});

test("an amount is the next below that the step allows, and the most is allowed always", () => {
  const range = { ...raise, low: 13, high: 48, step: 10 };
  assert.deepEqual(
    [-5, 13, 22, 23, 38, 47, 48, 60].map((amount) => within(amount, range)),
    [13, 13, 13, 23, 33, 43, 48, 48],
  );
  assert.deepEqual(
    [13, 23, 43, 48].map((amount) => complaint(amount, range)),
    ["", "", "", ""],
  );
  assert.equal(complaint(27, range), "Amounts go up by 10.");
});

test("amounts are typed in big blinds, thousands and names, too", () => {
  const choice = {
    name: "RAISE_TO",
    words: "Raise to",
    low: 200,
    high: 9_950,
    step: 1,
    stride: 100,
    presets: [
      { label: "min", amount: 200 },
      { label: "half pot", amount: 225 },
      { label: "pot", amount: 350 },
      { label: "all-in", amount: 9_950 },
    ],
  };
  const amounts: [string, number][] = [
    ["3bb", 300],
    ["2.5BB", 250],
    ["2,5 bb", 250],
    ["1.2k", 1_200],
    ["half", 225],
    ["Half pot", 225],
    ["po", 350],
    ["all-in", 9_950],
    ["all", 9_950],
    ["min", 200],
    ["max", 9_950],
    ["350", 350],
  ];
  for (const [text, amount] of amounts)
    assert.equal(typed(text, choice), amount);
  for (const text of ["p", "x", "bb", "3b", "pot!", "3 pots", "halfway"])
    assert.ok(Number.isNaN(typed(text, choice)), text);
  assert.ok(Number.isNaN(typed("3bb", { ...choice, stride: 0 })));
  for (const text of ["3bb", "pot", "min", "max"])
    assert.ok(Number.isNaN(typed(text)), text);
});
