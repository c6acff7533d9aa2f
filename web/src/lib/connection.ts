// A connection over /ws that reconnects when it breaks, and when nothing comes any more. The listener handles all
// messages.

import { Liveness } from "./liveness.ts";
import { OF_THE_PAGE, type Time } from "./time.ts";
import type { Heard, Sent } from "./wire.ts";

/** How long to wait before each attempt to reconnect; the last value is for all further attempts. */
const TRIES: readonly number[] = [1_000, 2_000, 4_000, 8_000];
/** The timeout of an attempt, until its first frame. */
export const LONGEST_TRY = 5_000;
/** The code with which a connection ends whose seat another has taken. */
export const REPLACED = 4001;
/** The code with which a connection ends when nothing more follows: an event is over, or the player is out. */
export const OVER = 4003;
const OPEN = 1;

/** How long to wait before the next attempt, after a number of failed ones. */
export function waitBefore(failed: number): number {
  return TRIES[Math.min(failed, TRIES.length - 1)]!;
}

export interface Listener {
  /** The first message of a new connection. */
  hello(): Sent;
  hear(frame: Heard): void;
  /** The line is lost, or another attempt has failed; the next is at `retryAt`, on this page's clock. */
  lost(retryAt: number): void;
  /** Something comes again over the same connection: nothing was missed. */
  found(): void;
  /** Another connection has the seat. */
  replaced(): void;
  /** Nothing more follows; why. */
  over(reason: string): void;
}

/** The part of a WebSocket that is used here. */
export type Socket = Pick<WebSocket, "send" | "close" | "readyState" | "onopen" | "onmessage" | "onclose">;

function dialled(): Socket {
  return new WebSocket(new URL("ws", location.href.replace(/[#?].*$/, "").replace(/^http/, "ws")));
}

export class Connection {
  readonly #listener: Listener;
  readonly #dial: () => Socket;
  readonly #time: Time;
  readonly #network: EventTarget;
  readonly #liveness: Liveness;
  #socket: Socket | null = null;
  /** The connection that is being attempted while the previous one has ended, or is silent. */
  #next: Socket | null = null;
  #failed = 0;
  #takeBackRetry: (() => void) | null = null;
  #takeBackTry: (() => void) | null = null;

  constructor(
    listener: Listener,
    dial: () => Socket = dialled,
    time: Time = OF_THE_PAGE,
    network: EventTarget = globalThis as unknown as EventTarget,
  ) {
    this.#listener = listener;
    this.#dial = dial;
    this.#time = time;
    this.#network = network;
    this.#liveness = new Liveness((lost) => (lost ? this.#lose() : this.#find()), time);
  }

  /** Connect, or retry at once. A silent connection is given up when the next one is open. */
  open(): void {
    this.#network.addEventListener("offline", this.#whenOffline);
    this.#network.addEventListener("online", this.#whenOnline);
    this.#stopTrying();
    const socket = (this.#next = this.#dial());
    this.#takeBackTry = this.#time.after(LONGEST_TRY, () => this.#hangUp(socket));
    socket.onopen = () => this.#stand(socket);
    socket.onmessage = (event) => this.#hear(socket, event.data as string);
    socket.onclose = (event) => this.#ended(socket, event.code, event.reason);
  }

  /** The server has accepted this client: reset the count of failures. */
  welcomed(): void {
    this.#failed = 0;
  }

  /** Close the connection for good. */
  close(): void {
    this.#network.removeEventListener("offline", this.#whenOffline);
    this.#network.removeEventListener("online", this.#whenOnline);
    this.#drop();
  }

  /** Close the connection, and retry after the time that the server has named. Returns the time of the retry. */
  comeBackIn(wait: number): number {
    this.#drop();
    return this.#tryIn(wait);
  }

  /** Send a message; the server answers one that `asks`. Without a connection nothing is sent. */
  send(frame: Sent, asks = false): void {
    if (this.#socket?.readyState !== OPEN) return;
    this.#socket.send(JSON.stringify(frame));
    if (asks) this.#liveness.asked();
  }

  #stand(socket: Socket): void {
    if (this.#next !== socket) return;
    const old = this.#socket;
    [this.#socket, this.#next] = [socket, null];
    old?.close();
    this.#liveness.stop();
    this.send(this.#listener.hello());
  }

  #hear(socket: Socket, text: string): void {
    if (this.#socket !== socket) return;
    this.#takeBackTry?.();
    const frame = JSON.parse(text) as Heard;
    this.#liveness.heard(frame.type === "beat");
    this.#listener.hear(frame);
  }

  /** A connection has ended: the open one, or one that was being attempted. */
  #ended(socket: Socket, code: number, reason = ""): void {
    if (this.#socket !== socket && this.#next !== socket) return;
    this.#takeBackTry?.();
    if (this.#next === socket) this.#next = null;
    else {
      this.#socket = null;
      this.#liveness.stop();
      if (code === REPLACED) return this.#replace();
      if (code === OVER) {
        this.#drop();
        return this.#listener.over(reason);
      }
      if (this.#next || this.#takeBackRetry) return; // it was silent, and is not waited for
    }
    this.#lose();
  }

  /** An attempt has timed out. */
  #hangUp(socket: Socket): void {
    socket.onclose = null;
    socket.close();
    this.#ended(socket, 0);
  }

  #replace(): void {
    this.#drop();
    this.#listener.replaced();
  }

  #lose(): void {
    this.#failed += 1;
    this.#listener.lost(this.#tryIn(waitBefore(this.#failed - 1)));
  }

  #find(): void {
    this.#stopTrying();
    this.#failed = 0;
    this.#listener.found();
  }

  #tryIn(wait: number): number {
    this.#takeBackRetry = this.#time.after(wait, () => this.open());
    return this.#time.now() + wait;
  }

  #stopTrying(): void {
    this.#takeBackRetry?.();
    this.#takeBackRetry = null;
    this.#takeBackTry?.();
    const next = this.#next;
    this.#next = null;
    next?.close();
  }

  #drop(): void {
    this.#liveness.stop();
    this.#stopTrying();
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #whenOffline = () => {
    if (this.#socket) this.#liveness.offline();
  };

  #whenOnline = () => {
    if (this.#takeBackRetry && !this.#next) this.open();
  };
}
