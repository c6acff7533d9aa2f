// The chart of a rating: the line, the band of its interval, and the positions of the numbers on the scale.

import type { RatingPoint } from "../lib/http";

export interface Chart {
  line: string;
  band: string;
  /** The numbers of the scale, each with its height. */
  marks: { value: number; y: number }[];
  /** The last point. */
  end: { x: number; y: number };
  /** Where a rating lies. */
  y: (value: number) => number;
}

/** The distance between two marks of the scale: at most five of them. */
function stride(span: number): number {
  return [50, 100, 200, 500, 1_000].find((one) => span / one <= 5) ?? 2_000;
}

/** A chart in a box of `width` by `height`; matches are equally far apart. `also` is a rating that has to be inside. */
export function chart(points: readonly RatingPoint[], width: number, height: number, also: number | null): Chart {
  const lows = [...points.map((point) => point.low), also ?? Infinity];
  const highs = [...points.map((point) => point.high), also ?? -Infinity];
  const [least, most] = [Math.min(...lows), Math.max(...highs)];
  const step = stride(most - least);
  const [low, high] = [Math.floor(least / step) * step, Math.ceil(most / step) * step || step];
  const y = (value: number): number => Math.round((height - ((value - low) / (high - low || 1)) * height) * 10) / 10;
  const x = (at: number): number =>
    Math.round((points.length < 2 ? width / 2 : (at / (points.length - 1)) * width) * 10) / 10;
  const join = (found: string[]): string => `M${found.join("L")}`;
  const upper = points.map((point, at) => `${x(at)} ${y(point.high)}`);
  const lower = points.map((point, at) => `${x(at)} ${y(point.low)}`).toReversed();
  const marks = Array.from({ length: Math.round((high - low) / step) + 1 }, (_, at) => {
    const value = low + at * step;
    return { value, y: y(value) };
  });
  return {
    line: join(points.map((point, at) => `${x(at)} ${y(point.value)}`)),
    band: `${join([...upper, ...lower])}Z`,
    marks,
    end: { x: x(points.length - 1), y: y(points.at(-1)?.value ?? 0) },
    y,
  };
}
