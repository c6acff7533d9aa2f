// Draws a solution, also on the page of `croupier solve`: the code is part of the Python package.

declare module "*/simulate/report/endgame.js" {
  import type { Solution } from "../lib/http";

  /** Draw a solution into an element; returns a function that goes one act back. */
  export function draw(root: HTMLElement, data: Solution): () => void;
}
