import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { valuesOf } from "../../web/src/host/orders.ts";
import { doing, figures, perMinute } from "../../web/src/host/health.ts";
import { modules } from "../../web/src/host/qr.ts";
import {
  asTheyStand,
  ofEvent,
  toldApart,
} from "../../web/src/host/standings.ts";

function hashed(code: boolean[][]): string {
  const text = code.map((row) => row.map(Number).join("")).join("\n");
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

/** Full codes of every version, with mask 3, as segno 1.6.6 draws them (error correction M, bytes). */
const KNOWN = {
  14: "f2a51b65cb055a2c",
  26: "7223d5a98955378c",
  42: "d710f688b57234ed",
  62: "6bcc3285d9d4e194",
  84: "61d32f68392ab663",
  106: "c9843580340f81cc",
  122: "e67bead21262bc7f",
  152: "b84271debc0e9795",
  180: "0a9618f8fe1bf813",
  213: "d482f68e19f009b2",
};

test("a QR code is drawn as another program draws it, in every version", () => {
  const link = "https://arena.example.org/#/join/KF7Q9C-".repeat(6);
  for (const [length, hash] of Object.entries(KNOWN))
    assert.equal(
      hashed(modules(link.slice(0, Number(length)), 3)),
      hash,
      length,
    );
});

/** The same with each of the eight masks, and the best masks of 40 links: computed apart from this page, by the words of
 * ISO/IEC 18004 and its table of format bits. */
const MASKED = [
  "b806465e98e70025",
  "752fb510e8a9dc3f",
  "72237895794c7099",
  "4723fead258012b8",
  "e94114f2e7cd4381",
  "0f400c005849a6cb",
  "0edd88185fb8ede6",
  "7038824445eb8512",
];
const BEST = "6042222262622222422123224124233242222222";

test("every mask is drawn as the standard says, and the best of them is taken", () => {
  const text = "http://192.168.1.20:8000/#/join/KF7Q9C";
  const masked = (text: string) =>
    MASKED.map((_, mask) => hashed(modules(text, mask)));
  assert.deepEqual(masked(text), MASKED);
  assert.equal(modules(text).length, 29);
  const best = Array.from({ length: BEST.length }, (_, at) => {
    const link = `/#/join/${at * 7919}`;
    return masked(link).indexOf(hashed(modules(link)));
  });
  assert.equal(best.join(""), BEST);
});

test("a text that is too long is refused", () => {
  assert.throws(() => modules("x".repeat(214)), RangeError);
});

const METRICS = `# TYPE croupier_connections gauge
croupier_connections 9
croupier_hands_total 312
croupier_tables_broken 1
croupier_refusals_total{code="BAD_SCHEMA"} 2
croupier_refusals_total{code="OUT_OF_TURN"} 3
croupier_action_seconds_bucket{le="0.005"} 10
croupier_action_seconds_bucket{le="0.01"} 96
croupier_action_seconds_bucket{le="+Inf"} 100
`;

test("health is read from the metrics of the arena", () => {
  assert.deepEqual(figures(METRICS), {
    connections: 9,
    hands: 312,
    refused: 5,
    slowest: 0.01,
    broken: 1,
  });
  assert.equal(figures("").slowest, null);
});

test("a node says what it does, and whether it plays the table that is shown", () => {
  const some = {
    id: "x",
    url: "http://x",
    machine: "m",
    release: "1",
    room: false,
    alive: true,
    draining: false,
    connections: 1,
    tables: 2,
    lent: [],
    hands: 3,
    cpu_seconds: 4,
    load: 0.126,
    since: 0,
  };
  const nodes = [
    { ...some, name: "a", room: true },
    {
      ...some,
      name: "b",
      lent: ["T-1"],
      tables: 1,
      draining: true,
      alive: false,
    },
  ];
  const told = (table: string) =>
    nodes.map((node) => doing(node, nodes, table));
  assert.deepEqual(told("T-1"), [
    "has the room · 2 tables · 1 connection · 13 % of a core",
    "dead · drained · plays this table · 1 table · 1 connection · 13 % of a core",
  ]);
  assert.equal(
    told("T-2")[0],
    "has the room · plays this table · 2 tables · 1 connection · 13 % of a core",
  );
});

test("hands a minute are told once there is enough to compare", () => {
  assert.equal(
    perMinute([
      { at: 0, hands: 5 },
      { at: 2_000, hands: 9 },
    ]),
    null,
  );
  assert.equal(
    perMinute([
      { at: 0, hands: 5 },
      { at: 30_000, hands: 25 },
    ]),
    40,
  );
  assert.equal(
    perMinute([
      { at: 0, hands: 5 },
      { at: 30_000, hands: 0 },
    ]),
    0,
    "a restart counts from 0",
  );
});

test("before any result, seats are ranked by their chips or points", () => {
  const scene = {
    game: "",
    title: "",
    seats: [
      { seat: 0, name: "A", id: "a", chips: 5 },
      { seat: 1, name: "B", id: "b", chips: 9 },
    ],
  };
  assert.deepEqual(
    asTheyStand(scene).map((row) => row.name),
    ["B", "A"],
  );
});

test("players that the arena has not told apart from the best are named", () => {
  const rows = (...level: boolean[]) =>
    level.map((level, at) => ({
      name: "ABCD"[at]!,
      mean: 9 - at,
      low: null,
      high: null,
      level,
    }));
  assert.equal(
    toldApart(rows(true, true, false)),
    "A to B: not yet told apart.",
  );
  assert.equal(
    toldApart(rows(true, false, true, false)),
    "A to C: not yet told apart.",
  );
  assert.equal(toldApart(rows(true, false)), "A is ahead of all others.");
  assert.equal(toldApart(rows(true, true)), "A is not told apart from B yet.");
  assert.equal(
    toldApart(rows(true, false, true)),
    "A is not told apart from all others yet.",
  );
  assert.equal(toldApart(rows(true)), "");
});

test("values of an order are numbers, lists of numbers, on and off, else words", () => {
  assert.deepEqual(
    valuesOf("big_blind=200 seats=4 replay=off team=Late_One stacks=1,2,3"),
    {
      big_blind: 200,
      seats: 4,
      replay: false,
      team: "Late_One",
      stacks: [1, 2, 3],
    },
  );
  assert.deepEqual(valuesOf('action=CALL team="The Late Ones"'), {
    action: "CALL",
    team: "The Late Ones",
  });
  assert.deepEqual(valuesOf("policy="), { policy: "" });
  assert.deepEqual(valuesOf("  "), {});
  assert.equal(valuesOf("big_blind"), null);
});

test("of an event those stand whose results count", () => {
  const told = { key: "", withdrawn: false, level: true };
  const rows = ofEvent([
    { name: "A", ...told, result: { mean: 3, low: null, high: null } },
    { name: "B", ...told, result: null },
    { name: "C", ...told, result: { mean: 9, low: 1, high: 17 } },
  ]);
  assert.deepEqual(
    rows.map((row) => row.name),
    ["C", "A"],
  );
});

test("a seat of nobody stands nowhere, and points count where there are no chips", () => {
  const scene = {
    game: "",
    title: "",
    seats: [
      { seat: 0, name: "A", id: "a", points: 5 },
      { seat: 1, name: "", chips: 0 },
      { seat: 2, name: "C", chips: 7, points: 1 },
      { seat: 3, name: "D", id: "d" },
    ],
  };
  const row = (name: string, mean: number) => ({
    name,
    mean,
    low: null,
    high: null,
    level: true,
  });
  assert.deepEqual(asTheyStand(scene as never), [
    row("C", 7),
    row("A", 5),
    row("D", 0),
  ]);
  assert.deepEqual(asTheyStand({ game: "", title: "" } as never), []);
  assert.equal(toldApart([]), "");
});

test("95 of 100 actions are the usual ones, and 8 seconds are enough for a pace", () => {
  const bucket = (le: string, count: number) =>
    `croupier_action_seconds_bucket{le="${le}"} ${count}\n`;
  assert.equal(
    figures(bucket("0.1", 95) + bucket("0.5", 99) + bucket("+Inf", 100))
      .slowest,
    0.1,
  );
  assert.equal(
    figures(bucket("0.1", 94) + bucket("0.5", 95) + bucket("+Inf", 100))
      .slowest,
    0.5,
  );
  assert.equal(figures(bucket("0.1", 0) + bucket("+Inf", 3)).slowest, Infinity);
  assert.equal(figures(bucket("0.1", 0) + bucket("+Inf", 0)).slowest, null);
  assert.deepEqual(figures("nonsense\n"), {
    connections: 0,
    hands: 0,
    refused: 0,
    slowest: null,
    broken: 0,
  });
  assert.equal(
    perMinute([
      { at: 1_000, hands: 5 },
      { at: 8_999, hands: 9 },
    ]),
    null,
  );
  assert.equal(
    perMinute([
      { at: 1_000, hands: 5 },
      { at: 9_000, hands: 9 },
    ]),
    30,
  );
  assert.equal(
    perMinute([
      { at: 0, hands: 0 },
      { at: 60_000, hands: 60_000 },
    ]),
    60_000,
  );
  assert.equal(perMinute([]), null);
});
