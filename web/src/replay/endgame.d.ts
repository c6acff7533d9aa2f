// The drawing of a solution, which the page of `croupier solve` has too: it is part of the Python package.

declare module "*/simulate/report/endgame.js" {
  import type { Solution } from "../lib/http";

  /** Draw a solution into an element; what is returned goes one act back. */
  export function draw(root: HTMLElement, data: Solution): () => void;
}
