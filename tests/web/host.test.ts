import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { valuesOf } from "../../web/src/host/orders.ts";
import { figures, perMinute } from "../../web/src/host/health.ts";
import { modules } from "../../web/src/host/qr.ts";
import { asTheyStand, estimate, ofEvent, overMatches, toldApart } from "../../web/src/host/standings.ts";

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
  for (const [length, hash] of Object.entries(KNOWN)) assert.equal(hashed(modules(link.slice(0, Number(length)), 3)), hash, length);
});

test("the best of eight masks is taken, and a text that is too long is refused", () => {
  const text = "http://192.168.1.20:8000/#/join/KF7Q9C";
  const all = Array.from({ length: 8 }, (_, mask) => hashed(modules(text, mask)));
  assert.equal(new Set(all).size, 8);
  assert.ok(all.includes(hashed(modules(text))));
  assert.equal(modules(text).length, 29);
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

test("health is read from what the house counts", () => {
  assert.deepEqual(figures(METRICS), { connections: 9, hands: 312, refused: 5, slowest: 0.01, broken: 1 });
  assert.equal(figures("").slowest, null);
});

test("hands a minute are told once there is enough to compare", () => {
  assert.equal(perMinute([{ at: 0, hands: 5 }, { at: 2_000, hands: 9 }]), null);
  assert.equal(perMinute([{ at: 0, hands: 5 }, { at: 30_000, hands: 25 }]), 40);
  assert.equal(perMinute([{ at: 0, hands: 5 }, { at: 30_000, hands: 0 }]), 0, "a restart counts from 0");
});

test("a mean has its interval by Student's t, and none from one match", () => {
  assert.deepEqual(estimate([5]), { mean: 5, low: null, high: null });
  const found = estimate([1, 2, 3, 4]);
  assert.equal(found.mean, 2.5);
  assert.ok(Math.abs(found.high! - (2.5 + 3.182 * Math.sqrt(5 / 3 / 4))) < 1e-9);
  assert.ok(Math.abs(found.low! + found.high! - 5) < 1e-9);
});

test("teams stand by the mean of their matches, wherever they sat", () => {
  const rows = overMatches([
    { ids: ["a", "b", ""], names: ["Alpha", "Beta", ""], scores: [10, -10, 0] },
    { ids: ["b", "a", ""], names: ["Beta", "Alpha", ""], scores: [-6, 6, 0] },
    { ids: ["b", "a", ""], names: ["Beta", "Alpha", ""], scores: [-600, 600, 0], void: "the power went out" },
  ]);
  assert.deepEqual(rows.map((row) => [row.name, row.mean]), [["Alpha", 8], ["Beta", -8]]);
  const scene = { game: "", title: "", seats: [{ seat: 0, name: "A", id: "a", chips: 5 }, { seat: 1, name: "B", id: "b", chips: 9 }] };
  assert.deepEqual(asTheyStand(scene).map((row) => row.name), ["B", "A"]);
});

test("who is not told apart from the best is named", () => {
  const row = (name: string, mean: number, half: number) => ({ name, mean, low: mean - half, high: mean + half });
  assert.equal(toldApart([row("A", 50, 10), row("B", 45, 10), row("C", 0, 5)]), "A to B: not yet told apart.");
  assert.equal(toldApart([row("A", 50, 10), row("B", 0, 10)]), "A is ahead of all others.");
  assert.equal(toldApart([row("A", 50, 90), row("B", 0, 10)]), "Nobody is told apart from the others yet.");
  assert.equal(toldApart([{ name: "A", mean: 1, low: null, high: null }]), "");
});

test("values of an order are numbers, lists of numbers, on and off, else words", () => {
  assert.deepEqual(valuesOf("big_blind=200 seats=4 replay=off team=Late_One stacks=1,2,3"), {
    big_blind: 200,
    seats: 4,
    replay: false,
    team: "Late_One",
    stacks: [1, 2, 3],
  });
  assert.deepEqual(valuesOf('action=CALL team="The Late Ones"'), { action: "CALL", team: "The Late Ones" });
  assert.deepEqual(valuesOf("policy="), { policy: "" });
  assert.deepEqual(valuesOf("  "), {});
  assert.equal(valuesOf("big_blind"), null);
});

test("of an event those stand whose results count", () => {
  const told = { withdrawn: false };
  const rows = ofEvent([
    { name: "A", ...told, result: { mean: 3, low: null, high: null } },
    { name: "B", ...told, result: null },
    { name: "C", ...told, result: { mean: 9, low: 1, high: 17 } },
  ]);
  assert.deepEqual(rows.map((row) => row.name), ["C", "A"]);
});
