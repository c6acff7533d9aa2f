// Formats of numbers and times: thousands with a comma, a real minus.

export function number(value: number): string {
  return value.toLocaleString("en-US").replace("-", "−");
}

/** With its sign: "+1,200", "−40". */
export function signed(value: number): string {
  return value > 0 ? `+${number(value)}` : number(value);
}

/** A time of day: "21:14:08". */
export function clockTime(at: Date): string {
  return at.toLocaleTimeString("en-GB");
}

/** A moment in the past, as a part of a sentence: "today at 21:14", "on Friday at 22:40", "on 13 November 2026". */
export function when(at: Date, now = new Date()): string {
  const time = `${String(at.getHours()).padStart(2, "0")}:${String(at.getMinutes()).padStart(2, "0")}`;
  const days = (startOfDay(now) - startOfDay(at)) / 86_400_000;
  if (days < 1) return `today at ${time}`;
  if (days < 2) return `yesterday at ${time}`;
  if (days < 7) return `on ${at.toLocaleDateString("en-GB", { weekday: "long" })} at ${time}`;
  return `on ${at.toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" })}`;
}

function startOfDay(at: Date): number {
  return Date.UTC(at.getFullYear(), at.getMonth(), at.getDate());
}
