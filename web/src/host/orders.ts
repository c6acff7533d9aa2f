// Values of orders, as a host types them.

const PAIR = /([\w-]+)=("[^"]*"|\S*)/g;
const SWITCH: Record<string, boolean> = { on: true, yes: true, off: false, no: false };

/** Parse `NAME=VALUE …`: numbers, lists of numbers, on and off, else text; null if the text has another form. */
export function valuesOf(text: string): Record<string, unknown> | null {
  if (text.replace(PAIR, "").trim()) return null;
  return Object.fromEntries(
    [...text.matchAll(PAIR)].map(([, name, given]) => [name!, valueOf(given!.replace(/^"(.*)"$/, "$1"))]),
  );
}

function valueOf(text: string): unknown {
  if (text.toLowerCase() in SWITCH) return SWITCH[text.toLowerCase()];
  if (/^-?\d+$/.test(text)) return Number(text);
  return /^-?\d+(,-?\d+)+$/.test(text) ? text.split(",").map(Number) : text;
}
