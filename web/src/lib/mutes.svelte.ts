// Whose reactions are not shown in this browser: those of some players, or all.

const KEY = "croupier.mutes";
/** Stands for everybody; no player can have this id. */
const ALL = "*";

function read(): string[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as string[];
  } catch {
    return [];
  }
}

class Mutes {
  #ids = $state.raw<string[]>(read());

  /** Whether no reactions are shown at all. */
  get all(): boolean {
    return this.#ids.includes(ALL);
  }

  /** Whether the reactions of a player are not shown. */
  has(id: string): boolean {
    return this.all || this.#ids.includes(id);
  }

  /** Mute a player, or all without an id; or take that back. */
  toggle(id: string = ALL): void {
    this.#ids = this.#ids.includes(id) ? this.#ids.filter((one) => one !== id) : [...this.#ids, id];
    localStorage.setItem(KEY, JSON.stringify(this.#ids));
  }
}

export const mutes = new Mutes();
