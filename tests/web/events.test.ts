import assert from "node:assert/strict";
import { test } from "node:test";
import { flaw, idFor, KINDS, levelsOf, request, type Form } from "../../web/src/host/events.ts";

const form: Form = {
  kind: "robin", game: "holdem", title: "The autumn cup", deals: 20, hands: 0, seats: 6, least: 2, bots: ["tight"], roster: { Alpha: "" },
  seconds: 5, finishBy: "18:30", freeze: "18:00", aliases: true, levels: "50/100 15\n100/200", manual: false, listed: true, practice: "PRACTICE",
};

test("an event is asked for with what its kind wants to know, and nothing else", () => {
  assert.deepEqual(request(form, []), {
    id: "the-autumn-cup", title: "The autumn cup", kind: "robin", game: "holdem", deals: 20, hands: 0, bots: ["tight"], move_time_ms: 5_000,
    manual: false, practice: "PRACTICE", roster: { Alpha: "" }, least: 2, finish_by: "18:30", aliases: true,
  });
  const mirrored = request({ ...form, kind: "mirrored" }, []);
  assert.ok(!("roster" in mirrored) && !("aliases" in mirrored) && !("least" in mirrored));
  const rolling = request({ ...form, kind: "rolling", roster: null }, []);
  assert.deepEqual([rolling["freeze"], rolling["finish_by"], rolling["public"]], ["18:00", undefined, true]);
  const final = request({ ...form, kind: "freezeout" }, []);
  assert.deepEqual([final["seats"], (final["levels"] as unknown[]).length], [6, 2]);
});

test("what cannot be is said before anybody is asked", () => {
  assert.equal(flaw(form), "");
  assert.match(flaw({ ...form, kind: "mirrored" }), /two bots/);
  assert.match(flaw({ ...form, kind: "common", bots: [] }), /bots of the house/);
  assert.match(flaw({ ...form, kind: "rolling", freeze: "" }), /freezes/);
  assert.equal(flaw({ ...form, kind: "rolling", freeze: "", manual: true }), "");
  assert.match(flaw({ ...form, roster: {} }), /names nobody/);
  assert.match(flaw({ ...form, kind: "freezeout", levels: "big" }), /no level/);
});

test("levels are blinds and minutes, the last may stay", () => {
  assert.deepEqual(levelsOf(" 50/100 15 \n\n100 / 200"), [
    { minutes: 15, changes: { small_blind: 50, big_blind: 100 } },
    { changes: { small_blind: 100, big_blind: 200 } },
  ]);
});

test("two events of one name have two short names", () => {
  assert.equal(idFor("Finále!", []), "finale");
  assert.equal(idFor("Cup", ["cup", "cup-2"]), "cup-3");
  assert.equal(idFor("", ["event-1"]), "event-2");
  assert.ok(Object.values(KINDS).every((about) => about.usual >= 1));
});
