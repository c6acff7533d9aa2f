// How the house does, from what it counts for Prometheus.

export interface Figures {
  connections: number;
  hands: number;
  /** Actions that were of no use, of all kinds. */
  refused: number;
  /** Seconds within which 95 of 100 actions were told to everybody; null before the first. */
  slowest: number | null;
  broken: number;
}

const LINE = /^croupier_(?<name>\w+)(?:\{(?<labels>[^}]*)\})? (?<value>\S+)$/;
/** Milliseconds that have to be seen before a pace is told. */
const ENOUGH = 8_000;
const USUAL = 0.95;

export function figures(text: string): Figures {
  const values = new Map<string, number>();
  const buckets: { up: number; count: number }[] = [];
  let refused = 0;
  for (const line of text.split("\n")) {
    const found = LINE.exec(line)?.groups;
    if (!found) continue;
    const value = Number(found["value"]);
    if (found["name"] === "refusals_total") refused += value;
    else if (found["name"] === "action_seconds_bucket")
      buckets.push({ up: bound(found["labels"] ?? ""), count: value });
    else values.set(found["name"]!, value);
  }
  const all = buckets.at(-1)?.count;
  const usual = all ? buckets.find((bucket) => bucket.count >= USUAL * all) : undefined;
  return {
    connections: values.get("connections") ?? 0,
    hands: values.get("hands_total") ?? 0,
    refused,
    slowest: usual?.up ?? null,
    broken: values.get("tables_broken") ?? 0,
  };
}

function bound(labels: string): number {
  const text = /le="([^"]*)"/.exec(labels)?.[1] ?? "";
  return text === "+Inf" ? Infinity : Number(text);
}

/** Hands a minute over what was seen, the oldest first; null until there is something to compare. */
export function perMinute(seen: { at: number; hands: number }[]): number | null {
  const first = seen[0];
  const last = seen.at(-1);
  if (!first || !last || last.at - first.at < ENOUGH) return null;
  return Math.max(0, Math.round(((last.hands - first.hands) * 60_000) / (last.at - first.at)));
}
