import assert from "node:assert/strict";
import { test } from "node:test";
import {
  countingAt,
  flaw,
  idFor,
  KINDS,
  levelsOf,
  onRecord,
  request,
  type Form,
} from "../../web/src/host/events.ts";
import {
  blankTournament,
  readyLevels,
} from "../../web/src/host/newTournament.ts";

const form: Form = {
  kind: "robin",
  game: "holdem",
  title: "The autumn cup",
  deals: 20,
  hands: 0,
  seats: 6,
  least: 2,
  bots: ["tight"],
  roster: { Alpha: "" },
  seconds: 5,
  finishBy: "18:30",
  freeze: "18:00",
  aliases: true,
  levels: "50/100 15\n100/200",
  tournament: blankTournament(),
  manual: false,
  listed: true,
  practice: "PRACTICE",
};

test("a request for an event has the settings of its kind, and nothing else", () => {
  assert.deepEqual(request(form, []), {
    id: "the-autumn-cup",
    title: "The autumn cup",
    kind: "robin",
    game: "holdem",
    deals: 20,
    hands: 0,
    bots: ["tight"],
    move_time_ms: 5_000,
    manual: false,
    practice: "PRACTICE",
    roster: { Alpha: "" },
    least: 2,
    finish_by: "18:30",
    aliases: true,
  });
  const mirrored = request({ ...form, kind: "mirrored" }, []);
  assert.ok(
    !("roster" in mirrored) &&
      !("aliases" in mirrored) &&
      !("least" in mirrored),
  );
  const rolling = request({ ...form, kind: "rolling", roster: null }, []);
  assert.deepEqual(
    [rolling["freeze"], rolling["finish_by"], rolling["public"]],
    ["18:00", undefined, true],
  );
  const final = request({ ...form, kind: "freezeout" }, []);
  assert.deepEqual(
    [final["seats"], (final["levels"] as unknown[]).length],
    [6, 2],
  );
});

test("impossible settings are refused before the arena is asked", () => {
  assert.equal(flaw(form), "");
  assert.match(flaw({ ...form, kind: "mirrored" }), /two bots/);
  assert.match(
    flaw({ ...form, kind: "common", bots: [] }),
    /bots of the house/,
  );
  assert.match(flaw({ ...form, kind: "rolling", freeze: "" }), /freezes/);
  assert.equal(
    flaw({ ...form, kind: "rolling", freeze: "", manual: true }),
    "",
  );
  assert.match(flaw({ ...form, roster: {} }), /names nobody/);
  assert.match(flaw({ ...form, kind: "freezeout", levels: "big" }), /no level/);
});

test("a tournament has its terms, and levels of a ready structure or of the host", () => {
  const sent = request({ ...form, kind: "tournament" }, []);
  for (const none of ["deals", "hands", "aliases", "finish_by"])
    assert.ok(!(none in sent), none);
  assert.deepEqual(sent.tournament, {
    players: 9,
    fee: 0,
    added: 0,
    late_levels: 0,
    reentries: 0,
    rebuys: 0,
    addon: 0,
  });
  assert.deepEqual([sent.seats, sent.options], [9, { stack: 10_000 }]);
  assert.deepEqual(sent.levels, readyLevels("regular", 0));
  assert.equal(sent.levels![0]!.minutes, 10);
  const own = { ...blankTournament(), structure: "" as const, scheduled: true };
  const written = { ...form, kind: "tournament" as const, tournament: own };
  assert.equal(request(written, []).tournament!.starts, "20:00");
  assert.equal(request(written, []).levels!.length, 2);
  assert.match(flaw({ ...written, levels: "big" }), /no level/);
  const house = { ...written, tournament: { ...own, house: 3 } };
  assert.equal(request(house, []).house, 3);
  assert.match(flaw({ ...house, bots: [] }), /which bots/);
});

test("duplicate tournaments are hold'em against bots of the house, for so many tournaments", () => {
  const sent = request({ ...form, kind: "duplicate", seats: 6 }, []);
  assert.deepEqual([sent.deals, sent.seats], [20, 6]);
  for (const none of ["hands", "aliases", "levels", "tournament"])
    assert.ok(!(none in sent), none);
  assert.equal(KINDS.duplicate.usual, 30);
  assert.match(flaw({ ...form, kind: "duplicate", bots: [] }), /choose them/);
});

test("breaks are between the levels, and never first or last", () => {
  const levels = readyLevels("turbo", 6);
  assert.deepEqual(
    levels.flatMap((level, at) => (level.rest ? [at] : [])),
    [6, 13],
  );
  assert.ok(!readyLevels("turbo", 0).some((level) => level.rest));
  assert.deepEqual(levelsOf("50/100/100 15\nbreak 5\n100/200"), [
    {
      minutes: 15,
      changes: { small_blind: 50, big_blind: 100, big_blind_ante: 100 },
    },
    { minutes: 5, rest: true },
    { changes: { small_blind: 100, big_blind: 200 } },
  ]);
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

test("the history lists orders in their order, then the void matches", () => {
  const table = {
    table: "cup-1",
    teams: ["a", "b"],
    over: 3,
    void: { "cup-1-M2": "wrong bot" },
  };
  assert.deepEqual(countingAt(table), ["cup-1-M1", "cup-1-M3"]);
  const orders = [
    { order: "withdraw", team: "alpha", why: "never came", at: 1 },
    { order: "close", team: "", why: "", at: 2 },
  ];
  assert.deepEqual(
    onRecord(orders, [table], (at) => `time ${at}`),
    [
      "time 1: Taken out by the host: alpha (never came)",
      "time 2: Closed by the host: the results are final",
      "cup-1-M2 is void: wrong bot",
    ],
  );
});

test("an event has the usual number of deals of its kind", () => {
  assert.deepEqual(
    Object.entries(KINDS).map(([kind, about]) => [kind, about.usual]),
    [
      ["robin", 20],
      ["common", 100],
      ["duplicate", 30],
      ["rolling", 1],
      ["freezeout", 1],
      ["mirrored", 100],
      ["tournament", 1],
    ],
  );
});

test("flaws are told at their limits", () => {
  assert.equal(flaw({ ...form, kind: "mirrored", bots: ["a", "b"] }), "");
  assert.match(flaw({ ...form, kind: "mirrored", bots: ["a"] }), /two bots/);
  assert.equal(flaw({ ...form, bots: [] }), "");
  assert.equal(flaw({ ...form, kind: "common", bots: ["a"] }), "");
  assert.equal(
    flaw({ ...form, freeze: "" }),
    "",
    "what is not asked is no flaw",
  );
  assert.equal(flaw({ ...form, kind: "rolling" }), "");
  assert.equal(flaw({ ...form, kind: "rolling", manual: true }), "");
  assert.equal(
    flaw({ ...form, kind: "mirrored", bots: ["a", "b"], roster: {} }),
    "",
  );
  assert.equal(flaw({ ...form, roster: null }), "");
  assert.equal(flaw({ ...form, levels: "big" }), "");
});

test("settings left open are not in the request", () => {
  const keys = (more: Partial<Form>) =>
    Object.keys(request({ ...form, ...more }, []));
  assert.ok(
    !keys({ kind: "freezeout", seats: 0, finishBy: "" }).some(
      (key) => key === "seats" || key === "finish_by",
    ),
  );
  assert.ok(!keys({ kind: "rolling", freeze: "" }).includes("freeze"));
  assert.ok(
    !keys({ kind: "freezeout", levels: "" }).includes("levels") &&
      !keys({}).includes("seats") &&
      !keys({}).includes("freeze"),
  );
});

test("a short name has 30 letters at most, and a number where it is taken", () => {
  assert.equal(idFor("x".repeat(31), []), "x".repeat(30));
  assert.equal(idFor("Öl & Wasser!", []), "ol-wasser");
  assert.deepEqual(
    [idFor("", []), idFor("?", ["event-1"]), idFor("", ["event"])],
    ["event-1", "event-2", "event-1"],
  );
  assert.deepEqual(
    [idFor("cup", ["cup"]), idFor("cup", ["cup", "cup-2", "cup-3"])],
    ["cup-2", "cup-4"],
  );
});
