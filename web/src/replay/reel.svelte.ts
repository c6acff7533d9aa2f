// The state of a replay: which hand, whose view, which moment, and whether it plays by itself.

import type { Advice, ReplayHands, ReplayPage } from "../lib/http";
import type { Eyes, Frame, Source } from "./source";
import { frames, nextStreet, previousStreet, sameMoment, stay, streets } from "./steps";

export const SPEEDS = [0.5, 1, 2, 4];
const NEVER = Number.MAX_SAFE_INTEGER;

export class Reel {
  hand = $state(1);
  hands = $state(0);
  title = $state("");
  adviser = $state("");
  eyes = $state<Eyes>("watching");
  may = $state.raw<Eyes[]>([]);
  frames = $state.raw<Frame[]>([]);
  /** The moment that is shown, from 0. */
  at = $state(0);
  playing = $state(false);
  /** Whether the moment was reached by playing: then what changed is animated. */
  moving = $state(false);
  speed = $state(1);
  /** Why nothing can be shown, or why the house did not answer. */
  problem = $state("");
  listed = $state.raw<ReplayHands | null>(null);
  advice = $state.raw<Advice | null>(null);
  /** Whether the house bot is asked at every step. */
  asking = $state(false);
  thinking = $state(false);
  /** Whether the solver's view is shown in place of the table. */
  solving = $state(false);

  streets = $derived(streets(this.frames));
  now = $derived(this.frames[this.at]);
  /** The decision about which the house bot can be asked here: how many moves come before it, and its seat. */
  asked = $derived(this.now?.asks.length ? { made: this.now.made, seat: this.now.asks[0]! } : null);

  #timer: ReturnType<typeof setTimeout> | undefined;
  #opinions = new Map<string, Advice>();
  #wanted = 0;

  constructor(readonly source: Source) {}

  /** Show a hand, from one of its moments on. */
  async open(hand: number, at = 0, eyes: Eyes | null = null): Promise<void> {
    const wanted = (this.#wanted += 1);
    try {
      const pages = await this.#pages(hand, eyes);
      const [first] = pages;
      if (!first || wanted !== this.#wanted) return;
      this.pause();
      this.problem = "";
      const { hands, title, adviser, may } = first;
      Object.assign(this, { hand, hands, title, adviser, may, eyes: first.eyes, frames: frames(pages) });
      this.to(at);
    } catch (error) {
      if (wanted === this.#wanted) this.problem = said(error);
    }
  }

  async #pages(hand: number, eyes: Eyes | null): Promise<ReplayPage[]> {
    const pages = [await this.source.page(hand, eyes, 0)];
    for (let got = pages[0]!.moments.length; got > 0 && got < pages[0]!.many; got += pages.at(-1)!.moments.length) {
      pages.push(await this.source.page(hand, pages[0]!.eyes, got));
    }
    return pages;
  }

  /** The hands that there are. */
  async list(): Promise<void> {
    try {
      const listed = await this.source.list(1);
      while (listed.hands.length < listed.many) {
        const more = await this.source.list(listed.hands.length + 1);
        if (!more.hands.length) break;
        listed.hands.push(...more.hands);
      }
      this.listed = listed;
    } catch {
      this.listed = null;
    }
  }

  /** Show the same moment through other eyes. */
  async look(eyes: Eyes): Promise<void> {
    const made = this.now?.made ?? 0;
    await this.open(this.hand, 0, eyes);
    this.to(sameMoment(this.frames, made));
  }

  /** Switch to the next permitted view. */
  lookOn(): void {
    const next = this.may[(this.may.indexOf(this.eyes) + 1) % this.may.length];
    if (next !== undefined && next !== this.eyes) void this.look(next);
  }

  to(at: number, moving = false): void {
    this.moving = moving;
    this.at = Math.min(Math.max(at, 0), Math.max(0, this.frames.length - 1));
    this.advice = this.#opinions.get(this.#key()) ?? null;
    if (this.asking) void this.ask();
  }

  step(by: number): void {
    this.pause();
    this.to(this.at + by);
  }

  street(by: 1 | -1): void {
    this.pause();
    const last = this.frames.length - 1;
    this.to(by > 0 ? nextStreet(this.streets, this.at, last) : previousStreet(this.streets, this.at));
  }

  first(): void {
    this.step(-NEVER);
  }

  last(): void {
    this.step(NEVER);
  }

  toggle(): void {
    if (this.playing) return this.pause();
    if (this.at >= this.frames.length - 1) this.to(0);
    this.playing = true;
    this.#go();
  }

  pause(): void {
    clearTimeout(this.#timer);
    this.playing = false;
  }

  faster(): void {
    this.speed = SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length]!;
    if (this.playing) this.#go();
  }

  #go(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => {
        this.to(this.at + 1, true);
        if (this.at >= this.frames.length - 1) this.playing = false;
        else this.#go();
      },
      stay(this.frames[this.at + 1], this.speed),
    );
  }

  /** Ask for the move that the house bot would have made here. */
  async ask(): Promise<void> {
    const asked = this.asked;
    const key = this.#key();
    if (!asked || this.#opinions.has(key)) return;
    this.thinking = true;
    this.problem = "";
    try {
      const advice = await this.source.advice(this.hand, asked.made, asked.seat);
      this.#opinions.set(key, advice);
      if (key === this.#key()) this.advice = advice;
    } catch (error) {
      this.asking = false;
      this.advice = null;
      this.problem = said(error);
    } finally {
      this.thinking = false;
    }
  }

  #key(): string {
    return `${this.hand}/${this.now?.made}/${this.now?.asks[0]}`;
  }

  close(): void {
    this.#wanted += 1;
    this.pause();
  }
}

function said(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
