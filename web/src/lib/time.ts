// The source of time for whatever waits: the page's clock and animation frames, or in a test a clock that is moved by
// hand.

export interface Time {
  now(): number;
  /** Whether the page is hidden. */
  hidden(): boolean;
  /** Calls a function later; returns a function that cancels it. */
  after(wait: number, call: () => void): () => void;
  /** Calls a function with the next animation frame. */
  atFrame(call: () => void): () => void;
}

export const OF_THE_PAGE: Time = {
  now: () => performance.now(),
  hidden: () => document.hidden,
  after(wait, call) {
    const timer = setTimeout(call, wait);
    return () => clearTimeout(timer);
  },
  atFrame(call) {
    const frame = requestAnimationFrame(call);
    return () => cancelAnimationFrame(frame);
  },
};
