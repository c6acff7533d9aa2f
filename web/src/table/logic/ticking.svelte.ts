// The time, for whatever runs down: read inside a component, it is read again as long as the component is there.
import { createSubscriber } from "svelte/reactivity";

const TICK_MS = 200;

const ticking = createSubscriber((update) => {
  const timer = setInterval(update, TICK_MS);
  return () => clearInterval(timer);
});

/** By the clock that deadlines are told by. */
export function now(): number {
  ticking();
  return performance.now();
}
