import assert from "node:assert/strict";
import { test } from "node:test";
import {
  arranged,
  meldsIn,
  usual,
  withMoved,
} from "../../web/src/table/logic/arranging.ts";

const hand = (...names: string[]) => ({
  id: 7,
  label: "hand",
  cards: names.map((name) => ({ name })),
});
const words = (cards: { card: { name?: string }; slot: number }[]) =>
  cards.map(({ card, slot }) => `${card.name}${slot}`).join(" ");
const mixed = hand("Ah", "2c", "Kd", "3c", "2h", "Ts");

test("a hand is sorted by suit or by rank, and its cards keep their slots", () => {
  assert.equal(words(arranged(mixed, "suits", [])), "2c1 3c3 Kd2 Ts5 2h4 Ah0");
  assert.equal(words(arranged(mixed, "ranks", [])), "2c1 2h4 3c3 Ts5 Kd2 Ah0");
  assert.equal(words(arranged(mixed, "dealt", [])), "Ah0 2c1 Kd2 3c3 2h4 Ts5");
  assert.deepEqual(arranged({ id: 7, label: "hand" }, "suits", []), []);
});

test("cards that are unknown, or have words, lie as they came", () => {
  const some = hand("Ah", "", "2c");
  assert.equal(words(arranged(some, "suits", [])), "Ah0 1 2c2");
  assert.equal(usual(some, ""), "dealt");
  assert.equal(usual(hand("Attack", "Heal"), "3 cards in melds"), "dealt");
});

test("six cards are sorted by suit unless somebody says otherwise, and those of melds by melds", () => {
  assert.equal(usual(mixed, ""), "suits");
  assert.equal(usual(hand("Ah", "2c", "Kd", "3c", "2h"), ""), "dealt");
  assert.equal(usual(hand("Ah", "2c", "Kd"), "0 cards in melds"), "melds");
});

test("melds come first, the longest before others, and no card is in two of them", () => {
  const cards = hand("9c", "7h", "7d", "8c", "7c", "Tc", "2s", "Kd", "7s");
  const melds = meldsIn(arranged(cards, "suits", []));
  assert.deepEqual(melds.map(words), ["7c4 7d2 7s8 7h1", "8c3 9c0 Tc5"]);
  assert.equal(
    words(arranged(cards, "melds", [])),
    "7c4 7d2 7s8 7h1 8c3 9c0 Tc5 2s6 Kd7",
  );
  assert.deepEqual(
    meldsIn(arranged(hand("7h", "8h", "Th", "7d"), "suits", [])),
    [],
  );
  assert.equal(
    meldsIn(arranged(hand("7h", "7h", "7d"), "suits", [])).length,
    0,
    "the same card twice is no set",
  );
});

test("a card that was moved stays where it was put, and new cards come last", () => {
  const moved = withMoved(arranged(mixed, "dealt", []), 5, 0);
  assert.equal(
    words(arranged(mixed, "dealt", moved)),
    "Ts5 Ah0 2c1 Kd2 3c3 2h4",
  );
  const later = hand("2c", "Kd", "9s", "2h", "Ts");
  assert.equal(words(arranged(later, "dealt", moved)), "Ts4 2c0 Kd1 2h3 9s2");
  const twins = hand("2c", "2c", "3c");
  assert.equal(
    words(
      arranged(twins, "dealt", withMoved(arranged(twins, "dealt", []), 0, 2)),
    ),
    "2c1 3c2 2c0",
  );
  assert.equal(withMoved([], 0, 1).length, 0);
});

test("runs are of one suit, and a gap ends them", () => {
  const cards = hand("4c", "5c", "6c", "8c", "9c", "Tc", "5d", "6h");
  assert.deepEqual(meldsIn(arranged(cards, "suits", [])).map(words), [
    "4c0 5c1 6c2",
    "8c3 9c4 Tc5",
  ]);
  const three = hand("2c", "2c", "2c", "3c");
  const order = withMoved(arranged(three, "dealt", []), 3, 1);
  assert.deepEqual(order, ["2c 0", "3c 0", "2c 1", "2c 2"]);
});
