import assert from "node:assert/strict";
import { test } from "node:test";
import { counts } from "../../web/src/table/cards/counts.ts";
import { pile, smallestChip } from "../../web/src/table/logic/chips.ts";
import {
  initials,
  pieces,
  readOut,
  spoken,
} from "../../web/src/table/logic/words.ts";

test("cards in a sentence are drawn with their signs and read out in words", () => {
  assert.deepEqual(
    pieces("You are dealt Tc Jh.").map((piece) => piece.text),
    ["You are dealt ", "10♣", " ", "J♥", "."],
  );
  assert.equal(
    readOut("Flop: As 2d Tc."),
    "Flop: the ace of spades, the two of diamonds, the ten of clubs.",
  );
  assert.equal(
    readOut("You draw Jh, and pass 2c."),
    "You draw the jack of hearts, and pass the two of clubs.",
  );
});

test("a word that looks like a card is a word", () => {
  for (const text of [
    "As it stands, nobody wins.",
    "Seats 2 and 3.",
    "house:Ks calls 20.",
    "The ace of hearts.",
  ]) {
    assert.deepEqual(pieces(text), [{ text }]);
  }
});

test("a card of another deck has its own name", () => {
  assert.equal(spoken("Safe House"), "Safe House");
  assert.equal(spoken("Qh"), "queen of hearts");
});

test("a seat's chip has two letters of its name", () => {
  assert.deepEqual(
    ["house:shark", "Mara", "Amber Crane 2", "shark 3", "x"].map(initials),
    ["SH", "MA", "AC", "S3", "X"],
  );
});

test("a line of a card is a value with its name, or a sentence", () => {
  assert.deepEqual(counts("Evidence +10"), {
    words: "Evidence",
    value: "+10",
    letter: "E",
    what: "evidence",
  });
  assert.deepEqual(counts("Price ×1.5"), {
    words: "Price",
    value: "×1.5",
    letter: "$",
    what: "price",
  });
  assert.equal(counts("Pays once for 300, then Heat +20").value, "");
});

test("a pile has at most five chips, and none only for nothing", () => {
  for (const amount of [1, 24, 25, 999, 12_280, 1_000_000]) {
    const ranks = pile(amount, 25);
    assert.ok(ranks.length >= 1 && ranks.length <= 5);
    assert.deepEqual(
      ranks,
      ranks.toSorted((a, b) => b - a),
    );
  }
  assert.deepEqual(pile(0, 25), []);
});

test("a table's smallest chip is a round number that goes with its stacks", () => {
  assert.equal(smallestChip([10_000, 9_900]), 25);
  assert.equal(smallestChip([40, 38]), 1);
});

test("a pile has the largest chips first, each for its worth", () => {
  assert.deepEqual(pile(400 + 40 + 20 + 4 + 1, 1), [5, 4, 3, 2, 1]);
  assert.deepEqual(pile((400 + 40 + 20 + 4 + 1) * 25, 25), [5, 4, 3, 2, 1]);
  assert.deepEqual(pile(400 * 25 - 1, 25), [4, 4, 4, 4, 4]);
  assert.deepEqual(pile(39, 1), [3, 2, 2, 2, 2]);
  assert.deepEqual(
    [pile(19, 1), pile(3, 1), pile(7, 2)],
    [
      [2, 2, 2, 2, 1],
      [1, 1, 1],
      [1, 1, 1],
    ],
  );
  assert.deepEqual([pile(0.5, 1), pile(1, 25), pile(-3, 1)], [[1], [1], []]);
});

test("a smallest chip is 1, 2.5 or 5 times a power of ten", () => {
  assert.deepEqual(
    [
      [],
      [400],
      [401],
      [1_000],
      [1_001],
      [2_000],
      [2_001],
      [4_000],
      [4_001],
    ].map(smallestChip),
    [1, 1, 2.5, 2.5, 5, 5, 10, 10, 25],
  );
});
