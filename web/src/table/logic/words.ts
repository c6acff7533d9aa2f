// The written and the spoken names of cards. Sentences come from the Scene.
import { number } from "../../lib/words.ts";

export const RANKS = "23456789TJQKA";
/** In the order in which a hand is sorted: the colours of suits alternate. */
export const SUITS = "cdsh";

const RANK_NAMES: Record<string, string> = {
  "2": "two",
  "3": "three",
  "4": "four",
  "5": "five",
  "6": "six",
  "7": "seven",
  "8": "eight",
  "9": "nine",
  T: "ten",
  J: "jack",
  Q: "queen",
  K: "king",
  A: "ace",
};
const SUIT_NAMES: Record<string, string> = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };
const SIGNS: Record<string, string> = { s: "♠", h: "♥", d: "♦", c: "♣" };

/** Whether a card's name is a rank and a suit: "Th". */
export function isPlain(name: string): boolean {
  return name.length === 2 && RANKS.includes(name[0]!) && SUITS.includes(name[1]!);
}

/** The name of a card: "queen of hearts", "Safe House". */
export function spoken(name: string): string {
  if (!isPlain(name)) return name;
  return `${RANK_NAMES[name[0]!]} of ${SUIT_NAMES[name[1]!]}`;
}

/** A card as a part of a sentence: "the queen of hearts", "Safe House". */
export function named(name: string): string {
  return isPlain(name) ? `the ${spoken(name)}` : name;
}

/** "the ten of clubs and the two of hearts". */
export function list(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

/** With a capital letter. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** "1 token", "2 tokens". */
export function counted(count: number, one: string): string {
  return `${number(count)} ${one}${count === 1 ? "" : "s"}`;
}

/** The letters on a seat's chip: "SH" for house:shark, "S3" for the third of them, "AL" for Ada Lovelace. */
export function initials(name: string): string {
  const bare = name.replace(/^.*:/, "").replace(/[^\p{L}\p{N} ]/gu, "");
  const words = bare.split(" ").filter(Boolean);
  return (words.length > 1 ? words[0]![0]! + words[1]![0]! : bare.slice(0, 2)).toUpperCase();
}

/** A piece of a sentence: plain text, or a card that it names. */
export interface Piece {
  text: string;
  /** The card's name, where it is one. */
  card?: string;
  /** The spoken text, if it differs from the written one: with a comma before the next card. */
  said?: string;
}

/** A sentence in pieces, so that "Jc" can be drawn as J♣ and read out as the jack of clubs. */
export function pieces(sentence: string): Piece[] {
  const made: Piece[] = [];
  let from = 0;
  for (const found of sentence.matchAll(/(?<![\p{L}\p{N}:])[2-9TJQKA][cdhs](?![\p{L}\p{N}'’])/gu)) {
    const [name] = found;
    const word = (name === "As" || name === "Ah") && found.index === 0 && / \p{Ll}/u.test(sentence.slice(2, 4));
    if (word) continue;
    const between = sentence.slice(from, found.index);
    const before = made.at(-1);
    if (before?.card && between === " ") before.said = `${before.said},`;
    if (between) made.push({ text: between });
    made.push({ text: `${name[0] === "T" ? "10" : name[0]}${SIGNS[name[1]!]}`, card: name, said: named(name) });
    from = found.index + name.length;
  }
  if (from < sentence.length) made.push({ text: sentence.slice(from) });
  return made;
}

/** A sentence as it is read out. */
export function readOut(sentence: string): string {
  return pieces(sentence)
    .map((piece) => piece.said ?? piece.text)
    .join("");
}
