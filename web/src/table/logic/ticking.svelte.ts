// The current time for countdowns: a component that reads it is updated as long as it is mounted.
import { createSubscriber } from "svelte/reactivity";

const TICK_MS = 200;

const ticking = createSubscriber((update) => {
  const timer = setInterval(update, TICK_MS);
  return () => clearInterval(timer);
});

/** On the clock of deadlines, `performance.now()`. */
export function now(): number {
  ticking();
  return performance.now();
}
