/** A note below a plate: text, and the share of the plate's width that is filled with a colour. */
export interface Note {
  words: string;
  part: number;
  hue: string;
}

export type Notes = Record<number, Note>;
