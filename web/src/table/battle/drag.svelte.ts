// A card that is dragged from the hand, or from one place to another. It follows the pointer and is laid where it is let
// go; let go anywhere else, it goes back. A press without a move is no drag: then the click counts.
import type { Place } from "../logic/choices";
import type { Picking } from "../logic/picking.svelte";

const FAR = 6;

class Drag {
  /** The card that is in the air. */
  card = $state.raw<Place | null>(null);
  /** Where it is, from where it was taken up. */
  x = $state(0);
  y = $state(0);
  /** The place that it is over; −1 if none. */
  over = $state(-1);
  /** Where its ghost is drawn. */
  from = $state.raw<DOMRect | null>(null);

  start(event: PointerEvent, card: Place, picking: Picking): void {
    if (event.button !== 0) return;
    const held = (event.currentTarget as HTMLElement).parentElement!;
    const { clientX, clientY } = event;
    const stop = new AbortController();
    const listen = { signal: stop.signal };
    addEventListener(
      "pointermove",
      (moved) => {
        this.x = moved.clientX - clientX;
        this.y = moved.clientY - clientY;
        if (!this.card && Math.hypot(this.x, this.y) > FAR) {
          this.card = card;
          this.from = held.getBoundingClientRect();
        }
        if (this.card) this.over = placeAt(moved);
      },
      listen,
    );
    const end = (ended: PointerEvent) => {
      stop.abort();
      if (!this.card) return;
      const over = ended.type === "pointerup" ? placeAt(ended) : -1;
      this.card = this.from = null;
      this.over = -1;
      swallowClick();
      if (over >= 0) picking.lay(card, over);
      else picking.takeBack(picking.laid.findIndex((one) => one?.zone === card.zone && one.slot === card.slot));
    };
    addEventListener("pointerup", end, listen);
    addEventListener("pointercancel", end, listen);
  }
}

/** Ignore the click event that follows a drop. */
function swallowClick(): void {
  const swallow = (click: Event) => click.stopImmediatePropagation();
  addEventListener("click", swallow, { capture: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }));
}

function placeAt(event: PointerEvent): number {
  const found = document.elementsFromPoint(event.clientX, event.clientY).find((one) => one.matches("[data-place]"));
  return found ? Number((found as HTMLElement).dataset.place) : -1;
}

export const drag = new Drag();
