// Figures about the server, from its Prometheus metrics, and about nodes.

import type { NodeState } from "../lib/http.ts";

export interface Figures {
  connections: number;
  hands: number;
  /** Refused actions of all kinds. */
  refused: number;
  /** Seconds within which 95 of 100 actions were sent to everybody; null before the first action. */
  slowest: number | null;
  broken: number;
}

const LINE = /^croupier_(?<name>\w+)(?:\{(?<labels>[^}]*)\})? (?<value>\S+)$/;
/** Milliseconds of observation before a pace is shown. */
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

/** Hands a minute over the samples, the oldest first; null until they cover enough time. */
export function perMinute(seen: { at: number; hands: number }[]): number | null {
  const first = seen[0];
  const last = seen.at(-1);
  if (!first || !last || last.at - first.at < ENOUGH) return null;
  return Math.max(0, Math.round(((last.hands - first.hands) * 60_000) / (last.at - first.at)));
}

/** What a node does, in words; `table` is the one that is shown. */
export function doing(node: NodeState, nodes: readonly NodeState[], table: string): string {
  const lent = nodes.some((one) => one.lent.includes(table));
  const plays = node.lent.includes(table) || (node.room && !lent);
  const all = [
    !node.alive && "dead",
    node.draining && "drained",
    node.room && "has the room",
    plays && "plays this table",
    counted(node.tables, "table"),
    counted(node.connections, "connection"),
    `${Math.round(100 * node.load)} % of a core`,
  ];
  return all.filter(Boolean).join(" · ");
}

function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
