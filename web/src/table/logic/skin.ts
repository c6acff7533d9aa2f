// Which shape of table a Scene is drawn on: it depends on the contents of the Scene, not on the name of the game.
import type { Scene } from "../../lib/wire";

/** Seats round a felt; seats one below the other with meters above; or two rows of places that meet. */
export type Skin = "ring" | "rows" | "lanes";

export function skinOf(scene: Scene): Skin {
  if (scene.seats?.length === 2 && scene.zones?.some((zone) => zone.lies === "places")) return "lanes";
  if (scene.meters?.some((meter) => (meter.owner ?? -1) < 0 && meter.most)) return "rows";
  return "ring";
}
