// The keys of a replay: ← → step, with Shift by streets, Space plays, Home and End, V whose view.

import type { Reel } from "./reel.svelte";

type Pressed = Pick<KeyboardEvent, "key" | "shiftKey" | "ctrlKey" | "metaKey" | "altKey" | "target">;

/** What a key does; nothing while the focus is in a field or on a button that uses the key. */
export function keyOf(event: Pressed): ((reel: Reel) => void) | null {
  const on = event.target instanceof Element ? event.target : null;
  if (event.ctrlKey || event.metaKey || event.altKey || on?.closest("select, textarea, input:not([type=range])"))
    return null;
  switch (event.key) {
    case "ArrowRight":
      return event.shiftKey ? (reel) => reel.street(1) : (reel) => reel.step(1);
    case "ArrowLeft":
      return event.shiftKey ? (reel) => reel.street(-1) : (reel) => reel.step(-1);
    case " ":
      return on?.closest("button, a") ? null : (reel) => reel.toggle();
    case "Home":
      return (reel) => reel.first();
    case "End":
      return (reel) => reel.last();
    case "v":
    case "V":
      return (reel) => reel.lookOn();
  }
  return null;
}
