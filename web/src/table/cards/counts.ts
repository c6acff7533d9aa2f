// Parses a line of a card with words: what is counted, and how much.

export interface Count {
  words: string;
  value: string;
  /** Letters in place of the words, where there is little room. */
  letter: string;
  /** "evidence", "cover", "heat": the name of the colour. */
  what: string;
}

const LETTERS: Record<string, string> = { evidence: "E", cover: "C", heat: "H", price: "$" };

/** "Evidence +10" is Evidence, +10; a line that is a whole sentence is all words. */
export function counts(line: string): Count {
  const found = /^(\S+) ([×+−]?[\d.,]+)$/.exec(line);
  if (!found) return { words: line, value: "", letter: "", what: "" };
  const what = found[1]!.toLowerCase();
  return { words: found[1]!, value: found[2]!, letter: LETTERS[what] ?? "", what };
}
