// Animates cards and chips. A Scene is drawn at once, and whatever has moved is animated from its old place. Only
// transform and opacity change, and nothing moves with prefers-reduced-motion.
import type { Scene } from "../lib/wire";
import { anchors, movesBetween, type Anchor, type Move } from "./logic/moves";
import { allInBetween, bustBetween, CHIP_FLIES, CHIPS_APART, chipsFor } from "./logic/stage";
import { play } from "./sound";

const DEAL_MS = 180;
const APART_MS = 60;
const FLIP_MS = 240;
const CHIPS_MS = 180;
const RAKE_MS = 320;
const MUCK_MS = 260;
/** How wide a chip is that travels, how far from the board, and how many colours there are. */
const CHIP_WIDTH = 22;
const BESIDE = 40;
const RANKS = 5;
const EASE = "cubic-bezier(0.2, 0.7, 0.2, 1)";
/** With more moves than this it is another table, and nothing is animated. */
const MANY = 60;

/** The moves, the boxes of their anchors on the page, and the elements of chips. */
export interface Plan {
  moves: Move[];
  boxes: Map<Anchor, DOMRect>;
  ghosts: Map<Anchor, Element>;
}

/** Whether anything moves on this page. */
export function movesHere(): boolean {
  return !document.hidden && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Records the boxes of everything that will move, before the next Scene is drawn; null if nothing will. While the end of
 * a hand is staged, its chips have a time of their own.
 */
export function plan(root: Element, before: Scene, after: Scene, staged: boolean): Plan | null {
  const all = movesBetween(before, after);
  const moves = staged ? all.filter((move) => move.kind !== "chips") : all;
  sounds(moves, before, after);
  if (!moves.length || moves.length > MANY || !movesHere()) return null;
  const concerned = new Set(moves.flatMap((move) => (move.kind === "flip" ? [] : [move.from, move.to])));
  const thrown = new Set(moves.flatMap((move) => (move.kind === "muck" ? [move.from] : [])));
  const boxes = new Map<Anchor, DOMRect>();
  const ghosts = new Map<Anchor, Element>();
  for (const element of anchored(root)) {
    const name = element.dataset.anchor!;
    if (concerned.has(name)) boxes.set(name, element.getBoundingClientRect());
    if (name.startsWith("bet") || name === anchors.pot) ghosts.set(name, element);
    else if (thrown.has(name)) ghosts.set(name, pictured(element));
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
    else if (move.kind === "muck") muck(layer, home, before, move, box);
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

/** A picture of a card that is thrown away, at its old place: it stays drawn though the Scene no longer has it. */
function pictured(card: HTMLElement): Element {
  const picture = card.cloneNode(true) as HTMLElement;
  delete picture.dataset.anchor;
  picture.style.cssText = `position:absolute;width:${card.offsetWidth}px;margin:0`;
  picture.style.setProperty("--card", `${card.offsetWidth}px`);
  return picture;
}

function muck(layer: HTMLElement, home: DOMRect, before: Plan, move: Move & { kind: "muck" }, box?: DOMRect): void {
  const from = before.boxes.get(move.from);
  const picture = before.ghosts.get(move.from);
  const to = box ?? before.boxes.get(move.to);
  if (!from || !to || !picture) return;
  layer.append(picture);
  const at = (box: DOMRect) => `translate(${box.x - home.x}px, ${box.y - home.y}px)`;
  const middle = new DOMRect(to.x + to.width / 2 - from.width / 2, to.y + to.height / 2, from.width, from.height);
  picture
    .animate(
      [
        { transform: at(from), opacity: 1 },
        { transform: `${at(middle)} scale(0.6)`, opacity: 0 },
      ],
      { duration: MUCK_MS, easing: "ease-in", fill: "forwards" },
    )
    .finished.finally(() => picture.remove());
}

/** Rakes the pot to the winners of a hand, chip by chip, round the corner of the board and never across its cards. */
export function rake(root: HTMLElement, layer: HTMLElement, scene: Scene, pace: number): void {
  const now = new Map(anchored(root).map((element) => [element.dataset.anchor!, element]));
  const pot = now.get(anchors.pot)?.getBoundingClientRect();
  const board = root.querySelector("[data-board]")?.getBoundingClientRect();
  if (!pot) return;
  const home = layer.getBoundingClientRect();
  for (const seat of (scene.seats ?? []).filter((one) => one.wins)) {
    const to = now.get(anchors.seat(seat.seat))?.getBoundingClientRect();
    if (!to) continue;
    const [start, end] = [centre(pot, home), centre(to, home)];
    const round = board ? corner(board, home, start, end) : [(start[0] + end[0]) / 2, (start[1] + end[1]) / 2];
    for (let chip = 0; chip < chipsFor(scene); chip++) {
      const ghost = document.createElementNS("http://www.w3.org/2000/svg", "svg");
      ghost.setAttribute("viewBox", "0 0 24 24");
      ghost.setAttribute("class", "raked");
      ghost.style.color = `var(--chip-${(chip % RANKS) + 1})`;
      ghost.innerHTML =
        '<circle cx="12" cy="12" r="11" fill="currentColor" /><circle class="teeth" cx="12" cy="12" r="8.6" />';
      layer.append(ghost);
      const at = ([x, y]: number[]) => `translate(${x! - CHIP_WIDTH / 2}px, ${y! - CHIP_WIDTH / 2}px)`;
      ghost
        .animate(
          [
            { transform: at(start), opacity: 1, easing: "ease-in" },
            { transform: at(round), opacity: 1, easing: "cubic-bezier(0.2, 0.6, 0.4, 1)" },
            { transform: at(end), opacity: 0.7 },
          ],
          { duration: CHIP_FLIES * pace, delay: chip * CHIPS_APART * pace, fill: "backwards" },
        )
        .finished.finally(() => ghost.remove());
    }
  }
}

function centre(box: DOMRect, home: DOMRect): [number, number] {
  return [box.x + box.width / 2 - home.x, box.y + box.height / 2 - home.y];
}

/** The point beside the board round which chips go: on the side of the seat, and of two equal sides on the right. */
function corner(board: DOMRect, home: DOMRect, start: number[], end: number[]): [number, number] {
  const left = end[0]! < start[0]! - board.width / 4;
  const x = left ? board.left - home.x - BESIDE : board.right - home.x + BESIDE;
  const y = end[1]! > start[1]! ? board.bottom - home.y : board.top - home.y;
  return [Math.max(CHIP_WIDTH, Math.min(home.width - CHIP_WIDTH, x)), y];
}

function sounds(moves: Move[], before: Scene, after: Scene): void {
  if (moves.some((move) => move.kind === "chips" && move.from === "pot")) play("pot", after.result?.weight);
  else if (allInBetween(before, after).length) play("all-in");
  else if (moves.some((move) => move.kind === "chips" && move.to.startsWith("bet"))) play("chip");
  if (moves.some((move) => move.kind === "muck")) play("fold");
  if (moves.some((move) => move.kind === "fly" || move.kind === "flip")) play("card");
  if (bustBetween(before, after).length) play("bust");
  if (after.winners?.length && !before.winners?.length) play("win");
}
