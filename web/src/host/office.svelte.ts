// The state behind the host's page: every table, every code, figures about the server; and the host's requests.

import { ask, askText, Problem } from "../lib/api";
import type {
  CodedOffer,
  EventSummary,
  HostedEvent,
  HostedTable,
  NewEvent,
  NewTable,
  NodeState,
  Offer,
  TableOrder,
} from "../lib/http";
import { figures, perMinute, type Figures } from "./health.ts";
import { hostToken, keepHostToken } from "./token.ts";

const EVERY = 2_000;

export class Office {
  token = $state(hostToken());
  tables = $state.raw<HostedTable[]>([]);
  offers = $state.raw<CodedOffer[]>([]);
  events = $state.raw<EventSummary[]>([]);
  /** The nodes of an arena of several; none of one process. */
  nodes = $state.raw<NodeState[]>([]);
  /** Null with several nodes: each has figures of its own. */
  figures = $state.raw<Figures | null>(null);
  /** Hands a minute, over the last seconds. */
  pace = $state<number | null>(null);
  /** Why the last request of the host was refused; "" if it was done. */
  problem = $state("");
  /** Why the tables cannot be read just now; "" while they can. */
  away = $state("");
  /** Whether a request with this token has succeeded. */
  known = $state(false);

  #timer: ReturnType<typeof setTimeout> | undefined;
  #before: { at: number; hands: number }[] = [];

  /** Start polling; returns a function that stops it. */
  look(): () => void {
    void this.now();
    return () => clearTimeout(this.#timer);
  }

  async now(): Promise<void> {
    clearTimeout(this.#timer);
    const { token } = this;
    if (!token) return;
    try {
      const [tables, offers, events, nodes, text] = await Promise.all([
        ask<HostedTable[]>("host", { token }),
        ask<CodedOffer[]>("offers", { token }),
        ask<EventSummary[]>("events"),
        ask<NodeState[]>("nodes", { token }),
        askText("../metrics"),
      ]);
      Object.assign(this, { tables, offers, events, nodes, away: "", known: true });
      this.#measure(figures(text));
    } catch (error) {
      this.away = this.#told(error);
    }
    if (this.token) this.#timer = setTimeout(() => void this.now(), EVERY);
  }

  #measure(now: Figures): void {
    this.figures = this.nodes.length ? null : now;
    const hands = this.nodes.length ? this.nodes.reduce((sum, node) => sum + node.hands, 0) : now.hands;
    this.#before = [...this.#before.slice(-30), { at: performance.now(), hands }];
    this.pace = perMinute(this.#before);
  }

  /** Use this token in this tab. */
  enter(token: string): void {
    this.token = token.trim();
    this.away = "";
    keepHostToken(this.token);
    void this.now();
  }

  leave(): void {
    clearTimeout(this.#timer);
    keepHostToken("");
    Object.assign(this, {
      token: "",
      known: false,
      tables: [],
      offers: [],
      events: [],
      nodes: [],
      problem: "",
      away: "",
    });
  }

  /** Give an order to a table; false if it is refused, and `problem` says why. */
  async order(table: string, order: string, about: Omit<TableOrder, "order"> = {}): Promise<boolean> {
    return this.#done(
      ask(`tables/${encodeURIComponent(table)}/orders`, { token: this.token, body: { order, ...about } }),
    );
  }

  /** Create a table; returns its id, or "" if it is refused. */
  async create(table: NewTable): Promise<string> {
    const made = ask<Offer>("tables", { token: this.token, body: table });
    return (await this.#done(made)) ? (await made).id : "";
  }

  /** Open an event; returns its id, or "" if it is refused. */
  async open(event: NewEvent): Promise<string> {
    const made = ask<HostedEvent>("events", { token: this.token, body: event });
    return (await this.#done(made)) ? (await made).id : "";
  }

  /** A roster as the server parses it; null if it is invalid. */
  async roster(text: string): Promise<Record<string, string> | null> {
    const read = ask<Record<string, string>>("rosters", { token: this.token, text });
    return (await this.#done(read)) ? read : null;
  }

  async #done(asked: Promise<unknown>): Promise<boolean> {
    try {
      await asked;
      this.problem = "";
      void this.now();
      return true;
    } catch (error) {
      const why = this.#told(error);
      if (this.token) this.problem = why;
      return false;
    }
  }

  /** The words of an error. A token that is not accepted, or not any more, is forgotten. */
  #told(error: unknown): string {
    const why = error instanceof Error ? error.message : String(error);
    if (error instanceof Problem && error.status === 401) {
      this.leave();
      this.away = why;
    }
    return why;
  }
}
