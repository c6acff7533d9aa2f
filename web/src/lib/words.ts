// Numbers as the room writes them: thousands with a comma, a real minus.

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
