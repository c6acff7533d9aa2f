// Animates cards and chips. A Scene is drawn at once, and whatever has moved is animated from its old place. Only
// transform and opacity change, and nothing moves with prefers-reduced-motion.
import type { Scene } from "../lib/wire";
import { anchors, movesBetween, type Anchor, type Move } from "./logic/moves";
import { play } from "./sound";

const DEAL_MS = 180;
const APART_MS = 60;
const FLIP_MS = 240;
const CHIPS_MS = 180;
const RAKE_MS = 320;
const EASE = "cubic-bezier(0.2, 0.7, 0.2, 1)";
/** With more moves than this it is another table, and nothing is animated. */
const MANY = 60;

/** The moves, the boxes of their anchors on the page, and the elements of chips. */
export interface Plan {
  moves: Move[];
  boxes: Map<Anchor, DOMRect>;
  ghosts: Map<Anchor, Element>;
}

/** Records the boxes of everything that will move, before the next Scene is drawn; null if nothing will. */
export function plan(root: Element, before: Scene, after: Scene): Plan | null {
  const moves = movesBetween(before, after);
  if (!moves.length || moves.length > MANY) return null;
  sounds(moves);
  if (document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches) return null;
  const concerned = new Set(moves.flatMap((move) => (move.kind === "flip" ? [] : [move.from, move.to])));
  const boxes = new Map<Anchor, DOMRect>();
  const ghosts = new Map<Anchor, Element>();
  for (const element of anchored(root)) {
    const name = element.dataset.anchor!;
    if (concerned.has(name)) boxes.set(name, element.getBoundingClientRect());
    if (name.startsWith("bet") || name === anchors.pot) ghosts.set(name, element);
  }
  return { moves, boxes, ghosts };
}

/** Animates the moves of a plan, after the Scene was drawn. */
export function animate(root: HTMLElement, layer: HTMLElement, before: Plan): void {
  const now = new Map(anchored(root).map((element) => [element.dataset.anchor!, body(element)]));
  // Everything is measured before anything moves: later measurements would force a new layout.
  const ends = before.moves.map((move) => {
    const element = now.get(move.kind === "flip" ? move.at : move.to);
    return { move, element, box: element?.getBoundingClientRect() };
  });
  const home = layer.getBoundingClientRect();
  let dealt = 0;
  for (const { move, element, box } of ends) {
    if (move.kind === "flip") flip(element);
    else if (move.kind === "fly") fly(before.boxes.get(move.from), element, box, dealt++ * APART_MS);
    else if (move.to.startsWith("bet")) fly(middle(before.boxes.get(move.from)), element, box, 0);
    else chips(layer, home, before, move, box);
  }
}

/** Finishes all running animations. */
export function settle(root: Element): void {
  for (const animation of root.getAnimations({ subtree: true })) animation.finish();
}

function anchored(root: Element): HTMLElement[] {
  return [...(root.closest("[data-table]") ?? document).querySelectorAll<HTMLElement>("[data-anchor]")];
}

/** The element to animate: if a button lies over a card, their common parent. */
function body(element: HTMLElement): HTMLElement {
  return element.matches("button") ? element.parentElement! : element;
}

function middle(box: DOMRect | undefined): DOMRect | undefined {
  return box && new DOMRect(box.x + box.width / 2, box.y + box.height / 2, 0, 0);
}

function fly(
  from: DOMRect | undefined,
  element: HTMLElement | undefined,
  to: DOMRect | undefined,
  delay: number,
): void {
  if (!from || !element || !to?.width) return;
  const x = from.x + from.width / 2 - to.x - to.width / 2;
  const y = from.y + from.height / 2 - to.y - to.height / 2;
  const size = from.width ? from.width / to.width : 0.6;
  element.animate(
    [
      { transform: `translate(${x}px, ${y}px) scale(${size})`, opacity: from.width ? 1 : 0 },
      { transform: "none", opacity: 1 },
    ],
    { duration: DEAL_MS, delay, easing: EASE, fill: "backwards" },
  );
}

function flip(element: HTMLElement | undefined): void {
  element?.animate(
    [{ transform: "perspective(600px) rotateY(90deg)" }, { transform: "perspective(600px) rotateY(0)" }],
    {
      duration: FLIP_MS,
      easing: EASE,
    },
  );
}

function chips(
  layer: HTMLElement,
  home: DOMRect,
  before: Plan,
  move: Move & { kind: "chips" },
  box: DOMRect | undefined,
): void {
  const from = before.boxes.get(move.from);
  const to = box ?? before.boxes.get(move.to);
  const pattern = before.ghosts.get(move.from);
  if (!from || !to) return;
  const ghost = (pattern?.querySelector("svg") ?? pattern)?.cloneNode(true) as Element | undefined;
  if (!ghost) return;
  const frame = document.createElement("span");
  frame.className = "flight";
  frame.append(ghost);
  layer.append(frame);
  const at = (box: DOMRect) => `translate(${box.x + box.width / 2 - home.x}px, ${box.y + box.height / 2 - home.y}px)`;
  const raked = move.from === "pot";
  frame
    .animate(
      [
        { transform: at(from), opacity: 1 },
        { transform: at(to), opacity: raked ? 0.6 : 1 },
      ],
      {
        duration: raked ? RAKE_MS : CHIPS_MS,
        easing: EASE,
      },
    )
    .finished.finally(() => frame.remove());
}

function sounds(moves: Move[]): void {
  if (moves.some((move) => move.kind === "chips" && move.from === "pot")) play("pot");
  else if (moves.some((move) => move.kind === "chips" && move.to.startsWith("bet"))) play("chip");
  if (moves.some((move) => move.kind !== "chips")) play("card");
}
