// What the host sees and orders, while the page is shown: every table, every code, how the house does.

import { ask, askText, Problem } from "../lib/api";
import type {
  CodedOffer,
  EventSummary,
  HostedEvent,
  HostedTable,
  NewEvent,
  NewTable,
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
  figures = $state.raw<Figures | null>(null);
  /** Hands a minute, over the last seconds. */
  pace = $state<number | null>(null);
  problem = $state("");
  /** Whether anything was heard with this token. */
  known = $state(false);

  #timer: ReturnType<typeof setTimeout> | undefined;
  #before: { at: number; hands: number }[] = [];

  /** Keep asking; the end of it. */
  look(): () => void {
    void this.now();
    return () => clearTimeout(this.#timer);
  }

  async now(): Promise<void> {
    clearTimeout(this.#timer);
    const { token } = this;
    if (!token) return;
    try {
      const [tables, offers, events, text] = await Promise.all([
        ask<HostedTable[]>("host", { token }),
        ask<CodedOffer[]>("offers", { token }),
        ask<EventSummary[]>("events"),
        askText("../metrics"),
      ]);
      Object.assign(this, { tables, offers, events, problem: "", known: true });
      this.#measure(figures(text));
    } catch (error) {
      this.#failed(error);
    }
    if (this.token) this.#timer = setTimeout(() => void this.now(), EVERY);
  }

  #measure(now: Figures): void {
    this.figures = now;
    this.#before = [...this.#before.slice(-30), { at: performance.now(), hands: now.hands }];
    this.pace = perMinute(this.#before);
  }

  /** Be the host from now on, in this tab. */
  enter(token: string): void {
    this.token = token.trim();
    this.problem = "";
    keepHostToken(this.token);
    void this.now();
  }

  leave(): void {
    clearTimeout(this.#timer);
    keepHostToken("");
    Object.assign(this, { token: "", known: false, tables: [], offers: [], events: [] });
  }

  /** Order something at a table; false if it cannot be, and `problem` says why. */
  async order(table: string, order: string, about: Omit<TableOrder, "order"> = {}): Promise<boolean> {
    return this.#done(
      ask(`tables/${encodeURIComponent(table)}/orders`, { token: this.token, body: { order, ...about } }),
    );
  }

  /** Offer another table; its id, or "" if it cannot be. */
  async create(table: NewTable): Promise<string> {
    const made = ask<Offer>("tables", { token: this.token, body: table });
    return (await this.#done(made)) ? (await made).id : "";
  }

  /** Open another event; its id, or "" if it cannot be. */
  async open(event: NewEvent): Promise<string> {
    const made = ask<HostedEvent>("events", { token: this.token, body: event });
    return (await this.#done(made)) ? (await made).id : "";
  }

  /** A roster as the house reads it; null if it is none. */
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
      this.#failed(error);
      return false;
    }
  }

  #failed(error: unknown): void {
    if (error instanceof Problem && error.status === 401) this.leave();
    this.problem = error instanceof Error ? error.message : String(error);
  }
}
