// The player's choices so far: cards that were tapped, cards that were laid into places, an amount. Nothing is sent
// before the player acts; the table and the dock show the same state.
import type { Line } from "../../lib/arena.svelte";
import type { Choice, Question, Scene } from "../../lib/wire";
import { number } from "../../lib/words.ts";
import { usual, type Sorting } from "./arranging.ts";
import {
  actsOf,
  costOf,
  isOwed,
  mostCards,
  numbersOf,
  phrase,
  same,
  takesAmount,
  takesCards,
  tap,
  whyNot,
  type Place,
} from "./choices.ts";
import { alike, AWAY, firstOf, handOfPhase, holds, priceOf, type Plan } from "./plans.ts";
import { skinOf } from "./skin.ts";
import { complaint, rangeOf, typed } from "./slider.ts";
import { capital, named } from "./words.ts";
import { asked, handOf, isGap, lying } from "./zones.ts";

/** How long a first press of a costly key waits for the second, in milliseconds. */
const AGAIN_MS = 2_000;
/** Up to this many cards lie before the player's seat, if the question does not concern them. */
const FEW = 2;
/** Keys act only on a question that has been on screen for a moment. */
const SETTLED_MS = 250;

export class Picking {
  /** Cards that were tapped, in that order. */
  chosen = $state.raw<Place[]>([]);
  /** The card in each place, where cards are laid into places. */
  laid = $state.raw<(Place | null)[]>([]);
  amount = $state(0);
  /** The typed text, while it is not a valid amount. */
  typing = $state<string | null>(null);
  /** Why the card that was tapped last cannot be chosen. */
  why = $state("");
  /** The costly choice that waits for a second press. */
  armed = $state.raw<Choice | null>(null);
  /** The place for the next card, if the player has chosen one. */
  aim = $state<number | null>(null);
  /** The name of the option that was sent last, and that with its amount or cards. */
  sent = $state("");
  sentWords = $state("");
  /** The names of all options that questions of this match have had, and of those that are known to come. */
  known = $state.raw<ReadonlySet<string>>(new Set());
  /** The plan for the next turn. */
  before = $state.raw<Plan | null>(null);
  /** Whether the player is away, and checks or folds until it is back. */
  away = $state(false);
  /** Whether the player's hand is in the dock; once there, it stays. */
  handInDock = $state(false);
  /** The most cards that the player has had in this hand, or will have: the dock keeps room for them. */
  held = $state(0);
  /** The sorting that the player has chosen, and the cards that were moved by hand since. */
  sorts = $state<Sorting | null>(null);
  moved = $state.raw<string[]>([]);

  #disarm: ReturnType<typeof setTimeout> | undefined;
  #number: number | null = null;
  #game = "";
  #hand = "";
  #round = "";

  readonly line: Line;

  constructor(line: Line) {
    this.line = line;
  }

  get scene(): Scene | null {
    return this.line.scene;
  }

  get question(): Question | null {
    return this.line.scene?.question ?? null;
  }

  /** The sorting of the hand. */
  get sorting(): Sorting {
    const scene = this.scene;
    const hand = scene ? handOf(scene, scene.eyes ?? -1) : undefined;
    return this.sorts ?? (hand ? usual(hand, scene?.seats?.find((seat) => seat.you)?.holds ?? "") : "dealt");
  }

  /** Sort the hand, and forget the cards that were moved by hand. */
  sort(sorting: Sorting): void {
    this.sorts = sorting;
    this.moved = [];
  }

  /** The options that answer the question. */
  get acts(): Choice[] {
    return actsOf(this.question);
  }

  /** Whether it is the player's turn, and an answer can be sent. */
  get open(): boolean {
    return this.line.canAct && isOwed(this.question);
  }

  /** Whether the question has been on screen long enough for a key to mean it. */
  get settled(): boolean {
    return performance.now() - this.line.shownAt >= SETTLED_MS;
  }

  /** The choice of an amount, if there is one. */
  get wager(): Choice | null {
    return this.acts.find(takesAmount) ?? null;
  }

  /** The choice that lays cards into places and leaves some empty, owed or already made and open to change. */
  get layer(): Choice | null {
    return this.question?.options.find((choice) => choice.gaps && choice.name !== this.drafter?.name) ?? null;
  }

  /** The aside that sends the draft to the server, without deciding anything. */
  get drafter(): Choice | null {
    const options = this.question?.options.filter((choice) => choice.gaps && choice.aside) ?? [];
    return options.find((choice) => /DRAFT/.test(choice.name)) ?? null;
  }

  /** An option with the amount or the cards that are chosen: "Raise to 300". */
  words(choice: Choice): string {
    if (takesAmount(choice)) return `${choice.words} ${number(this.amount)}`;
    if (!takesCards(choice)) return choice.words;
    const cards = this.chosen.flatMap((place) => choice.takes?.filter((card) => same(card, place)) ?? []);
    return phrase(choice, cards);
  }

  /** The choices that were not sent, in words; "" if there are none. */
  get prepared(): string {
    const wager = this.wager;
    if (wager && this.typing !== null && complaint(typed(this.typing, wager), rangeOf(wager))) return "";
    if (wager && this.amount !== rangeOf(wager).low) return this.words(wager);
    const choice = this.chosen.length ? this.acts.find((one) => takesCards(one) && this.numbers(one)) : undefined;
    return choice ? this.words(choice) : "";
  }

  /** A Scene was shown: a new question begins with nothing chosen. */
  see(scene: Scene): void {
    const number = this.line.actId;
    this.#lookAround(scene);
    if (number !== this.#number) {
      this.#number = number;
      this.chosen = [];
      this.typing = null;
      this.why = "";
      this.disarm();
      const wager = this.wager;
      this.amount = wager ? rangeOf(wager).low : 0;
    }
    this.#seePlaces(scene);
  }

  #lookAround(scene: Scene): void {
    const game = `${scene.game} ${scene.title}`; // every genome is called "genome", and has a title of its own
    if (game !== this.#game) {
      this.#game = game;
      this.known = new Set();
      this.before = null;
      this.away = false;
      this.laid = [];
      this.handInDock = false;
      this.held = 0;
    }
    const names = [...(scene.in_advance ?? []), ...(scene.question?.options.map((choice) => choice.name) ?? [])];
    if (names.some((name) => !this.known.has(name))) this.known = new Set([...this.known, ...names]);
    const now = handOfPhase(scene.phase);
    if (this.before && !holds(this.before, priceOf(scene), now === this.#hand)) this.before = null;
    const hand = handOf(scene, scene.eyes ?? -1);
    const count = Math.max(hand?.cards?.length ?? 0, hand?.room ?? 0);
    this.held = now === this.#hand ? Math.max(this.held, count) : count;
    this.#hand = now;
    const many = count > FEW || (hand && asked(scene.question).has(hand.id));
    if (many || skinOf(scene) !== "ring") this.handInDock = true;
  }

  /** Plan a move before the turn comes; the same plan once more takes it back. */
  plan(plan: Plan): void {
    this.before = alike(this.before, plan) ? null : plan;
  }

  /** The turn has come: make the planned move, if it is possible; a player who is away checks or folds. */
  keepWord(): void {
    const names = this.before?.names ?? (this.away ? AWAY : []);
    this.before = null;
    const planned = firstOf(names, this.acts);
    if (planned) this.attempt(planned, true);
  }

  /**
   * The cards in the player's places when a round begins, or after a reconnect. From then on the local state counts:
   * the server's may be older than the card that was laid last.
   */
  #seePlaces(scene: Scene): void {
    if (scene.over) this.#round = "";
    const layer = this.layer;
    if (!layer || scene.phase === this.#round) return;
    this.#round = scene.phase ?? "";
    const own = scene.zones?.find((zone) => zone.lies === "places" && zone.owner === scene.eyes);
    const names = (own?.cards ?? []).map((card) => (isGap(card) ? "" : (card.name ?? "")));
    const free = [...(layer.takes ?? [])];
    this.laid = Array.from({ length: layer.most ?? 0 }, (_, at) => {
      const found = names[at] ? free.findIndex((card) => card.name === names[at]) : -1;
      return found < 0 ? null : free.splice(found, 1)[0]!;
    });
  }

  /** A card was tapped. */
  tap(place: Place): void {
    this.why = "";
    const reason = whyNot(this.acts, place);
    if (reason) this.why = `${capital(named(this.#nameOf(place)))}: ${reason}.`;
    else if (this.acts.some((choice) => choice.takes?.some((card) => same(card, place)))) {
      this.chosen = tap(this.chosen, place, mostCards(this.acts));
    }
  }

  /** Take a choice, if it is not costly or was pressed before; else wait for a second press. */
  attempt(choice: Choice, sure: boolean): void {
    const amount = takesAmount(choice) ? this.amount : undefined;
    if (costOf(choice, amount) && !sure && this.armed?.name !== choice.name) return this.#arm(choice);
    this.disarm();
    const cards = choice.most ? this.numbers(choice) : undefined;
    if (cards === null) return;
    this.sent = choice.name;
    this.sentWords = this.words(choice);
    this.line.answer(choice, { amount: amount ?? (choice.step ? choice.low : undefined), cards });
  }

  /** The cards that are chosen, by their numbers among those that a choice takes; null if it does not take them. */
  numbers(choice: Choice): (number | null)[] | null {
    return numbersOf(choice, choice.gaps ? this.laid : this.chosen);
  }

  /** The line is back: send the laid cards again. */
  layAgain(): void {
    if (this.laid.some(Boolean)) this.#change(this.laid);
  }

  disarm(): void {
    clearTimeout(this.#disarm);
    this.armed = null;
  }

  /** Lay a card into a place, the first empty one if none is named; what lay there goes back to the hand. */
  lay(card: Place, place = this.laid.findIndex((one) => !one)): void {
    if (place < 0 || place >= this.laid.length) return;
    const from = this.laid.findIndex((one) => one && same(one, card));
    const next = [...this.laid];
    if (from >= 0) next[from] = next[place] ?? null;
    next[place] = card;
    this.#change(next);
  }

  /** Take a card back into the hand: that of a place, or the last that was laid. */
  takeBack(place = this.laid.findLastIndex(Boolean)): void {
    if (place < 0 || !this.laid[place]) return;
    this.#change(this.laid.map((card, at) => (at === place ? null : card)));
  }

  clear(): void {
    if (this.laid.some(Boolean)) this.#change(this.laid.map(() => null));
  }

  /** Called only for the player's own actions, so only these are sent to the server. */
  #change(laid: (Place | null)[]): void {
    this.laid = laid;
    const drafter = this.drafter;
    const cards = drafter && this.numbers(drafter);
    if (drafter && cards) this.line.answer(drafter, { cards });
  }

  #arm(choice: Choice): void {
    this.disarm();
    this.armed = choice;
    this.#disarm = setTimeout(() => (this.armed = null), AGAIN_MS);
  }

  #nameOf(place: Place): string {
    const zone = this.scene?.zones?.find((one) => one.id === place.zone);
    return (zone && lying(zone)[place.slot]?.card.name) ?? "";
  }
}
