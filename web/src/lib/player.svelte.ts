// The name that this browser keeps in the arena, with its secret: who shows it plays under the name at every table.

import { ask } from "./api";
import type { KeptName, NewSecret } from "./http";
import { keptTokens } from "./tokens";

const KEY = "croupier.player";
/** The most tokens that are shown to prove that tables where the name is used are one's own. */
const MOST_TOKENS = 40;

interface Kept {
  name: string;
  secret: string;
}

function read(): Kept | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "null") as Kept | null;
  } catch {
    return null;
  }
}

class Player {
  #kept = $state.raw<Kept | null>(read());

  constructor() {
    addEventListener("storage", (event) => {
      if (event.key === KEY) this.#kept = read();
    });
  }

  /** The kept name; "" if there is none. */
  get name(): string {
    return this.#kept?.name ?? "";
  }

  /** Whether a name is the kept one. */
  is(name: string): boolean {
    return this.#kept !== null && name.toLowerCase() === this.#kept.name.toLowerCase();
  }

  /** The secret that proves a name; "" if this browser does not keep it. */
  proof(name: string): string {
    return this.is(name) ? this.#kept!.secret : "";
  }

  /** The link that takes the name to another browser. Its secret is in the part that no server is sent. */
  get link(): string {
    const { name, secret } = this.#kept ?? { name: "", secret: "" };
    return new URL(`#/keep/${encodeURIComponent(name)}/${secret}`, location.href).href;
  }

  /** Keep a name; a Problem says why that is not possible. */
  async keep(name: string): Promise<void> {
    const tokens = keptTokens(MOST_TOKENS).filter((one) => one.team === name.toLowerCase());
    this.#set(await ask<NewSecret>("players", { body: { name, tokens: tokens.map((one) => one.token) } }));
  }

  /** Take a name over from another browser; a Problem if the secret does not prove it. */
  async take(name: string, secret: string): Promise<void> {
    const { name: written } = await ask<KeptName>(`players/${encodeURIComponent(name)}/keeper`, { token: secret });
    this.#set({ name: written, secret });
  }

  /** A new secret: links that were made before, and other browsers, prove nothing any more. */
  async renew(): Promise<void> {
    const path = `players/${encodeURIComponent(this.name)}/secret`;
    this.#set(await ask<NewSecret>(path, { token: this.proof(this.name), text: "" }));
  }

  /** Forget the name in this browser. It stays kept: only the link leads back to it. */
  forget(): void {
    localStorage.removeItem(KEY);
    this.#kept = null;
  }

  #set({ name, secret }: Kept): void {
    this.#kept = { name, secret };
    localStorage.setItem(KEY, JSON.stringify(this.#kept));
  }
}

export const player = new Player();
