import assert from "node:assert/strict";
import { test } from "node:test";
import { areas, hue, lanes, percent } from "../../web/src/replay/chart.ts";
import { isPacked, packed, unpacked } from "../../web/src/replay/link.ts";
import { patched } from "../../web/src/replay/patch.ts";
import {
  frames,
  nextStreet,
  previousStreet,
  sameMoment,
  stay,
  streets,
  viewName,
} from "../../web/src/replay/steps.ts";

const scene = (phase: string, more: object = {}) => ({
  game: "holdem",
  title: "Hold'em",
  phase,
  ...more,
});

function page(first: number, moments: object[]): never {
  return {
    hand: 1,
    hands: 1,
    game: "holdem",
    title: "",
    eyes: "open",
    may: ["open"],
    adviser: "",
    first,
    many: 9,
    moments,
  } as never;
}

const hand = () =>
  frames([
    page(0, [
      {
        said: "Hand 1.",
        scene: scene("Hand 1 · Before the flop", {
          seats: [
            { seat: 0, chips: 100 },
            { seat: 1, chips: 50 },
          ],
        }),
      },
      {
        said: "A bets.",
        made: 1,
        actor: 0,
        scene: { seats: { "0": { chips: 90, bet: 10 } } },
        shares: [0.6, 0.4],
      },
      { said: "B folds.", made: 2, actor: 1, shares: [1, null] },
    ]),
    page(3, [
      {
        said: "Flop.",
        made: 3,
        scene: scene("Hand 1 · Flop", { seats: [{ seat: 0, chips: 90 }] }),
        pause_ms: 4_000,
      },
      { said: "A wins.", made: 3, scene: { seats: { "0": { bet: null } } } },
    ]),
  ]);

test("the changes lead from one Scene to the next", () => {
  const before = { a: 1, list: [{ x: 1 }, { x: 2 }], gone: "x" };
  assert.deepEqual(
    patched(before, { a: 2, list: { "1": { x: 3 } }, gone: null, fresh: [1] }),
    {
      a: 2,
      list: [{ x: 1 }, { x: 3 }],
      fresh: [1],
    },
  );
  assert.deepEqual(
    patched(before, { list: [{ x: 9 }] }).list,
    [{ x: 9 }],
    "a list that is longer or shorter comes whole",
  );
  assert.deepEqual(
    before.list,
    [{ x: 1 }, { x: 2 }],
    "the one before stays as it was",
  );
});

test("moments have their whole Scene, with its unchanged parts", () => {
  const made = hand();
  assert.deepEqual(made[1]!.scene.seats, [
    { seat: 0, chips: 90, bet: 10 },
    { seat: 1, chips: 50 },
  ]);
  assert.equal(made[2]!.scene, made[1]!.scene);
  assert.deepEqual(made[2]!.shares, [1, null]);
  assert.equal(made[3]!.shares, null, "a new page tells its shares anew");
});

test("streets are told by the Scenes, and one goes from one to the next and back", () => {
  const found = streets(hand());
  assert.deepEqual(found, [
    { name: "Before the flop", first: 0 },
    { name: "Flop", first: 3 },
  ]);
  assert.equal(nextStreet(found, 0, 4), 3);
  assert.equal(nextStreet(found, 3, 4), 4, "from the last street to the end");
  assert.equal(previousStreet(found, 4), 3);
  assert.equal(previousStreet(found, 3), 0);
  assert.equal(previousStreet(found, 0), 0);
});

test("a Scene that names no part of the hand belongs to the part before it, and the deal to the first", () => {
  const of = (...phases: string[]) =>
    streets(
      frames([
        page(
          0,
          phases.map((phase) => ({ scene: scene(phase) })),
        ),
      ]),
    );
  const names = of(
    "Hand 1",
    "Hand 1 · Betting",
    "Hand 1 · Exchange",
    "Hand 1",
    "Hand 1 · Exchange",
  ).map((one) => [one.name, one.first]);
  assert.deepEqual(names, [
    ["Betting", 0],
    ["Exchange", 2],
  ]);
  assert.deepEqual(
    of("Round 1 of 3").map((one) => one.name),
    ["Round 1 of 3"],
  );
});

test("another view is at the same number of moves", () => {
  assert.equal(sameMoment(hand(), 2), 2);
  assert.equal(sameMoment(hand(), 3), 4);
  assert.equal(sameMoment(hand(), 99), 4);
  assert.equal(sameMoment([], 3), 0);
});

test("a moment stays as long as the game wants, and never too short to be read", () => {
  const made = hand();
  assert.equal(stay(made[1], 1), 1_000);
  assert.equal(stay(made[3], 1), 4_000);
  assert.equal(stay(made[3], 4), 1_000);
  assert.equal(stay(undefined, 2), 500);
});

test("shares lie one upon the other, and fill the height while any are known", () => {
  const drawn = areas(hand());
  assert.deepEqual(drawn, [
    { seat: 0, path: "M1 0h1v60h-1zM2 0h1v100h-1z" },
    { seat: 1, path: "M1 60h1v40h-1z" },
  ]);
  assert.deepEqual(lanes(hand()), [0, 1]);
});

test("only whose eyes it is has the colour of the lamp", () => {
  assert.equal(hue(2, 2), "var(--lamp)");
  assert.notEqual(hue(2, -1), hue(1, -1));
  assert.equal(percent(0.6749), "67.5 %");
  assert.equal(viewName("open", []), "All cards");
  assert.equal(viewName(1, ["Ann", "Bob"]), "As Bob");
});

test("a link carries a hand history in itself, unless it is too long", async () => {
  const text =
    'variant = "NT"\nplayers = ["Zoë", "Bob"]\n' +
    'actions = ["p1 cbr 30"]\n'.repeat(5);
  const name = await packed(text);
  assert.ok(isPacked(name) && !isPacked("friday-M1") && /^[\w.-]+$/.test(name));
  assert.equal(await unpacked(name), text);
  const noise = Array.from({ length: 12_000 }, (_, at) =>
    String.fromCharCode(33 + (((at * at * 7919 + at * 31) % 8_999) % 90)),
  ).join("");
  assert.equal(await packed(noise), "");
  await assert.rejects(unpacked(name.slice(0, -9)));
});

test("a moment without shares is empty, and a small share is drawn", () => {
  const of = (...shares: ((number | null)[] | null)[]) =>
    shares.map((shares, at) => ({
      shares,
      actor: [9, -1, 10, 2][at]!,
    })) as never;
  assert.deepEqual(areas(of(null, [0.005, null, 0.995])), [
    { seat: 0, path: "M1 0h1v0.5h-1z" },
    { seat: 2, path: "M1 0.5h1v99.5h-1z" },
  ]);
  assert.deepEqual([areas([]), areas(of(null))], [[], []]);
  assert.deepEqual(areas(of([1 / 3]))[0]!.path, "M0 0h1v33.33h-1z");
  assert.deepEqual(lanes(of([1], [1], [1], [1])), [2, 9, 10]);
  assert.equal(hue(12, -1), hue(2, -1));
});

test("a part that a moment leaves out is empty", () => {
  const [first] = frames([page(0, [{ scene: scene("Hand 1") }])]);
  assert.deepEqual(
    { ...first, scene: null },
    {
      said: "",
      pause: 0,
      made: 0,
      actor: -1,
      asks: [],
      shares: null,
      scene: null,
    },
  );
});

test("views are named after the viewer", () => {
  assert.deepEqual(
    [viewName("watching", []), viewName(3, ["Ann"])],
    ["As a spectator", "As seat 3"],
  );
});

test("a Scene without a phase is a street without a name, and the next street is the very next", () => {
  assert.deepEqual(streets([]), []);
  assert.deepEqual(
    streets(frames([page(0, [{ scene: { game: "", title: "" } }])])),
    [{ name: "", first: 0 }],
  );
  const three = [0, 3, 7].map((first) => ({ name: `${first}`, first }));
  assert.deepEqual(
    [
      nextStreet(three, 2, 9),
      nextStreet(three, 3, 9),
      previousStreet(three, 8),
      previousStreet([], 8),
    ],
    [3, 7, 7, 0],
  );
});

test("a change to a value that was no table begins one, and a value that is no table replaces everything", () => {
  const of = (before: unknown, change: unknown) => patched(before, change);
  assert.deepEqual(of("ab", { x: 1 }), { x: 1 });
  assert.deepEqual(of(null, { x: { y: 1 } }), { x: { y: 1 } });
  assert.deepEqual(
    [of({ x: 1 }, null), of({ x: 1 }, "text"), of({ x: 1 }, [2])],
    [null, "text", [2]],
  );
  assert.deepEqual(of([[1], { x: 1 }], { "0": [2], "1": { x: null } }), [
    [2],
    {},
  ]);
});
