// The visitor's preferences, kept in this browser: theme, deck, sound, name, and so on.

export type Light = "dark" | "light";
export type Deck = "two" | "four";
export type Cards = "usual" | "large";
export type Felt = "petrol" | "green" | "claret" | "slate";
export type Speed = "slow" | "usual" | "fast";

interface Kept {
  theme: Light | "";
  deck: Deck;
  cards: Cards;
  felt: Felt;
  speed: Speed;
  sound: boolean;
  volume: number;
  notices: boolean;
  /** Whether the visitor was asked about notifications. */
  asked: boolean;
  name: string;
}

const KEY = "croupier.settings";
const FIRST: Kept = {
  theme: "",
  deck: "two",
  cards: "usual",
  felt: "petrol",
  speed: "usual",
  sound: false,
  volume: 70,
  notices: false,
  asked: false,
  name: "",
};
const COLOURS = ["Amber", "Copper", "Indigo", "Ivory", "Jade", "Russet", "Sable", "Teal", "Umber", "Violet"];
const BIRDS = ["Crane", "Finch", "Heron", "Jay", "Kestrel", "Lark", "Martin", "Plover", "Rook", "Wren"];

function pick<T>(from: readonly T[]): T {
  return from[Math.floor(Math.random() * from.length)]!;
}

function mayNotify(): boolean {
  return "Notification" in globalThis && Notification.permission === "granted";
}

function kept(): Kept {
  try {
    return { ...FIRST, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>) };
  } catch {
    return { ...FIRST };
  }
}

class Settings {
  #values = $state<Kept>(kept());
  #system = $state<Light>(matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark");

  constructor() {
    const system = matchMedia("(prefers-color-scheme: light)");
    system.addEventListener("change", () => {
      this.#system = system.matches ? "light" : "dark";
      this.#show();
    });
    addEventListener("storage", (event) => {
      if (event.key === KEY) {
        this.#values = kept();
        this.#show();
      }
    });
    if (!this.#values.name)
      this.#change({ name: `${pick(COLOURS)} ${pick(BIRDS)} ${pick(["2", "3", "5", "7", "11", "13"])}` });
    this.#show();
  }

  get theme(): Light {
    return this.#values.theme || this.#system;
  }

  set theme(theme: Light) {
    this.#change({ theme });
  }

  get deck(): Deck {
    return this.#values.deck;
  }

  set deck(deck: Deck) {
    this.#change({ deck });
  }

  /** How large one's own cards are; with large ones, every card keeps its large index. */
  get cards(): Cards {
    return this.#values.cards;
  }

  set cards(cards: Cards) {
    this.#change({ cards });
  }

  get felt(): Felt {
    return this.#values.felt;
  }

  set felt(felt: Felt) {
    this.#change({ felt });
  }

  /** How fast moves of others follow each other, at tables that are slowed down for people. */
  get speed(): Speed {
    return this.#values.speed;
  }

  set speed(speed: Speed) {
    this.#change({ speed });
  }

  get sound(): boolean {
    return this.#values.sound;
  }

  set sound(sound: boolean) {
    this.#change({ sound });
  }

  /** How loud, from 0 to 100. */
  get volume(): number {
    return this.#values.volume;
  }

  set volume(volume: number) {
    this.#change({ volume });
  }

  /** Whether a notification tells of one's turn while the page is in the background, as far as the browser allows it. */
  get notices(): boolean {
    return this.#values.notices && mayNotify();
  }

  /** Whether the visitor can still be asked, once, if notifications are wanted. */
  get asksNotices(): boolean {
    return !this.#values.asked && "Notification" in globalThis && Notification.permission !== "denied";
  }

  /** Ask the browser whether notifications may be shown, if they are wanted. */
  async allowNotices(wanted: boolean): Promise<void> {
    this.#change({ asked: true });
    const may = wanted && "Notification" in globalThis && (await Notification.requestPermission()) === "granted";
    this.#change({ notices: may });
  }

  /** The visitor's name; never empty. */
  get name(): string {
    return this.#values.name;
  }

  set name(name: string) {
    if (name.trim()) this.#change({ name: name.trim() });
  }

  #change(values: Partial<Kept>): void {
    Object.assign(this.#values, values);
    localStorage.setItem(KEY, JSON.stringify(this.#values));
    this.#show();
  }

  #show(): void {
    document.documentElement.dataset.theme = this.theme;
    document.documentElement.dataset.deck = this.deck;
    document.documentElement.dataset.felt = this.felt;
    document.documentElement.dataset.speed = this.speed;
  }
}

export const settings = new Settings();
