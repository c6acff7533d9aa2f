// Converts the position of a slider to an amount and back: linear up to the pot, finer steps of the knob beyond it.
import type { Choice } from "../../lib/wire";
import { number } from "../../lib/words.ts";

/** The knob's positions. */
export const NOTCHES = 1000;
/** The share of the slider for amounts up to the pot, if the pot is far below the maximum. */
const EVEN_PART = 0.6;

/** The bounds of a choice of an amount. */
export interface Range {
  low: number;
  high: number;
  step: number;
  /** The pot, if it lies between them. */
  knee: number;
  /** The step of an arrow key. */
  stride: number;
}

/** The range of a choice, as its Scene describes it. */
export function rangeOf(choice: Choice): Range {
  const low = choice.low ?? 0;
  const high = choice.high ?? 0;
  const step = choice.step || 1;
  const pot = choice.presets?.find((preset) => preset.label === "pot")?.amount ?? high;
  return {
    low,
    high,
    step,
    knee: Math.min(Math.max(pot, low), high),
    stride: choice.stride || round(high - low, step),
  };
}

/** A hundredth of a span, as a round number that its steps allow. */
function round(span: number, step: number): number {
  const wanted = span / 100;
  if (wanted <= step) return step;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const nice = [1, 2, 5, 10].map((times) => times * power).find((value) => value >= wanted) ?? wanted;
  return Math.floor(nice / step) * step;
}

/** The amount for a notch: the first is exactly the least, the last exactly the most. */
export function amountAt(notch: number, range: Range): number {
  if (notch <= 0) return range.low;
  if (notch >= NOTCHES) return range.high;
  const { even, part } = shape(range);
  const way = notch / NOTCHES;
  const exact =
    way <= part
      ? range.low + (way / part) * (even - range.low)
      : even * (range.high / even) ** ((way - part) / (1 - part));
  return snap(exact, range);
}

/** The notch for an amount. */
export function notchOf(amount: number, range: Range): number {
  if (amount <= range.low) return 0;
  if (amount >= range.high) return NOTCHES;
  const { even, part } = shape(range);
  const way =
    amount <= even
      ? (part * (amount - range.low)) / (even - range.low)
      : part + ((1 - part) * Math.log(amount / even)) / Math.log(range.high / even);
  return Math.round(way * NOTCHES);
}

/** The amount some strides further, on the grid of strides and within the bounds. */
export function nudge(amount: number, strides: number, range: Range): number {
  const target = amount + strides * range.stride;
  const aligned = strides > 0 ? Math.floor(target / range.stride) : Math.ceil(target / range.stride);
  return within(aligned * range.stride, range);
}

/** The nearest amount that the bounds and the step allow. */
export function within(amount: number, range: Range): number {
  if (amount >= range.high) return range.high;
  return Math.max(range.low, range.low + Math.floor((amount - range.low) / range.step) * range.step);
}

/** Why an amount cannot be sent, in words; "" if it can. */
export function complaint(amount: number, range: Range): string {
  if (!Number.isFinite(amount)) return "Type an amount.";
  if (amount < range.low) return `The smallest amount is ${number(range.low)}.`;
  if (amount > range.high) return `The largest amount is ${number(range.high)}.`;
  if (amount !== range.high && (amount - range.low) % range.step) return `Amounts go up by ${number(range.step)}.`;
  return "";
}

/** The amount in a typed text: digits, with commas, points or spaces between thousands; "3bb" or "2.5bb", "12k";
 * "min", "max", or the beginning of a preset's name, such as "half", "pot" or "all". NaN if it is none of these. */
export function typed(text: string, choice?: Choice): number {
  const plain = text.toLowerCase().replace(/[\s’']/g, "");
  const digits = plain.replace(/[,.]/g, "");
  if (/^\d+$/.test(digits)) return Number(digits);
  const [, times, unit] = /^(\d+(?:[.,]\d+)?)(bb|k)$/.exec(plain) ?? [];
  if (times) return Math.round(Number(times.replace(",", ".")) * (unit === "k" ? 1_000 : choice?.stride || NaN));
  if (plain === "min") return choice?.low ?? NaN;
  if (plain === "max") return choice?.high ?? NaN;
  return choice?.presets?.find((preset) => isCalled(preset.label, plain))?.amount ?? NaN;
}

/** Whether a name begins with the typed letters, at least two; signs between them do not count. */
function isCalled(label: string, typed: string): boolean {
  const [name, start] = [label, typed].map((one) => one.toLowerCase().replace(/[^a-z]/g, ""));
  return start!.length > 1 && start!.length === typed.replace(/-/g, "").length && name!.startsWith(start!);
}

function shape(range: Range): { even: number; part: number } {
  const even = range.knee > range.low && range.high > range.knee * 1.5 ? range.knee : range.high;
  return { even, part: even === range.high ? 1 : EVEN_PART };
}

function snap(exact: number, range: Range): number {
  if (range.low + range.stride >= range.high) return within(exact, range);
  return within(Math.round(exact / range.stride) * range.stride, range);
}
