// A connection over /ws that is kept up: it is tried again when it breaks, and when nothing comes any more. What is said
// over it is the listener's matter.

import { Liveness } from "./liveness.ts";
import { OF_THE_PAGE, type Time } from "./time.ts";
import type { Heard, Sent } from "./wire.ts";

/** How long to wait before each try to reconnect; the last holds for all that follow. */
const TRIES: readonly number[] = [1_000, 2_000, 4_000, 8_000];
/** How long a try may take until its first frame. */
export const LONGEST_TRY = 5_000;
/** The code with which a connection ends whose seat another has taken. */
export const REPLACED = 4001;
const OPEN = 1;

/** How long to wait before a try, after this many that failed. */
export function waitBefore(failed: number): number {
  return TRIES[Math.min(failed, TRIES.length - 1)]!;
}

export interface Listener {
  /** The first message of a new connection. */
  hello(): Sent;
  hear(frame: Heard): void;
  /** The line is lost, or another try has failed; the next is at `retryAt`, on this page's clock. */
  lost(retryAt: number): void;
  /** Something comes again over the same connection: nothing was missed. */
  found(): void;
  /** Another connection has the seat. */
  replaced(): void;
}

/** What is used of a WebSocket. */
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
  /** The connection that is tried while the one before has ended, or is silent. */
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

  /** Connect, or try again at once. A connection over which nothing comes is given up when the next one stands. */
  open(): void {
    this.#network.addEventListener("offline", this.#whenOffline);
    this.#network.addEventListener("online", this.#whenOnline);
    this.#stopTrying();
    const socket = (this.#next = this.#dial());
    this.#takeBackTry = this.#time.after(LONGEST_TRY, () => this.#hangUp(socket));
    socket.onopen = () => this.#stand(socket);
    socket.onmessage = (event) => this.#hear(socket, event.data as string);
    socket.onclose = (event) => this.#ended(socket, event.code);
  }

  /** The house has let this client in: the next failure is the first. */
  welcomed(): void {
    this.#failed = 0;
  }

  /** End it, and try no more. */
  close(): void {
    this.#network.removeEventListener("offline", this.#whenOffline);
    this.#network.removeEventListener("online", this.#whenOnline);
    this.#drop();
  }

  /** End it, and try again after a while that the house has named. Returns when that is. */
  comeBackIn(wait: number): number {
    this.#drop();
    return this.#tryIn(wait);
  }

  /** Send a message; one that `asks` is answered by the house. Without a connection nothing is sent. */
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

  /** A connection has ended, one that stood or one that was tried. */
  #ended(socket: Socket, code: number): void {
    if (this.#socket !== socket && this.#next !== socket) return;
    this.#takeBackTry?.();
    if (this.#next === socket) this.#next = null;
    else {
      this.#socket = null;
      this.#liveness.stop();
      if (code === REPLACED) return this.#replace();
      if (this.#next || this.#takeBackRetry) return; // it was silent, and is not waited for
    }
    this.#lose();
  }

  /** A try takes too long: it has failed. */
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
