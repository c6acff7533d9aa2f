import assert from "node:assert/strict";
import { test } from "node:test";
import type { Choice } from "../../web/src/lib/wire.ts";
import * as choices from "../../web/src/table/logic/choices.ts";

const card = (slot: number, name: string, why_not?: string) => ({
  zone: 7,
  slot,
  name,
  why_not,
});
const fold: Choice = {
  name: "FOLD",
  words: "Fold",
  key: "f",
  costly: "Checking is free.",
  unlisted: true,
};
const check: Choice = { name: "CHECK", words: "Check", key: "c" };
const raise: Choice = {
  name: "RAISE_TO",
  words: "Raise to",
  key: "r",
  low: 200,
  high: 900,
  step: 1,
  costly: "All.",
  costly_from: 900,
};
const play: Choice = {
  name: "PLAY",
  words: "Play a card",
  key: "p",
  fewest: 1,
  most: 1,
  takes: [card(0, "5h"), card(2, "Qh")],
  refuses: [card(1, "7s", "does not follow hearts")],
};
const exchange: Choice = {
  name: "DISCARD",
  words: "Exchange one to three cards",
  key: "e",
  fewest: 1,
  most: 3,
  takes: [0, 1, 2, 3, 4].map((slot) => card(slot, `${slot + 2}c`)),
};
const question = (...options: Choice[]) => ({ number: 4, options });

test("keys and buttons go from cheap to costly, and an unlisted option has a button only while it is asked about", () => {
  const names = (found: Choice[]) => found.map((choice) => choice.name);
  const acts = choices.actsOf(question(raise, check, fold));
  assert.deepEqual(names(acts), ["FOLD", "CHECK", "RAISE_TO"]);
  assert.deepEqual(names(choices.buttonsOf(acts, null)), ["CHECK", "RAISE_TO"]);
  assert.deepEqual(names(choices.buttonsOf(acts, fold)), [
    "FOLD",
    "CHECK",
    "RAISE_TO",
  ]);
  assert.deepEqual(names(choices.buttonsOf(acts, raise)), [
    "CHECK",
    "RAISE_TO",
  ]);
});

test("where only asides are possible nothing is owed and there are no buttons", () => {
  const asides = question(
    { name: "LEAVE", words: "Leave", aside: true },
    { name: "AWAY", words: "Sit out", aside: true },
  );
  assert.equal(choices.isOwed(asides), false);
  assert.deepEqual(choices.actsOf(asides), []);
  assert.deepEqual(
    choices.asidesOf(asides).map((choice) => choice.name),
    ["LEAVE", "AWAY"],
  );
});

test("few cards have a button each, in words", () => {
  const words = choices.deedsOf([play])?.map((deed) => deed.words);
  assert.deepEqual(words, [
    "Play the five of hearts",
    "Play the queen of hearts",
  ]);
});

test("buttons stand in the order in which the cards lie", () => {
  const lying = [2, 1, 0].map((slot) => ({ zone: 7, slot }));
  assert.deepEqual(
    choices.deedsOf([play], lying)?.map((deed) => deed.card?.name),
    ["Qh", "5h"],
  );
});

test("beside bets, with several cards at once, or with more than six, cards are tapped", () => {
  const many = {
    ...play,
    takes: Array.from({ length: 7 }, (_, slot) => card(slot, `${slot + 2}d`)),
  };
  assert.equal(choices.deedsOf([check, { ...play, name: "RAISE" }]), null);
  assert.equal(choices.deedsOf([exchange]), null);
  assert.equal(choices.deedsOf([many]), null);
  assert.equal(choices.deedsOf([check, raise]), null);
});

test("cards are tapped where one may be taken or none, and where something is asked first", () => {
  assert.equal(choices.deedsOf([{ ...play, fewest: 0 }]), null);
  assert.equal(
    choices.deedsOf([
      play,
      { name: "GO_HOME", words: "Go home", costly: "That ends the run." },
    ]),
    null,
  );
  assert.equal(
    choices.deedsOf([play, { name: "GO_HOME", words: "Go home" }])?.length,
    3,
  );
});

test("a button says which cards are chosen", () => {
  assert.equal(
    choices.phrase(exchange, [card(0, "2c"), card(3, "5c")]),
    "Exchange the two of clubs and the five of clubs",
  );
  assert.equal(
    choices.phrase({ name: "RAISE", words: "Raise with a card" }, [
      card(0, "Safe House"),
    ]),
    "Raise with Safe House",
  );
  assert.equal(
    choices.phrase({ name: "SWAP", words: "Swap up to two cards" }, [
      card(0, "8"),
    ]),
    "Swap 8",
  );
  assert.equal(
    choices.phrase({ name: "X", words: "Meld" }, [card(0, "Ah")]),
    "Meld: The ace of hearts",
  );
  assert.equal(choices.phrase(exchange, []), "Exchange one to three cards");
});

test("cards are answered by their numbers among those that the option takes", () => {
  assert.deepEqual(
    choices.numbersOf(exchange, [
      { zone: 7, slot: 4 },
      { zone: 7, slot: 0 },
    ]),
    [4, 0],
  );
  assert.deepEqual(choices.numbersOf(play, [{ zone: 7, slot: 2 }]), [1]);
});

test("cards that an option does not take, too many, or too few, are no answer", () => {
  assert.equal(choices.numbersOf(play, [{ zone: 7, slot: 1 }]), null);
  assert.equal(choices.numbersOf(play, []), null);
  assert.equal(
    choices.numbersOf(
      exchange,
      [0, 1, 2, 3].map((slot) => ({ zone: 7, slot })),
    ),
    null,
  );
});

test("a card that is not allowed says why", () => {
  assert.equal(
    choices.whyNot([play], { zone: 7, slot: 1 }),
    "does not follow hearts",
  );
  assert.equal(choices.whyNot([play], { zone: 7, slot: 0 }), "");
});

test("a tap chooses, a second takes back, and one more than allowed pushes the first out", () => {
  const at = (slot: number) => ({ zone: 7, slot });
  assert.deepEqual(choices.tap([], at(0), 3), [at(0)]);
  assert.deepEqual(choices.tap([at(0), at(1)], at(0), 3), [at(1)]);
  assert.deepEqual(choices.tap([at(0)], at(1), 1), [at(1)]);
  assert.deepEqual(choices.tap([at(0), at(1), at(2)], at(3), 3), [
    at(1),
    at(2),
    at(3),
  ]);
});

test("costly is what the Scene says is, from the amount on that it says", () => {
  assert.equal(choices.costOf(fold), "Checking is free.");
  assert.equal(choices.costOf(raise, 899), "");
  assert.equal(choices.costOf(raise, 900), "All.");
  assert.equal(choices.costOf(check), "");
});

test("only where checking is all that one can do is it done by itself", () => {
  assert.equal(choices.onlyWay([fold, check])?.name, "CHECK");
  assert.equal(choices.onlyWay([check, raise]), null);
  assert.equal(
    choices.onlyWay([{ ...fold, costly: "", unlisted: false }, check]),
    null,
  );
  assert.equal(choices.onlyWay([{ name: "DRAW", words: "Draw" }]), null);
});

test("options stand by their cost, and one without a name of these between them", () => {
  const names = [
    "ALL_IN",
    "RAISE_TO",
    "RAISE",
    "BET",
    "SHOW",
    "PASS",
    "CALL",
    "CHECK",
    "FOLD",
  ];
  assert.deepEqual(
    names.map((name) => choices.cost({ name, words: "" })),
    [4, 3, 3, 3, 2, 1, 1, 1, 0],
  );
});

test("nobody is asked without a question", () => {
  for (const none of [null, undefined]) {
    assert.deepEqual(
      [choices.isOwed(none), choices.actsOf(none), choices.asidesOf(none)],
      [false, [], []],
    );
  }
  assert.ok(choices.isOwed(question(check)));
});

test("an amount is chosen where more than one is possible", () => {
  const amount = (more: Partial<Choice>) =>
    choices.takesAmount({ name: "BET", words: "", ...more });
  assert.deepEqual(
    [
      amount({ step: 1, high: 1 }),
      amount({ step: 1, low: 1, high: 2 }),
      amount({ high: 5 }),
    ],
    [true, true, false],
  );
  assert.deepEqual(
    [
      amount({ step: 1, low: 5, high: 5 }),
      amount({ step: 1 }),
      amount({ step: 1, low: -1 }),
    ],
    [false, false, true],
  );
});

test("six cards have a button each, and options of two cards none", () => {
  const of = (count: number) => ({
    ...play,
    takes: Array.from({ length: count }, (_, slot) =>
      card(slot, `${slot + 2}d`),
    ),
  });
  assert.equal(choices.deedsOf([of(6)])?.length, 6);
  assert.equal(choices.deedsOf([{ ...play, fewest: 2, most: 2 }]), null);
  assert.equal(choices.deedsOf([{ ...play, gaps: true }]), null);
  assert.equal(choices.deedsOf([play, { ...raise, costly: undefined }]), null);
  assert.equal(
    choices.deedsOf([play, { name: "PASS", words: "Pass" }])?.length,
    3,
    "passing is no bet",
  );
  assert.equal(
    choices.deedsOf([{ name: "PASS", words: "Pass" }]),
    null,
    "without a card there is nothing to name",
  );
});

test("some option takes a card, or none does", () => {
  const at = (slot: number) => ({ zone: 7, slot });
  assert.deepEqual(
    [0, 1, 2].map((slot) => choices.isTaken([check, play], at(slot))),
    [true, false, true],
  );
  assert.equal(choices.whyNot([play], { zone: 8, slot: 1 }), "");
  assert.equal(
    choices.whyNot([{ ...play, refuses: [card(1, "7s")] }], at(1)),
    "",
  );
  assert.deepEqual(
    [
      choices.mostCards([]),
      choices.mostCards([check]),
      choices.mostCards([play, exchange]),
    ],
    [0, 0, 3],
  );
});

test("a place that stays empty is no number where there may be gaps", () => {
  const gaps = { ...play, gaps: true, fewest: 1, most: 2 };
  assert.deepEqual(choices.numbersOf(gaps, [null, { zone: 7, slot: 2 }]), [
    null,
    1,
  ]);
  assert.equal(choices.numbersOf(play, [null]), null);
  assert.deepEqual(choices.numbersOf(check, []), []);
  assert.equal(choices.numbersOf(check, [{ zone: 7, slot: 0 }]), null);
});

test("without an amount the least one is meant", () => {
  assert.deepEqual(
    [choices.costOf({ ...raise, low: 900 }), choices.costOf(raise)],
    ["All.", ""],
  );
  assert.equal(
    choices.costOf({ ...raise, low: undefined, costly_from: 1 }),
    "",
  );
  assert.equal(
    choices.costOf({ ...raise, low: undefined, costly_from: -1 }, undefined),
    "All.",
  );
});

test("checking is no only way beside cards, nor as an aside", () => {
  assert.equal(choices.onlyWay([check, { ...play, costly: "All." }]), null);
  assert.equal(choices.onlyWay([{ ...check, aside: true }]), null);
  assert.equal(choices.onlyWay([]), null);
});

test("of several cards each tap beyond the most pushes out the first", () => {
  const at = (slot: number) => ({ zone: 7, slot });
  assert.deepEqual(choices.tap([at(0)], at(1), 2), [at(0), at(1)]);
  assert.deepEqual(choices.tap([at(0), at(1)], at(2), 2), [at(1), at(2)]);
  assert.deepEqual(choices.same(at(1), { zone: 6, slot: 1 }), false);
});
