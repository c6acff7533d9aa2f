// A line through numbers, as the path of a picture.

/** The path through values from left to right, the highest on top, in a box of `width` by `height`. */
export function path(values: readonly number[], width: number, height: number): string {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const step = width / Math.max(1, values.length - 1);
  return values
    .map(
      (value, at) =>
        `${at ? "L" : "M"}${round(at * step)} ${round(height - ((value - low) / (high - low || 1)) * height)}`,
    )
    .join("");
}

/** Where zero lies in the same box. */
export function zero(values: readonly number[], height: number): number {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  return round(height - ((0 - low) / (high - low || 1)) * height);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
