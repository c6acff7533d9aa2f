import assert from "node:assert/strict";
import { test } from "node:test";
import type { Scene, Seat, Zone } from "../../web/src/lib/wire.ts";
import { movesBetween } from "../../web/src/table/logic/moves.ts";
import {
  allInBetween,
  bustBetween,
  chipsFor,
  COUNTS,
  fitted,
  gainAt,
  heldBack,
  isStaged,
  titleOf,
  winningCards,
} from "../../web/src/table/logic/stage.ts";
import { fitting } from "../../web/src/table/logic/standing.ts";

const seat = (number: number, more: Partial<Seat> = {}): Seat => ({
  seat: number,
  name: `P${number}`,
  id: `id-${number}`,
  ...more,
});
const scene = (more: Partial<Scene> = {}): Scene => ({
  game: "g",
  title: "G",
  ...more,
});
const compared = { kind: "compared", words: "Pair of queens" };
const card = (name: string, wins = false) => ({
  name,
  marks: wins ? ["winning"] : [],
});
const zone = (
  id: number,
  owner: number,
  cards: ReturnType<typeof card>[],
): Zone => ({ id, label: "z", owner, cards });

test("a hand is staged once, when hands were compared", () => {
  const [before, after] = [scene(), scene({ result: compared })];
  assert.equal(isStaged(before, after), true);
  assert.equal(isStaged(after, after), false);
  assert.equal(isStaged(undefined, after), false);
  assert.equal(isStaged(scene({ game: "other" }), after), false);
  assert.equal(
    isStaged(before, scene({ result: { kind: "uncontested" } })),
    false,
  );
});

test("chips stay where they were until they have travelled, and the end of the match is not told", () => {
  const before = scene({
    pots: [{ chips: 300 }],
    seats: [seat(0, { chips: 50 }), seat(1, { chips: 0, marks: ["all-in"] })],
  });
  const after = scene({
    result: compared,
    over: "P0 wins the match.",
    winners: [0],
    seats: [
      seat(0, { chips: 350, wins: true, won: 150 }),
      seat(1, { chips: 0, gone: true, out: true }),
    ],
  });
  const shown = heldBack(before, after);
  assert.deepEqual(shown.pots, [{ chips: 300 }]);
  assert.deepEqual(
    shown.seats?.map((one) => one.chips),
    [50, 0],
  );
  assert.equal(shown.seats?.[0]?.won, 150);
  assert.equal(shown.seats?.[1]?.gone, undefined);
  assert.deepEqual(shown.seats?.[1]?.marks, ["all-in"]);
  assert.equal(shown.over, "");
  assert.deepEqual(shown.winners, []);
});

test("another player in a seat has other chips", () => {
  const before = scene({ seats: [seat(0, { chips: 50 })] });
  const after = scene({ seats: [seat(0, { chips: 90, id: "another" })] });
  assert.equal(heldBack(before, after).seats?.[0]?.chips, 90);
});

test("the cards that won rise one after the other, those of the middle first", () => {
  const zones = [
    zone(2, 0, [card("Qc", true), card("2s")]),
    zone(1, -1, [card("4h"), card("Qd", true), card("8h", true)]),
  ];
  const won = winningCards(scene({ zones, result: compared }));
  assert.deepEqual(
    [...won!],
    [
      ["1 1", 0],
      ["1 2", 1],
      ["2 0", 2],
    ],
  );
  assert.equal(
    winningCards(scene({ zones })),
    null,
    "a trick that is being played is no result",
  );
  assert.equal(
    winningCards(
      scene({ zones: [zone(1, -1, [card("4h")])], result: compared }),
    ),
    null,
    "nothing is dimmed where no card won",
  );
});

test("the felt shows how the match ended, else a player who is out, else the winning hand", () => {
  const result = { ...compared, out: "You are out" };
  assert.deepEqual(titleOf(scene({ result, over: "You win the match." })), {
    words: "You win the match",
    match: true,
  });
  assert.deepEqual(titleOf(scene({ result })), {
    words: "You are out",
    match: false,
  });
  assert.equal(titleOf(scene({ result: compared }))?.words, "Pair of queens");
  assert.equal(titleOf(scene({ result: { kind: "uncontested" } })), null);
  assert.equal(titleOf(scene()), null);
});

test("a gain is counted from nothing to all of it, ever more", () => {
  const counted = Array.from({ length: 61 }, (_, at) =>
    gainAt((COUNTS * at) / 60, 50_000),
  );
  assert.equal(counted[0], 0);
  assert.equal(counted.at(-1), 50_000);
  assert.equal(gainAt(Infinity, 50_000), 50_000);
  assert.equal(gainAt(-1, 50_000), 0);
  assert.ok(counted.every((value, at) => !at || value >= counted[at - 1]!));
  assert.ok(
    new Set(counted).size > 40 && counted[30]! > 25_000,
    "fast at first",
  );
});

test("a larger pot is more chips, which winners share", () => {
  const winners = (many: number, weight: number) =>
    scene({
      result: { kind: "compared", weight },
      seats: [0, 1, 2].map((at) => seat(at, { wins: at < many })),
    });
  assert.deepEqual(
    [0, 1, 2].map((weight) => chipsFor(winners(1, weight))),
    [3, 6, 8],
  );
  assert.equal(chipsFor(winners(2, 2)), 4);
  assert.equal(chipsFor(winners(3, 0)), 2);
});

test("a seat goes all-in once, and is out once", () => {
  const before = scene({ seats: [seat(0), seat(1, { marks: ["all-in"] })] });
  const after = scene({
    seats: [seat(0, { marks: ["all-in"] }), seat(1, { marks: ["all-in"] })],
  });
  assert.deepEqual(allInBetween(before, after), [0]);
  const bust = scene({ seats: [seat(0, { gone: true }), seat(1)] });
  assert.deepEqual(bustBetween(before, bust), [0]);
  assert.deepEqual(bustBetween(bust, bust), []);
  const other = scene({ seats: [seat(0, { gone: true, id: "another" })] });
  assert.deepEqual(
    bustBetween(before, other),
    [],
    "a seat without a player is not out",
  );
});

test("the cards of a seat that folds are thrown into the middle, once", () => {
  const hands = [zone(2, 0, [card("Qc"), card("2s")]), zone(3, 1, [card("")])];
  const before = scene({ zones: hands, seats: [seat(0), seat(1)] });
  const after = scene({
    zones: [hands[0]!],
    seats: [seat(0), seat(1, { out: true })],
  });
  assert.deepEqual(movesBetween(before, after), [
    { kind: "muck", from: "card 3 0", to: "pot" },
  ]);
  assert.deepEqual(movesBetween(after, after), []);
  const known = scene({
    zones: hands,
    seats: [seat(0), seat(1, { out: true })],
  });
  assert.deepEqual(
    movesBetween(before, known),
    [],
    "cards that stay in sight stay",
  );
});

test("of a tag the words that fit are shown, and none dangles", () => {
  assert.equal(fitting("raises to 1,200", 99), "raises to 1,200");
  assert.equal(fitting("raises to 1,200", 9), "raises");
  assert.equal(fitting("shows Ah Kd: two pair", 9), "shows Ah Kd");
  assert.equal(fitting("discards 2 cards face down", 10), "discards 2 cards");
  assert.equal(fitting("mucks", 1), "mucks");
  assert.equal(fitting("no chips", 4), "");
  assert.equal(fitting("no chips", 9), "no chips");
  assert.equal(fitting("has nothing that fits", 8), "has nothing");
  assert.equal(fitting("has nothing that fits", 4), "");
  assert.equal(fitting("plays Qs", 9), "plays Qs");
  assert.equal(
    fitting("plays Qs", 4),
    "Qs",
    "which card is more than that it was played",
  );
});

test("a title takes two lines where its type is larger then, and is left out where it cannot be read", () => {
  const words = "station 1 and station 2 share the match";
  assert.equal(fitted("pair of tens", { w: 300, h: 40 })!.text, "pair of tens");
  const { text, size } = fitted(words, { w: 300, h: 54 })!;
  assert.equal(text, "station 1 and station 2\nshare the match");
  assert.ok(size > 20);
  const low = fitted(words, { w: 240, h: 30 })!;
  assert.equal(low.text, text, "of equal ones, the narrowest");
  for (const w of [40, 80, 120, 200, 400])
    assert.doesNotMatch(fitted(words, { w, h: 60 })?.text ?? "", /\n\d/);
  assert.equal(fitted(words, { w: 300, h: 15 }), null);
});
