import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import type { Choice, Scene } from "../../web/src/lib/wire.ts";

// What the compiler makes of runes holds a value; for what is tested here the value alone will do.
const rune = Object.assign(<T>(value: T): T => value, {
  raw: <T>(value: T): T => value,
});
Object.assign(globalThis, { $state: rune });
const { Picking } = await import("../../web/src/table/logic/picking.svelte.ts");

interface Sent {
  name: string;
  amount?: number;
  cards?: (number | null)[] | null;
}

class Line {
  phase = "open";
  scene: Scene | null = null;
  actId: number | null = null;
  sent: number | null = null;
  shownAt = 0;
  said: Sent[] = [];
  get canAct(): boolean {
    return this.actId !== null && this.sent !== this.actId;
  }
  answer(
    choice: Choice,
    given: { amount?: number; cards?: (number | null)[] | null },
  ): void {
    this.said.push({ name: choice.name, ...given });
  }
}

let line: Line;
let picking: InstanceType<typeof Picking>;

beforeEach(() => {
  line = new Line();
  picking = new Picking(line as never);
});

function show(scene: Partial<Scene>, actId: number | null): void {
  line.scene = { game: "g", title: "G", eyes: 0, ...scene };
  line.actId = actId;
  picking.see(line.scene);
}

const takes = ["attack", "defense", "heal", "counter"].map((name, slot) => ({
  zone: 1,
  slot,
  name,
}));
const layout = { fewest: 3, most: 3, ordered: true, gaps: true, takes };
const confirm: Choice = { name: "CONFIRM", words: "Confirm", ...layout };
const draft: Choice = { name: "DRAFT", words: "Draft", aside: true, ...layout };
const battle = (round: number, ...laid: string[]): Partial<Scene> => ({
  phase: `Round ${round} of 3`,
  zones: [
    {
      id: 3,
      label: "lays",
      owner: 0,
      lies: "places",
      cards: laid.map((name) => ({ name })),
    },
  ],
  question: { number: round, options: [confirm, draft] },
});

test("places start empty, and nothing is told to the house before somebody lays a card", () => {
  show(battle(1, "-", "-", "-"), 1);
  assert.deepEqual(picking.laid, [null, null, null]);
  assert.deepEqual(line.said, []);
});

test("every card that is laid, moved or taken back is a draft; only Confirm decides", () => {
  show(battle(1, "-", "-", "-"), 1);
  picking.lay(takes[2]!);
  picking.lay(takes[0]!, 2);
  picking.lay(takes[2]!, 1);
  picking.takeBack(2);
  const drafts = [
    [2, null, null],
    [2, null, 0],
    [null, 2, 0],
    [null, 2, null],
  ];
  assert.deepEqual(
    line.said,
    drafts.map((cards) => ({ name: "DRAFT", cards })),
  );
  picking.attempt(confirm, true);
  assert.deepEqual(line.said.at(-1), {
    name: "CONFIRM",
    amount: undefined,
    cards: [null, 2, null],
  });
});

test("a Scene that is older than the card that was laid last takes nothing back", () => {
  show(battle(1, "-", "-", "-"), 1);
  picking.lay(takes[0]!);
  picking.lay(takes[1]!);
  show(battle(1, "attack", "-", "-"), 1);
  assert.deepEqual(picking.numbers(confirm), [0, 1, null]);
});

test("a new round begins with empty places, and who comes back sees what was drafted", () => {
  show(battle(1, "heal", "-", "attack"), 1);
  assert.deepEqual(picking.numbers(confirm), [2, null, 0]);
  show(battle(2, "-", "-", "-"), 2);
  assert.deepEqual(picking.numbers(confirm), [null, null, null]);
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
};

test("what is costly is asked twice, within two seconds", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  show({ question: { number: 1, options: [fold, check] } }, 1);
  picking.attempt(fold, false);
  assert.deepEqual(line.said, []);
  mock.timers.tick(2_000);
  picking.attempt(fold, false);
  assert.deepEqual(line.said, []);
  picking.attempt(fold, false);
  assert.equal(line.said.length, 1);
  mock.timers.reset();
});

test("an amount begins with the least, and a new question forgets it", () => {
  show({ question: { number: 1, options: [check, raise] } }, 1);
  assert.equal(picking.amount, 200);
  picking.amount = 500;
  picking.attempt(raise, false);
  assert.deepEqual(line.said, [
    { name: "RAISE_TO", amount: 500, cards: undefined },
  ]);
  show({ question: { number: 2, options: [check, raise] } }, 2);
  assert.equal(picking.amount, 200);
});

test("what was planned before the turn is done when it comes, unless somebody raises", () => {
  const seats = (bet: number) => [
    { seat: 0, name: "a" },
    { seat: 1, name: "b", bet },
  ];
  show(
    { seats: seats(100), question: { number: 1, options: [fold, check] } },
    1,
  );
  picking.plan(["CHECK", "FOLD"]);
  show(
    { seats: seats(100), question: { number: 2, options: [fold, check] } },
    2,
  );
  picking.keepWord();
  assert.deepEqual(
    line.said.map(({ name }) => name),
    ["CHECK"],
  );
  picking.plan(["CHECK", "FOLD"]);
  show(
    {
      seats: seats(300),
      question: { number: 3, options: [{ ...fold, costly: "" }] },
    },
    3,
  );
  picking.keepWord();
  assert.equal(line.said.length, 1);
});
