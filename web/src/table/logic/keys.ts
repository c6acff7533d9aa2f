// Keys at the table. They act only on a question that has been on screen for a moment, and never while something is
// typed elsewhere.
import type { Choice, Zone } from "../../lib/wire";
import { arranged } from "./arranging.ts";
import type { Deed } from "./choices.ts";
import type { Picking } from "./picking.svelte.ts";
import { nudge, rangeOf, within } from "./slider.ts";

interface Bench {
  picking: Picking;
  acts: Choice[];
  deeds: Deed[] | null;
  wager: Choice | null;
  /** The player's hand, in which cards are tapped. */
  hand: Zone | undefined;
  doDeed: (deed: Deed) => void;
}

/** Whether a key is meant for something else: a field, a dialog, the browser. */
export function isMeantElsewhere(event: KeyboardEvent): boolean {
  const at = event.target as HTMLElement | null;
  const typing = at?.matches?.("input, textarea, select, dialog *") ?? false;
  return event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || typing;
}

/** Whether Enter presses the button that has the focus: on a card or a place it does not, there the space bar chooses. */
export function isOnButton(event: KeyboardEvent): boolean {
  return Boolean((event.target as HTMLElement | null)?.closest?.("button:not([data-anchor], [data-place]), a"));
}

/** A key was pressed. */
export function press(event: KeyboardEvent, bench: Bench): void {
  const { picking, acts, deeds, wager } = bench;
  if (isMeantElsewhere(event) || !picking.open || !picking.settled || picking.layer) return;
  const done = deeds
    ? withDeeds(event, bench, deeds)
    : withActs(event, bench) || (wager && withAmount(event, bench, wager));
  const byLetter = !done && !event.repeat && acts.find((choice) => choice.key === event.key.toLowerCase());
  if (byLetter && (!deeds || !byLetter.most)) picking.attempt(byLetter, false);
  if (done || byLetter) event.preventDefault();
}

function withDeeds(event: KeyboardEvent, bench: Bench, deeds: Deed[]): boolean {
  const deed = deeds[Number(event.key) - 1];
  if (!deed || event.repeat) return false;
  bench.doDeed(deed);
  return true;
}

function withActs(event: KeyboardEvent, { picking, acts, hand, wager }: Bench): boolean {
  if (event.repeat) return false;
  const card = hand && !wager ? arranged(hand, picking.sorting, picking.moved)[Number(event.key) - 1] : undefined;
  if (card) {
    picking.tap(card);
    return true;
  }
  const last = acts.at(-1);
  if (event.key !== "Enter" || isOnButton(event) || !last) return false;
  picking.attempt(last, false);
  return true;
}

function withAmount(event: KeyboardEvent, { picking }: Bench, wager: Choice): boolean {
  const range = rangeOf(wager);
  const way = { ArrowUp: 1, ArrowDown: -1 }[event.key];
  const preset = wager.presets?.[Number(event.key) - 1];
  if (way) picking.amount = nudge(picking.amount, way * (event.shiftKey ? 10 : 1), range);
  else if (preset) picking.amount = within(preset.amount, range);
  else if (/^[\d.]$/.test(event.key)) {
    const field = document.querySelector<HTMLInputElement>("[data-amount]");
    picking.typing = event.key === "." ? "" : event.key;
    field?.focus();
    queueMicrotask(() => field?.setSelectionRange(field.value.length, field.value.length));
    return true;
  } else return false;
  picking.typing = null;
  return true;
}
