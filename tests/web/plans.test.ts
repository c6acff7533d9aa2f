import assert from "node:assert/strict";
import { test } from "node:test";
import type { Scene } from "../../web/src/lib/wire.ts";
import {
  bankLeft,
  hasDecided,
  isInBank,
  shownClock,
  stopped,
} from "../../web/src/table/logic/clocks.ts";
import {
  alike,
  firstOf,
  handOfPhase,
  holds,
  isSettled,
  plansAt,
  priceOf,
} from "../../web/src/table/logic/plans.ts";

const scene = (
  seats: { bet?: number; you?: boolean; chips?: number }[],
): Scene => ({
  game: "g",
  title: "G",
  seats: seats.map((seat, at) => ({ seat: at, name: "", ...seat })),
});
const known = new Set(["FOLD", "CHECK", "CALL", "RAISE_TO"]);
const words = (price: number, names = known) =>
  plansAt(price, names).map((plan) => plan.words);

test("the price is what is missing to the highest bet, and never more than one's chips", () => {
  assert.equal(priceOf(scene([{ you: true, bet: 50 }, { bet: 200 }])), 150);
  assert.equal(
    priceOf(scene([{ you: true, bet: 50, chips: 60 }, { bet: 200 }])),
    60,
  );
  assert.equal(priceOf(scene([{ you: true, bet: 200 }, { bet: 50 }])), 0);
  assert.equal(priceOf(scene([{ you: true }, {}])), 0);
  assert.equal(priceOf({ game: "g", title: "G" }), 0);
});

test("where nothing is to call one may check, elsewhere fold or call this amount; to call anything always", () => {
  assert.deepEqual(words(0), ["Check or fold", "Check", "Call any"]);
  assert.deepEqual(words(1_250), ["Fold", "Call 1,250", "Call any"]);
});

test("only options that there were in this match are offered", () => {
  assert.deepEqual(words(0, new Set(["CHECK"])), ["Check"]);
  for (const pair of [
    ["FOLD", "CALL"],
    ["CHECK", "BET"],
    ["CHECK", "RAISE_TO"],
  ]) {
    assert.equal(words(0, new Set(pair)).length, 3, "where there are bets");
    assert.equal(words(100, new Set(pair)).length, 3);
  }
  assert.deepEqual(words(0, new Set(["CHECK", "SWAP"])), ["Check"]);
  assert.deepEqual(words(100, new Set(["FOLD"])), ["Fold"]);
  assert.deepEqual(words(100, new Set()), []);
});

test("a plan holds at its price and in its hand; to call any at every price", () => {
  const [call, any] = [plansAt(100, known)[1]!, plansAt(100, known)[2]!];
  assert.ok(holds(call, 100, true));
  assert.ok(!holds(call, 101, true));
  assert.ok(!holds(call, 100, false));
  assert.ok(holds(any, 5_000, true));
  assert.ok(!holds(any, 5_000, false));
  assert.ok(alike(call, { ...call }) && !alike(call, any) && !alike(null, any));
});

test("the first option that is offered is taken", () => {
  const acts = [
    { name: "FOLD", words: "" },
    { name: "CALL", words: "" },
  ];
  assert.equal(firstOf(["CHECK", "CALL"], acts)?.name, "CALL");
  assert.equal(firstOf(["CHECK"], acts), undefined);
});

test("a hand is named by the beginning of its phase", () => {
  assert.equal(handOfPhase("Hand 3 · Flop"), "Hand 3");
  assert.equal(handOfPhase(), "");
});

const clock = { seat: 1, at: 5_000, limit_ms: 15_000, bank_ms: 30_000 };

test("when the time is up the bank runs, if there is one", () => {
  assert.ok(!isInBank(clock, 4_999));
  assert.ok(isInBank(clock, 5_000));
  assert.ok(!isInBank({ ...clock, bank_ms: 0 }, 6_000));
  assert.ok(!isInBank({ ...clock, at: 0 }, 6_000), "there is no limit");
  assert.ok(!isInBank(null, 6_000));
  const bank = { seat: 1, at: 35_000, limit_ms: 30_000, bank_ms: 0 };
  assert.deepEqual(shownClock(clock, true), bank);
  assert.equal(shownClock(clock, false), clock);
});

test("the rest of the bank goes down from then on", () => {
  assert.deepEqual(
    [0, 5_000, 6_500, 99_000].map((now) => bankLeft(clock, now)),
    [30_000, 30_000, 28_500, 0],
  );
  assert.equal(bankLeft({ ...clock, at: 0 }, 99_000), 30_000);
});

test("a clock that stands still shows what it showed", () => {
  const left = (now: number) => stopped(clock, 3_000, now).at - now;
  assert.deepEqual([left(3_000), left(9_000)], [2_000, 2_000]);
  assert.equal(stopped({ ...clock, at: 0 }, 3_000, 9_000).at, 0);
});

test("nothing is planned once a hand is won, or lies open while cards are to come", () => {
  const open = scene([{ you: true, chips: 100 }, { chips: 0 }]);
  assert.equal(isSettled(open), false);
  const running = {
    ...open,
    seats: open.seats!.map((seat) => ({ ...seat, share: 0 })),
  };
  assert.equal(isSettled(running), true);
  assert.equal(
    isSettled({ ...open, result: { kind: "uncontested" } } as Scene),
    true,
  );
});

test("the clock of a seat ends when it has decided, though nobody else's begins", () => {
  const acts = (seat: number | null, more: Partial<Scene> = {}): Scene => ({
    ...scene([{}, {}, {}]),
    seats: [0, 1, 2].map((at) => ({ seat: at, name: "", to_act: at === seat })),
    ...more,
  });
  const asks = {
    says: "",
    options: [{ name: "CALL", words: "Call" }],
  } as unknown as Scene["question"];
  const aside = {
    says: "",
    options: [{ name: "LEAVE", words: "Leave", aside: true }],
  } as unknown as Scene["question"];
  assert.equal(hasDecided(1, acts(1), acts(1)), false);
  assert.equal(hasDecided(1, acts(1), acts(2)), true);
  assert.equal(hasDecided(1, acts(1), acts(null)), true);
  assert.equal(
    hasDecided(1, acts(null), acts(null)),
    false,
    "nobody is said to be in turn in this game",
  );
  assert.equal(
    hasDecided(0, acts(0), acts(null, { question: asks })),
    false,
    "the viewer is asked",
  );
  assert.equal(hasDecided(0, acts(0), acts(null, { question: aside })), true);
  assert.equal(
    hasDecided(null, acts(1), acts(2)),
    false,
    "several share this clock",
  );
  assert.equal(
    hasDecided(
      null,
      acts(1),
      acts(null, { result: { kind: "compared" } } as Partial<Scene>),
    ),
    true,
  );
});
