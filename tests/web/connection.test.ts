import assert from "node:assert/strict";
import { test } from "node:test";
import {
  Connection,
  LONGEST_TRY,
  OVER,
  REPLACED,
  waitBefore,
  type Listener,
  type Socket,
} from "../../web/src/lib/connection.ts";
import { HELD_UP, SILENT, UNANSWERED } from "../../web/src/lib/liveness.ts";
import type { Sent } from "../../web/src/lib/wire.ts";
import { Clock } from "./clock.ts";

const BEAT = { type: "beat", v: 1 };
const ACTION = { type: "action", v: 1, action: "CALL" } as unknown as Sent;

class Wire implements Socket {
  readyState: 0 | 1 | 2 | 3 = 0;
  sent: string[] = [];
  onopen: Socket["onopen"] = null;
  onmessage: Socket["onmessage"] = null;
  onclose: Socket["onclose"] = null;

  stand(): void {
    this.readyState = 1;
    this.onopen?.call(this as never, new Event("open"));
  }

  tell(frame: object): void {
    const data = JSON.stringify(frame);
    this.onmessage?.call(this as never, { data } as MessageEvent);
  }

  /** The other side, or the line, ends it. */
  break(code = 1006, reason = ""): void {
    this.readyState = 3;
    this.onclose?.call(this as never, { code, reason } as CloseEvent);
  }

  send(text: string): void {
    this.sent.push((JSON.parse(text) as { type: string }).type);
  }

  close(): void {
    this.readyState = 3;
  }
}

function line() {
  const clock = new Clock();
  const wires: Wire[] = [];
  const told: string[] = [];
  const network = new EventTarget();
  const listener: Listener = {
    hello: () => ({ type: "hello", v: 1 }) as Sent,
    hear: (frame) => told.push(frame.type),
    lost: (at) => told.push(`lost, again in ${at - clock.now()}`),
    found: () => told.push("found"),
    replaced: () => told.push("replaced"),
    over: (reason) => told.push(`over: ${reason}`),
  };
  const dial = () => {
    const wire = new Wire();
    wires.push(wire);
    return wire;
  };
  const made = new Connection(listener, dial, clock, network);
  made.open();
  /** What was told since the last time. */
  const news = () => told.splice(0);
  const last = () => wires.at(-1)!;
  const stand = () => {
    last().stand();
    last().tell({ type: "welcome", v: 1 });
    made.welcomed();
    last().tell(BEAT);
    news();
  };
  return { clock, wires, made, network, news, last, stand };
}

test("limits are as the house knows them", () => {
  assert.deepEqual([LONGEST_TRY, REPLACED, HELD_UP], [5_000, 4001, 1_000]);
});

test("a connection says hello first, and hands on what it hears", () => {
  const { wires, last, news } = line();
  last().stand();
  last().tell({ type: "welcome", v: 1 });
  assert.deepEqual([last().sent, news()], [["hello"], ["welcome"]]);
  assert.equal(wires.length, 1);
});

test("five seconds after the last frame the line is lost, and not before", () => {
  const { clock, last, news, stand } = line();
  stand();
  clock.pass(2_000);
  last().tell(BEAT);
  clock.pass(SILENT - 1);
  assert.deepEqual(news(), ["beat"]);
  clock.pass(1);
  assert.deepEqual(news(), ["lost, again in 1000"]);
  assert.equal(SILENT, 5_000);
});

test("any frame is a sign of life", () => {
  const { clock, last, news, stand } = line();
  stand();
  for (let at = 0; at < 5; at++) {
    clock.pass(SILENT - 1);
    last().tell({ type: "scene", v: 1 });
  }
  assert.deepEqual(new Set(news()), new Set(["scene"]));
});

test("a second and a half after something was sent without an answer the line is lost", () => {
  const { clock, made, last, news, stand } = line();
  stand();
  made.send(ACTION, true);
  clock.pass(1_000);
  last().tell(BEAT);
  clock.pass(UNANSWERED - 1_001);
  assert.deepEqual(news(), ["beat"]);
  clock.pass(1);
  assert.deepEqual(news(), ["lost, again in 1000"], "a beat is no answer");
  assert.equal(UNANSWERED, 1_500);
});

test("an answer in time counts, and a message that asks for none is not waited for", () => {
  const { clock, made, last, news, stand } = line();
  stand();
  made.send(ACTION, true);
  clock.pass(UNANSWERED - 1);
  last().tell({ type: "scene", v: 1 });
  made.send(ACTION);
  clock.pass(UNANSWERED + 1);
  assert.deepEqual(news(), ["scene"]);
});

test("of several that were sent the first is waited for", () => {
  const { clock, made, news, stand } = line();
  stand();
  made.send(ACTION, true);
  clock.pass(UNANSWERED - 100);
  made.send(ACTION, true);
  clock.pass(100);
  assert.equal(news().length, 1);
});

test("a house without beats is trusted as long as its connection stands", () => {
  const { clock, made, last, news } = line();
  last().stand();
  last().tell({ type: "welcome", v: 1 });
  made.send(ACTION, true);
  clock.pass(60_000);
  assert.deepEqual(news(), ["welcome"]);
});

test("a page that was held up itself first reads the frames that have come", () => {
  const { clock, last, news, stand } = line();
  stand();
  clock.skip(SILENT + HELD_UP + 1);
  assert.deepEqual(news(), []);
  last().tell(BEAT);
  clock.pass(HELD_UP);
  assert.deepEqual(news(), ["beat"]);
  clock.skip(SILENT + HELD_UP + 1);
  clock.pass(HELD_UP);
  assert.equal(news().length, 1, "and nothing has");
});

test("tries come after 1, 2, 4, 8 and 8 seconds, and begin anew once the house has let one in", () => {
  const { clock, wires, made, last, news, stand } = line();
  stand();
  last().break();
  for (const wait of [1_000, 2_000, 4_000, 8_000, 8_000]) {
    assert.deepEqual(news(), [`lost, again in ${wait}`]);
    const before = wires.length;
    clock.pass(wait - 1);
    assert.equal(wires.length, before);
    clock.pass(1);
    assert.equal(wires.length, before + 1);
    last().break();
  }
  assert.equal(waitBefore(0), 1_000);
  clock.pass(8_000);
  news();
  stand();
  last().break();
  assert.deepEqual(news(), ["lost, again in 1000"]);
  made.close();
});

test("a try without a frame within five seconds has failed", () => {
  const { clock, wires, last, news } = line();
  clock.pass(LONGEST_TRY - 1);
  assert.deepEqual(news(), []);
  clock.pass(1);
  assert.deepEqual(news(), ["lost, again in 1000"]);
  assert.equal(wires[0]!.readyState, 3);
  clock.pass(1_000);
  last().stand();
  clock.pass(LONGEST_TRY);
  assert.deepEqual(news(), ["lost, again in 2000"], "it stood, and was silent");
});

test("a frame over the same connection ends the tries", () => {
  const { clock, wires, news, stand } = line();
  stand();
  clock.pass(SILENT + 1_000);
  assert.equal(wires.length, 2, "one is tried");
  news();
  wires[0]!.tell(BEAT);
  assert.deepEqual(news(), ["found", "beat"]);
  assert.equal(wires[1]!.readyState, 3);
  wires[1]!.stand();
  clock.pass(4_000);
  assert.deepEqual([wires[1]!.sent, news(), wires.length], [[], [], 2]);
  clock.pass(1_000);
  assert.deepEqual(news(), ["lost, again in 1000"], "the first failure again");
  clock.pass(1_000 + LONGEST_TRY);
  assert.deepEqual(news(), ["lost, again in 2000"]);
});

test("the new connection takes the place of the silent one, which counts no more", () => {
  const { clock, wires, news, stand } = line();
  stand();
  clock.pass(SILENT + 1_000);
  news();
  wires[1]!.stand();
  assert.equal(wires[0]!.readyState, 3);
  wires[0]!.tell(BEAT);
  wires[0]!.break(REPLACED);
  assert.deepEqual(news(), []);
  wires[1]!.tell({ type: "welcome", v: 1 });
  assert.deepEqual([wires[1]!.sent, news()], [["hello"], ["welcome"]]);
});

test("a silent connection that ends changes nothing about the tries", () => {
  const { clock, wires, news, stand } = line();
  stand();
  clock.pass(SILENT);
  assert.deepEqual(news(), ["lost, again in 1000"]);
  wires[0]!.break();
  clock.pass(1_000);
  wires[0]!.break();
  assert.deepEqual([news(), wires.length], [[], 2]);
});

test("a browser that is offline says so at once, and one that is online again tries at once", () => {
  const { clock, wires, network, news, stand } = line();
  stand();
  network.dispatchEvent(new Event("offline"));
  network.dispatchEvent(new Event("offline"));
  assert.deepEqual(news(), ["lost, again in 1000"]);
  clock.pass(500);
  network.dispatchEvent(new Event("online"));
  assert.equal(wires.length, 2);
  clock.pass(600);
  assert.equal(wires.length, 2, "once");
  wires[1]!.stand();
  wires[1]!.tell(BEAT);
  network.dispatchEvent(new Event("online"));
  assert.equal(wires.length, 2, "it is there");
});

test("another connection that takes the seat ends this one for good", () => {
  const { clock, wires, last, news, stand } = line();
  stand();
  last().break(REPLACED);
  clock.pass(60_000);
  assert.deepEqual([news(), wires.length], [["replaced"], 1]);
});

test("a player that is out of an event is told so, and does not come back", () => {
  const { clock, wires, last, news, stand } = line();
  stand();
  last().break(OVER, "You are out: place 5 of 6.");
  clock.pass(60_000);
  assert.deepEqual(
    [news(), wires.length],
    [["over: You are out: place 5 of 6."], 1],
  );
});

test("a connection that was closed is heard no more, and nothing is sent without one", () => {
  const { clock, wires, made, last, network, news, stand } = line();
  made.send(ACTION);
  stand();
  made.close();
  made.send(ACTION, true);
  last().tell(BEAT);
  last().break();
  network.dispatchEvent(new Event("offline"));
  network.dispatchEvent(new Event("online"));
  clock.pass(60_000);
  assert.deepEqual([news(), wires.length, last().sent], [[], 1, ["hello"]]);
});

test("the house may name the time of the next try", () => {
  const { clock, wires, made, news, stand } = line();
  stand();
  assert.equal(made.comeBackIn(3_000), clock.now() + 3_000);
  clock.pass(2_999);
  assert.equal(wires.length, 1);
  clock.pass(1);
  assert.deepEqual([wires.length, news()], [2, []]);
});
