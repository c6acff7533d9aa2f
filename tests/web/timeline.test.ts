import assert from "node:assert/strict";
import { test } from "node:test";
import {
  Chronicle,
  KEPT,
  NEWEST,
  RECAP,
  type Told,
} from "../../web/src/lib/chronicle.ts";
import {
  BEAT,
  BEHIND,
  BLINK,
  FRAMELESS,
  Timeline,
} from "../../web/src/lib/timeline.ts";
import { Clock } from "./clock.ts";

/** More than anybody can follow. */
const CROWD = Math.ceil(BEHIND / BEAT) + 1;

interface Shown {
  item: number;
  jumps: boolean;
}

function timeline(clock = new Clock()) {
  const shown: Shown[] = [];
  const made = new Timeline<number>(
    (item, jumps) => shown.push({ item, jumps }),
    clock,
  );
  let added = 0;
  const rush = (count: number) => {
    for (let at = 0; at < count; at++) made.add(added++);
  };
  return { clock, shown, made, rush };
}

const items = (shown: Shown[]) => shown.map(({ item }) => item);

test("Scenes that arrive at once are shown a beat apart, with motion", () => {
  const { clock, shown, made } = timeline();
  for (const item of [1, 2, 3]) made.add(item);
  assert.deepEqual(items(shown), [1]);
  clock.pass(BEAT - 1);
  assert.deepEqual(items(shown), [1]);
  clock.pass(1);
  assert.deepEqual(items(shown), [1, 2]);
  clock.pass(BEAT);
  assert.deepEqual(
    shown.map(({ jumps }) => jumps),
    [false, false, false],
  );
});

test("Scenes that arrive apart are shown as they arrive", () => {
  const { clock, shown, made } = timeline();
  for (const item of [1, 2, 3]) {
    made.add(item);
    assert.equal(shown.at(-1)?.item, item);
    clock.pass(BEAT);
  }
});

test("a consequence is shown together with its cause", () => {
  const { clock, shown, made } = timeline();
  made.add(1);
  made.add(2);
  made.add(3, true);
  assert.deepEqual(items(shown), [1]);
  clock.pass(BEAT);
  assert.deepEqual(items(shown), [1, 2, 3]);
});

test("a page that falls behind jumps to the present with the next frame, over nothing and in order", () => {
  const { clock, shown, rush } = timeline();
  rush(1 + CROWD);
  assert.equal(
    shown.length,
    1,
    "the first is shown as it arrives; the others wait for a frame",
  );
  clock.draw();
  assert.deepEqual(
    items(shown),
    Array.from({ length: 1 + CROWD }, (_, at) => at),
  );
  assert.ok(shown.slice(1).every(({ jumps }) => jumps));
});

test("a backlog that is too old is jumped over, too", () => {
  const { clock, shown, made } = timeline();
  for (let item = 0; item < 5; item++) made.add(item);
  clock.isHidden = true;
  clock.pass(BEHIND);
  assert.deepEqual(shown.at(-1), { item: 4, jumps: true });
});

test("as long as too much comes there is one jump in a blink, and never two in a frame", () => {
  const { clock, shown, rush } = timeline();
  rush(1 + CROWD);
  clock.draw();
  const before = shown.length;
  rush(2 * CROWD);
  clock.draw();
  assert.equal(shown.length, before, "the last jump was just now");
  clock.pass(BLINK);
  assert.equal(shown.length, before, "there was no frame yet");
  rush(CROWD);
  clock.draw();
  assert.equal(
    shown.length,
    before + 3 * CROWD,
    "all that came meanwhile is one jump",
  );
  clock.draw();
  assert.equal(shown.length, before + 3 * CROWD);
});

test("a page without frames goes on after a while, one that is hidden at once", () => {
  const slow = timeline();
  slow.rush(1 + CROWD);
  slow.clock.pass(FRAMELESS);
  assert.equal(slow.shown.length, 1 + CROWD);
  slow.clock.draw();
  assert.equal(
    slow.shown.length,
    1 + CROWD,
    "and shows nothing twice when a frame comes",
  );
  const hidden = timeline();
  hidden.clock.isHidden = true;
  hidden.rush(1);
  assert.deepEqual(hidden.shown, [{ item: 0, jumps: true }]);
});

test("after a jump things are shown a beat apart again", () => {
  const { clock, shown, made, rush } = timeline();
  rush(1 + CROWD);
  clock.draw();
  made.add(100);
  assert.notEqual(shown.at(-1)?.item, 100);
  clock.pass(BEAT);
  assert.deepEqual(shown.at(-1), { item: 100, jumps: false });
});

test("a cleared Scene is never shown, not even if showing another one clears it", () => {
  const { clock, shown, made, rush } = timeline();
  rush(1 + CROWD);
  made.clear();
  clock.draw();
  clock.pass(FRAMELESS);
  assert.equal(shown.length, 1);
  const seen: number[] = [];
  const stopped: Timeline<number> = new Timeline((item) => {
    seen.push(item);
    if (item === 2) stopped.clear();
  }, clock);
  for (let item = 0; item <= CROWD; item++) stopped.add(item);
  clock.draw();
  assert.deepEqual(seen, [0, 1, 2]);
});

function chronicle(clock = new Clock()) {
  const told: string[][] = [];
  const rushed: boolean[] = [];
  const made = new Chronicle((lines, rushes) => {
    told.push(lines.map(({ text }) => text));
    rushed.push(rushes);
  }, clock);
  const rush = (count: number) => {
    for (let at = 1; at <= count; at++) made.add("Flop", String(at), true);
  };
  return { clock, told, rushed, made, rush };
}

test("a sentence is told when its Scene is shown", () => {
  const { told, made } = chronicle();
  made.add("Flop", "a", false);
  made.add("Flop", "b", false);
  assert.deepEqual(told, [["a"], ["a", "b"]]);
});

test("sentences that one jump goes over are told at once, together with what they lead to", () => {
  const { clock, told, rushed, rush } = chronicle();
  rush(2 * NEWEST);
  assert.equal(told.at(-1)!.length, 2 * NEWEST);
  const often = told.length;
  clock.pass(5 * RECAP);
  assert.equal(told.length, often, "and not again");
  assert.ok(!rushed.includes(true));
});

test("in a rush the newest are told once in a while", () => {
  const { clock, told, rushed, rush } = chronicle();
  for (let jump = 0; jump < 10; jump++) {
    rush(NEWEST);
    clock.pass(RECAP / 5);
  }
  assert.deepEqual(rushed.slice(NEWEST), [true, true], "after the first jump");
  assert.deepEqual(
    [told.at(-1)!.length, told.at(-1)!.at(-1)],
    [NEWEST, String(NEWEST)],
  );
});

test("when it is calm again all is told that was jumped over", () => {
  const { clock, told, rushed, made, rush } = chronicle();
  rush(NEWEST);
  clock.pass(1);
  rush(NEWEST);
  clock.pass(5 * RECAP);
  assert.deepEqual(
    told.slice(NEWEST).map((lines) => lines.length),
    [NEWEST, 2 * NEWEST],
  );
  made.add("Flop", "calm", false);
  assert.equal(told.at(-1)!.length, 2 * NEWEST + 1);
  assert.deepEqual(
    rushed.slice(NEWEST),
    [true, true, false],
    "what was jumped over is not read out one by one",
  );
});

test("the oldest sentences are forgotten", () => {
  const { told, made } = chronicle();
  for (let at = 0; at < 3 * KEPT; at++) made.add("Flop", String(at), false);
  assert.deepEqual(
    [told.at(-1)!.length, told.at(-1)!.at(-1)],
    [KEPT, String(3 * KEPT - 1)],
  );
});

test("another match begins with an empty page, which in a rush is turned when the next is told", () => {
  const { clock, told, made } = chronicle();
  made.add("Flop", "a", false);
  made.clear();
  assert.deepEqual(told.at(-1), []);
  made.add("Flop", "b", true);
  clock.pass(0);
  made.clear();
  assert.deepEqual(told.at(-1), ["b"]);
  made.add("Flop", "c", true);
  clock.pass(RECAP);
  assert.deepEqual(told.at(-1), ["c"]);
});

test("a sentence keeps its number and its round, so that no line is drawn or read out anew", () => {
  const { rounds, add } = numbered();
  for (const phase of ["Flop", "Flop", "Turn", "Flop"]) add(phase);
  assert.deepEqual(rounds(), [
    [1, 1, "Flop"],
    [2, 1, "Flop"],
    [3, 2, "Turn"],
    [4, 3, "Flop"],
  ]);
});

test("sentences between two parts of a hand belong to the part before", () => {
  const { rounds, add, clear } = numbered();
  for (const phase of [
    "Hand 1",
    "Hand 1 · Flop",
    "Hand 1",
    "Hand 1 · Turn",
    "Hand 10",
  ])
    add(phase);
  assert.deepEqual(
    rounds().map(([, round]) => round),
    [1, 2, 2, 3, 4],
  );
  assert.equal(rounds()[2]![2], "Hand 1 · Flop");
  add("Hand 10 · Flop");
  clear();
  add("Hand 10");
  assert.equal(
    rounds()[0]![2],
    "Hand 10",
    "but of another match nothing is before",
  );
});

test("a draft gives way to the next one, and to what is decided", () => {
  const { told, made } = chronicle();
  made.add("Round 1", "You draft a.");
  made.add("Round 1", "You draft b.");
  assert.deepEqual(told.at(-1), ["You draft b."]);
  made.add("Round 1", "Ada is ready.");
  made.add("Round 1", "You draft c.");
  made.add("Round 1", "You confirm c.");
  assert.deepEqual(told.at(-1), [
    "You draft b.",
    "Ada is ready.",
    "You confirm c.",
  ]);
});

test("a rush is told once a second, the newest 80 of the 400 that are kept", () => {
  const { clock, told, rush } = chronicle();
  rush(500);
  assert.equal(told.at(-1)!.length, 400);
  clock.pass(0);
  rush(100);
  clock.pass(999);
  assert.equal(told.length, 500, "nothing within the second");
  clock.pass(1);
  assert.deepEqual([told.length, told.at(-1)!.length], [501, 80]);
});

test("after a rush the first jump is told at once again, and the next begins a rush", () => {
  const { clock, told, made, rush } = chronicle();
  rush(1);
  clock.pass(0);
  rush(1);
  assert.equal(told.length, 1);
  clock.pass(2 * RECAP);
  assert.equal(told.length, 3, "the newest, and in the end all");
  rush(1);
  assert.equal(told.length, 4);
  clock.pass(0);
  rush(1);
  assert.equal(told.length, 4);
  clock.pass(RECAP);
  assert.equal(told.length, 5);
  made.add("Flop", "shown");
  made.add("Flop", "shown too");
  assert.equal(told.length, 7, "what is shown is told even in a rush");
});

test("without a word about jumps a sentence is shown, and a first round has a number without a name", () => {
  const { clock, told, made } = chronicle();
  made.add("", "a");
  clock.pass(0);
  made.add("", "b");
  assert.equal(told.length, 2);
  const { rounds, add } = numbered();
  add("");
  assert.deepEqual(rounds(), [[1, 1, ""]]);
});

function numbered() {
  let lines: Told[] = [];
  const made = new Chronicle((told) => (lines = told), new Clock());
  return {
    add: (phase: string) => made.add(phase, "x"),
    clear: () => made.clear(),
    rounds: () =>
      lines.map(({ number, round, phase }): [number, number, string] => [
        number,
        round,
        phase,
      ]),
  };
}

const sentences = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => ({
    number: from + at,
    phase: "Flop",
    text: `s${from + at}`,
  }));

function marked() {
  let lines: Told[] = [];
  const made = new Chronicle((told) => (lines = told), new Clock());
  return {
    made,
    lines: () => lines.map(({ text, mark }) => [text, mark ?? ""].join("")),
  };
}

test("a page that was loaded anew has the log of the house, and none of it was missed", () => {
  const { made, lines } = marked();
  assert.equal(made.recall(sentences(1, 2)), 0);
  assert.deepEqual(lines(), ["s1", "s2"]);
  made.hear(2, "Flop", "s2");
  made.hear(3, "Flop", "s3");
  made.hear(3, "Flop", "s3");
  assert.deepEqual(lines(), ["s1", "s2", "s3"], "each once, by its number");
});

test("two sentences alike are two", () => {
  const { made, lines } = marked();
  made.hear(1, "Flop", "Ada checks.");
  made.hear(2, "Flop", "Ada checks.");
  assert.equal(lines().length, 2);
});

test("missed sentences are marked, between the lines about the connection", () => {
  const { made, lines } = marked();
  for (const at of [1, 2]) made.hear(at, "Flop", `s${at}`);
  made.note("line lost");
  assert.equal(made.recall(sentences(1, 4)), 2);
  made.hear(4, "Flop", "s4");
  made.note("back");
  made.hear(5, "Flop", "s5");
  assert.deepEqual(lines(), [
    "s1",
    "s2",
    "line lostgap",
    "s3missed",
    "s4missed",
    "backgap",
    "s5",
  ]);
});

test("a log that does not go on where this one ends says so", () => {
  const { made, lines } = marked();
  made.hear(1, "Flop", "s1");
  assert.equal(made.recall(sentences(3, 3)), 1);
  assert.deepEqual(lines(), [
    "s1",
    "Earlier lines are not kept.gap",
    "s3missed",
  ]);
  const { made: anew, lines: told } = marked();
  anew.recall(sentences(2, 2));
  assert.deepEqual(told(), ["Earlier lines are not kept.gap", "s2"]);
});

test("a house that was started anew counts from the beginning", () => {
  const { made, lines } = marked();
  for (const at of [1, 2, 3]) made.hear(at, "Flop", `s${at}`);
  made.hear(0, "Flop", "");
  made.hear(1, "Flop", "again 1");
  assert.deepEqual(lines(), ["s1", "s2", "s3", "again 1"]);
  assert.equal(made.recall([]), 0);
  made.hear(1, "Flop", "again 2");
  made.recall([{ number: 1, phase: "Flop", text: "x" }]);
  made.hear(2, "Turn", "y");
  assert.equal(made.recall([{ number: 1, phase: "Turn", text: "z" }]), 1);
  assert.deepEqual(lines().slice(3), ["again 1", "again 2", "y", "zmissed"]);
});

test("a Scene without a sentence adds nothing, and another match begins with its first sentence", () => {
  const { made, lines } = marked();
  made.hear(1, "Flop", "s1");
  made.hear(2, "Flop", "");
  made.clear();
  made.hear(1, "Flop", "t1");
  assert.deepEqual(lines(), ["t1"]);
});
