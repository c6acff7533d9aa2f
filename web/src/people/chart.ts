// The chart of a figure over time: the line, the band of its interval, and the positions of the numbers on the scale.

/** A figure at a time, with its interval. */
export interface Point {
  at: number;
  value: number;
  low: number;
  high: number;
}

export interface Chart {
  line: string;
  band: string;
  /** The numbers of the scale, each with its height. */
  marks: { value: number; y: number }[];
  /** The last point. */
  end: { x: number; y: number };
  /** Where a value lies. */
  y: (value: number) => number;
}

const STRIDES = Array.from({ length: 28 }, (_, at) => [1, 2, 5][at % 3]! * 10 ** Math.floor(at / 3));

/** The distance between two marks of the scale: at most five of them. */
function stride(span: number): number {
  return STRIDES.find((one) => span / one <= 5) ?? STRIDES.at(-1)!;
}

/** A chart in a box of `width` by `height`; matches are equally far apart. `also` is a value that has to be inside. */
export function chart(points: readonly Point[], width: number, height: number, also: number | null): Chart {
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
