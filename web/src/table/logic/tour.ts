// The tour of a game at the first visit: what lies where, how to act, where help is. It is made of the Scene alone.

import type { Scene } from "../../lib/wire.ts";
import { capital, list } from "./words.ts";

export interface Step {
  title: string;
  text: string;
}

/** The most places, and options, that a sentence lists. */
const FEW = 4;

/** The three steps for a game, as the table stands now; `narrow` is a screen without a column beside the table. */
export function tour(scene: Scene, narrow: boolean): Step[] {
  return [
    { title: "What lies where", text: [yours(scene), middle(scene), others(scene)].filter(Boolean).join(" ") },
    { title: "How you act", text: acting(scene, narrow) },
    { title: "Where help is", text: help(scene, narrow) },
  ];
}

/** What belongs to the player. */
function yours(scene: Scene): string {
  const seat = scene.seats?.find((one) => one.you);
  const own = labels(scene, (owner) => owner === seat?.seat);
  const has = seat?.chips !== undefined ? "your chips" : seat?.points !== undefined ? "your points" : "";
  const meters = (scene.meters ?? []).filter((meter) => meter.owner === seat?.seat).map((meter) => meter.label);
  const parts = [...own.map((label) => `“${label}”`), has, ...meters].filter(Boolean).slice(0, FEW);
  const as = seat?.role ? `You are the ${seat.role}. ` : "";
  return parts.length ? `${as}At the bottom are ${list(parts)}.` : `${as}You sit at the bottom.`;
}

/** What belongs to nobody. */
function middle(scene: Scene): string {
  const pots = (scene.pots ?? []).length ? ["what can be won"] : [];
  const meters = (scene.meters ?? []).filter((meter) => (meter.owner ?? -1) < 0).map((meter) => meter.label);
  const parts = [...labels(scene, (owner) => owner < 0).map((label) => `“${label}”`), ...pots, ...meters].slice(0, FEW);
  return parts.length ? `In the middle: ${list(parts)}.` : "";
}

function others(scene: Scene): string {
  const count = (scene.seats ?? []).filter((seat) => !seat.you).length;
  if (!count) return "";
  return count === 1 ? "The other player is opposite." : `The ${count} others sit around, in the order of play.`;
}

function labels(scene: Scene, whose: (owner: number) => boolean): string[] {
  const found = (scene.zones ?? []).filter((zone) => whose(zone.owner ?? -1)).map((zone) => zone.label);
  return [...new Set(found.filter(Boolean))];
}

/** The options, if the player has any now; otherwise where they will be. */
function acting(scene: Scene, narrow: boolean): string {
  const choices = (scene.question?.options ?? []).filter((choice) => !choice.aside && !choice.unlisted);
  const words = choices.slice(0, FEW).map((choice) => `“${choice.words}”`);
  const now = words.length ? `, now ${list(words)}${choices.length > FEW ? " and more" : ""}` : "";
  const cards = choices.some((choice) => (choice.most ?? 0) > 0);
  const touch = cards ? " Choose cards by a tap; the button then says what you chose." : "";
  const keys = narrow ? "" : " Each button shows its key.";
  return `When it is your turn, your options are the buttons below the table${now}.${touch}${keys} What costs much has to be held.`;
}

function help(scene: Scene, narrow: boolean): string {
  const book = narrow ? "The book above the table" : "The rule book beside the table (B)";
  const clause = scene.clause ? ` It is open at what applies now: ${capital(scene.clause)}.` : "";
  const log = narrow ? "the lines beside it are the log" : "the log (L) says what happened; ? lists all keys";
  return `${book} has the rules.${clause} Also, ${log}.`;
}

const KEY = "croupier.toured";

/** Which games the visitor knows: kept in the browser. */
export class Toured {
  constructor(
    private readonly keeping: Pick<Storage, "getItem" | "setItem"> | null = globalThis.localStorage ?? null,
  ) {}

  #games(): string[] {
    try {
      return JSON.parse(this.keeping?.getItem(KEY) ?? "[]") as string[];
    } catch {
      return [];
    }
  }

  /** Whether the tour of a game was seen to its end, or skipped. */
  knows(game: string): boolean {
    return this.#games().includes(game);
  }

  /** The tour of a game was seen, or skipped. */
  done(game: string): void {
    try {
      this.keeping?.setItem(KEY, JSON.stringify([...new Set([...this.#games(), game])]));
    } catch {
      // where nothing can be kept, the tour comes again
    }
  }
}
