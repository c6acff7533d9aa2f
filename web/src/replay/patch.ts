// Applies the changes from one Scene to the next. A change has the keys that differ, null for a removed one; for a list
// of the same length, the items that differ by index: {"2": …}.

type Json = unknown;

export function patched<T>(before: T, change: Json): T {
  return put(before, change) as T;
}

function put(before: Json, change: Json): Json {
  if (!isThing(change)) return change;
  if (Array.isArray(before)) return before.map((item, place) => (place in change ? put(item, change[place]) : item));
  const after: Record<string, Json> = isThing(before) ? { ...before } : {};
  for (const [key, value] of Object.entries(change)) {
    if (value === null) delete after[key];
    else after[key] = put(after[key], value);
  }
  return after;
}

function isThing(value: Json): value is Record<string, Json> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
