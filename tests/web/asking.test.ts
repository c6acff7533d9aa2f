import assert from "node:assert/strict";
import { test } from "node:test";
import { AGAIN_MS, Asking, SILENT_MS } from "../../web/src/replay/asking.ts";

const BUSY = new Error("The solver is getting ready.");

/** A room whose solver answers when it is told to, and what was said and shown in it. */
function room() {
  const seen: string[] = [];
  const asked: {
    about: string;
    answer: (value: object) => void;
    refuse: (error: object) => void;
  }[] = [];
  const asking = new Asking({
    ask: (hand, made, eyes) =>
      new Promise((answer, refuse) =>
        asked.push({
          about: `${hand}/${made}/${eyes}`,
          answer: answer as never,
          refuse,
        }),
      ) as never,
    isBusy: (error) => error === BUSY,
    say: (words) => seen.push(words),
    show: (solution) => seen.push(solution.board),
  });
  return { asking, asked, seen };
}

const settled = () => new Promise((done) => setImmediate(done));

test("a step is asked about once, and shown from memory afterwards", async () => {
  const { asking, asked, seen } = room();
  asking.about(1, 9, "open");
  asking.about(1, 9, "open");
  asked[0]!.answer({ board: "first" });
  await settled();
  asking.about(1, 10, "open");
  asked[1]!.answer({ why: "Nobody has to decide anything here." });
  await settled();
  asking.about(1, 9, "open");
  asking.about(1, 10, "open");
  assert.deepEqual(seen, [
    "first",
    "Nobody has to decide anything here.",
    "first",
    "Nobody has to decide anything here.",
  ]);
  assert.deepEqual(
    asked.map((one) => one.about),
    ["1/9/open", "1/10/open"],
  );
});

test("other eyes are another question", () => {
  const { asking, asked } = room();
  asking.about(1, 9, "open");
  asking.about(1, 9, "watching");
  asking.about(1, 9, 0);
  asking.stop();
  assert.deepEqual(
    asked.map((one) => one.about),
    ["1/9/open", "1/9/watching", "1/9/0"],
  );
});

test("an answer that comes too late is kept and not shown", async () => {
  const { asking, asked, seen } = room();
  asking.about(1, 9, "open");
  asking.about(1, 10, "open");
  asked[0]!.answer({ board: "late" });
  await settled();
  assert.deepEqual(seen, []);
  asked[1]!.answer({ board: "now" });
  await settled();
  asking.about(1, 9, "open");
  assert.deepEqual(seen, ["now", "late"]);
});

test("a solver that is not ready is asked again, and any other refusal is final", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { asking, asked, seen } = room();
  asking.about(1, 9, "open");
  t.mock.timers.tick(SILENT_MS);
  asked[0]!.refuse(BUSY);
  await settled();
  t.mock.timers.tick(AGAIN_MS - 1);
  assert.equal(asked.length, 1);
  t.mock.timers.tick(1);
  assert.equal(asked.length, 2);
  asked[1]!.refuse(new Error("No such match."));
  await settled();
  t.mock.timers.tick(10 * AGAIN_MS);
  assert.equal(asked.length, 2);
  assert.deepEqual(seen, [
    "The solver is computing.",
    "The solver is getting ready.",
    "No such match.",
  ]);
});

test("a viewer who leaves is not asked for again", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { asking, asked, seen } = room();
  asking.about(1, 9, "open");
  asked[0]!.refuse(BUSY);
  await settled();
  asking.stop();
  t.mock.timers.tick(AGAIN_MS);
  assert.equal(asked.length, 1);
  assert.deepEqual(seen, ["The solver is getting ready."]);
});
