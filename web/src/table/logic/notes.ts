/** What somebody who shows a table writes below a plate: words, and how far of the plate's width is filled with a hue. */
export interface Note {
  words: string;
  part: number;
  hue: string;
}

export type Notes = Record<number, Note>;
