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

test("a new round begins with empty places, and a player who comes back sees the draft", () => {
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

test("a costly option is asked twice, within two seconds", () => {
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

const checkOrFold = {
  words: "Check or fold",
  names: ["CHECK", "FOLD"],
  price: 0,
};

test("a plan made before the turn is carried out when it comes, unless somebody raises", () => {
  const seats = (bet: number) => [
    { seat: 0, name: "a" },
    { seat: 1, name: "b", bet },
  ];
  show(
    { seats: seats(100), question: { number: 1, options: [fold, check] } },
    1,
  );
  picking.plan({ ...checkOrFold, price: 100 });
  show(
    { seats: seats(100), question: { number: 2, options: [fold, check] } },
    2,
  );
  picking.keepWord();
  assert.deepEqual(
    line.said.map(({ name }) => name),
    ["CHECK"],
  );
  picking.plan({ ...checkOrFold, price: 100 });
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

const play: Choice = {
  name: "PLAY",
  words: "Play a card",
  fewest: 1,
  most: 1,
  takes: [{ zone: 7, slot: 0, name: "5h" }],
  refuses: [
    { zone: 7, slot: 1, name: "7s", why_not: "does not follow hearts" },
  ],
};
const held = (...names: string[]) => [
  { id: 7, label: "hand", owner: 0, cards: names.map((name) => ({ name })) },
];
const asks = (number: number, ...options: Choice[]) => ({
  question: { number, options },
});

test("a first press waits 2,000 ms for the second, and another press begins anew", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const armed = () => picking.armed?.name;
  show(asks(1, fold, check), 1);
  picking.attempt(fold, false);
  mock.timers.tick(1_999);
  assert.equal(armed(), "FOLD");
  mock.timers.tick(1);
  assert.equal(armed(), undefined);
  picking.attempt(fold, false);
  mock.timers.tick(1_500);
  picking.attempt(check, false);
  assert.equal(armed(), undefined);
  picking.attempt(fold, false);
  mock.timers.tick(1_500);
  assert.equal(armed(), "FOLD", "its own two seconds");
  picking.attempt({ ...fold, name: "GO_HOME" }, false);
  assert.equal(armed(), "GO_HOME", "not sure of this one yet");
  assert.deepEqual(
    line.said.map(({ name }) => name),
    ["CHECK"],
  );
  mock.timers.reset();
});

test("a new question forgets what was chosen, typed and asked, the same one keeps it", () => {
  show({ zones: held("5h", "7s"), ...asks(1, play, fold) }, 1);
  const choose = () => {
    picking.tap({ zone: 7, slot: 0 });
    picking.tap({ zone: 7, slot: 1 });
    picking.typing = "1a";
    picking.armed = fold;
  };
  const kept = () => [
    picking.chosen.length,
    picking.why,
    picking.typing,
    picking.armed?.name,
  ];
  choose();
  const chosen = [
    1,
    "The seven of spades: does not follow hearts.",
    "1a",
    "FOLD",
  ];
  assert.deepEqual(kept(), chosen);
  show({ zones: held("5h", "7s"), ...asks(1, play, fold) }, 1);
  assert.deepEqual(kept(), chosen);
  picking.tap({ zone: 7, slot: 2 });
  assert.deepEqual(kept(), [1, "", "1a", "FOLD"], "of that nothing is said");
  show({ zones: held("5h", "7s"), ...asks(2, play, fold) }, 2);
  assert.deepEqual(kept(), [0, "", null, undefined]);
  assert.equal(picking.amount, 0, "no amount is asked for");
});

test("cards are sent when the option takes them, and else nothing is", () => {
  show({ zones: held("5h", "7s"), ...asks(1, play) }, 1);
  picking.attempt(play, false);
  assert.deepEqual([line.said, picking.sent], [[], ""]);
  picking.tap({ zone: 7, slot: 0 });
  picking.attempt(play, false);
  assert.deepEqual(line.said, [
    { name: "PLAY", amount: undefined, cards: [0] },
  ]);
  assert.equal(picking.sent, "PLAY");
});

test("the only amount that is possible is sent without being chosen", () => {
  const allIn = { ...raise, name: "ALL_IN", low: 900 };
  show(asks(1, allIn), 1);
  assert.equal(picking.wager, null);
  picking.attempt(allIn, false);
  assert.deepEqual(line.said, [
    { name: "ALL_IN", amount: 900, cards: undefined },
  ]);
});

test("an answer is open while one is owed and none is sent; keys mean it after 250 ms", () => {
  assert.deepEqual(
    [picking.open, picking.acts, picking.layer],
    [false, [], null],
  );
  show(asks(1, fold, check), 1);
  assert.ok(picking.open);
  line.sent = 1;
  assert.ok(!picking.open);
  show(asks(2, draft), 2);
  assert.ok(!picking.open, "an aside is not owed");
  mock.method(performance, "now", () => 1_000);
  const settled = [750, 751].map((shownAt) => {
    line.shownAt = shownAt;
    return picking.settled;
  });
  mock.restoreAll();
  assert.deepEqual(settled, [true, false]);
});

test("options are known once they were asked, in this game alone", () => {
  show(asks(1, fold, check), 1);
  show(asks(2, check, raise), 2);
  show({}, null);
  assert.deepEqual([...picking.known], ["FOLD", "CHECK", "RAISE_TO"]);
  picking.plan(checkOrFold);
  picking.away = picking.handInDock = true;
  show({ game: "other", ...asks(1, check) }, 3);
  assert.deepEqual(
    [[...picking.known], picking.before, picking.away, picking.handInDock],
    [["CHECK"], null, false, false],
  );
});

test("a hand lies in the dock from three cards on, or as soon as it is asked for, and stays", () => {
  const docked = (scene: Partial<Scene>) => {
    picking = new Picking(line as never);
    show(scene, 1);
    return picking.handInDock;
  };
  assert.ok(!docked({}));
  assert.ok(!docked({ zones: held("5h", "7s") }));
  assert.ok(!docked({ zones: held("5h", "7s", "2c"), eyes: undefined }));
  assert.ok(docked({ zones: held("5h", "7s"), ...asks(1, play) }));
  assert.ok(docked({ meters: [{ label: "Heat", value: 3, most: 9 }] }));
  assert.ok(docked({ zones: held("5h", "7s", "2c") }));
  show({ zones: held("5h") }, 2);
  assert.ok(picking.handInDock);
});

test("the dock has the shape for the most cards of this hand, until the next is dealt", () => {
  const most = (phase: string, names: string[], more: Partial<Scene> = {}) => {
    show({ phase, zones: held(...names), ...more }, 1);
    return picking.held;
  };
  const dealt = ["5h", "7s", "2c"];
  assert.equal(most("Hand 1 · Trick 1", dealt), 3);
  assert.equal(most("Hand 1 · Trick 2", dealt.slice(1)), 3);
  assert.equal(most("Hand 2 · Trick 1", dealt.slice(1)), 2);
  assert.equal(most("Hand 2 · Trick 1", dealt.slice(2), { title: "B" }), 1);
});

const bets = (...bets: number[]) =>
  bets.map((bet, seat) => ({ seat, name: "", bet, you: seat === 0 }));

test("a plan is dropped when its price changes or another hand begins, and one without a price with the hand", () => {
  const planned = (phase: string, ...all: number[]) => {
    show({ phase, seats: bets(...all), ...asks(1, fold, check) }, 1);
    return picking.before?.words;
  };
  planned("Hand 1 · Flop", 100, 200);
  picking.plan({ words: "Call 100", names: ["CALL"], price: 100 });
  assert.equal(planned("Hand 1 · Flop", 100, 200), "Call 100");
  assert.equal(planned("Hand 1 · Flop", 100, 300), undefined);
  picking.plan({ words: "Call any", names: ["CALL"], price: null });
  assert.equal(planned("Hand 1 · Turn", 0, 900), "Call any");
  assert.equal(planned("Hand 2 · Before the flop", 0, 900), undefined);
  picking.plan(checkOrFold);
  assert.equal(planned("Hand 2 · Flop", 0, 0), "Check or fold");
  assert.equal(planned("Hand 2 · Flop", 0, 1), undefined);
});

test("the first of its options that there is is done, once; the same plan twice is none", () => {
  show(asks(1, fold, check), 1);
  picking.plan({ words: "", names: ["CALL", "FOLD", "CHECK"], price: 0 });
  picking.keepWord();
  picking.keepWord();
  assert.deepEqual(
    line.said.map(({ name }) => name),
    ["FOLD"],
  );
  picking.plan(checkOrFold);
  picking.plan(checkOrFold);
  assert.equal(picking.before, null);
});

test("an absent player checks or folds at every turn, until it is back; a plan goes first", () => {
  show({}, null);
  picking.away = true;
  const turn = (number: number, ...options: Choice[]) => {
    show(asks(number, ...options), number);
    picking.keepWord();
    return line.said.splice(0).map(({ name }) => name);
  };
  assert.deepEqual(turn(1, fold, check), ["CHECK"]);
  assert.deepEqual(turn(2, { ...fold, costly: "" }, raise), ["FOLD"]);
  assert.deepEqual(turn(3, raise), [], "there is neither: the clock decides");
  picking.plan({ words: "", names: ["RAISE_TO"], price: null });
  assert.deepEqual(turn(4, fold, raise), ["RAISE_TO"]);
  picking.away = false;
  assert.deepEqual(turn(5, fold, check), []);
});

test("an unsent choice has words, and so has a sent one", () => {
  show(asks(1, fold, raise), 1);
  assert.equal(picking.prepared, "");
  picking.amount = 1_500;
  assert.equal(picking.prepared, `${raise.words} 1,500`);
  picking.typing = "1";
  assert.equal(picking.prepared, "", "what is too little cannot be sent");
  picking.typing = null;
  picking.attempt(raise, true);
  assert.equal(picking.sentWords, `${raise.words} 1,500`);
  show({ zones: held("5h", "7s"), ...asks(2, fold, play) }, 2);
  assert.equal(picking.prepared, "");
  picking.tap(play.takes![0]!);
  assert.equal(picking.prepared, "Play the five of hearts");
});

test("cards that are laid are told again when the line is back", () => {
  show(battle(1, "-", "-", "-"), 1);
  picking.layAgain();
  assert.deepEqual(line.said, []);
  picking.lay(takes[1]!);
  picking.layAgain();
  assert.deepEqual(line.said[1], line.said[0]);
});

test("a card goes into the first empty place, changes places, and comes back into the hand", () => {
  show(battle(1, "-", "-", "-"), 1);
  const laid = () => picking.numbers(confirm);
  picking.takeBack();
  picking.takeBack(1);
  picking.clear();
  picking.lay(takes[0]!, 3);
  picking.lay(takes[0]!, -1);
  assert.deepEqual(line.said, [], "nothing was done");
  for (const card of takes) picking.lay(card);
  assert.deepEqual(laid(), [0, 1, 2], "there is no fourth place");
  picking.lay(takes[0]!, 2);
  assert.deepEqual(laid(), [2, 1, 0]);
  picking.takeBack();
  picking.takeBack(0);
  assert.deepEqual(laid(), [null, 1, null]);
  picking.clear();
  assert.deepEqual(laid(), [null, null, null]);
  assert.equal(line.said.length, 7);
});

test("of two equal cards each lies once, and only one's own places count", () => {
  const attacks = { ...layout, takes: [takes[0]!, { ...takes[0]!, slot: 1 }] };
  const scene = battle(1, "attack", "attack", "attack");
  const foreign = { ...scene.zones![0]!, id: 4, owner: 1 };
  const row = { ...scene.zones![0]!, id: 5, lies: "row" as const };
  const options = [{ ...confirm, ...attacks }];
  show({ ...scene, question: { number: 1, options } }, 1);
  assert.deepEqual(picking.numbers(options[0]!), [0, 1, null]);
  show({ ...scene, phase: "Round 2", zones: [foreign, row] }, 2);
  assert.deepEqual(picking.laid, [null, null, null]);
});

test("after the end another match begins with what it shows, though its round is called the same", () => {
  show(battle(1, "-", "-", "-"), 1);
  picking.lay(takes[0]!);
  show({ ...battle(1), over: "You win.", question: undefined }, null);
  show(battle(1, "heal", "-", "-"), 1);
  assert.deepEqual(picking.numbers(confirm), [2, null, null]);
});
