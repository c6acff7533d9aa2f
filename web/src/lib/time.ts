// What things are timed by that wait: the page's clock and its frames, in a test a clock that is moved by hand.

export interface Time {
  now(): number;
  /** Whether nobody looks at the page. */
  hidden(): boolean;
  /** Calls later; what it gives takes that back. */
  after(wait: number, call: () => void): () => void;
  /** Calls when the next frame is drawn. */
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
