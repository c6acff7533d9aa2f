// The geometry of playing cards, drawn in a frame of 100 × 140: ranks are strokes of a pen, pips and courts are shapes.

/** Strokes, in a frame of 40 × 57. */
export const RANK_STROKES: Record<string, string> = {
  A: "M3 54 20 3 37 54M9 37.5H31",
  K: "M6 2V54M35 2 7.5 33M16 24 36.5 54",
  Q: "M20 5.5C30 5.5 35 14 35 28S30 50.5 20 50.5 5 42 5 28 10 5.5 20 5.5ZM21 37 37 55",
  J: "M13 6H34M27 6V37C27 46 22 50.5 15.5 50.5 9 50.5 5 46 4.5 39",
  T: "M-2 15 8 6.5V54M32 6C40 6 43 15 43 28S40 50 32 50 21 41 21 28 24 6 32 6Z",
  "9": "M34 19.5A14 14 0 1 1 6 19.5 14 14 0 0 1 34 19.5C34 36 28 47 15 52.5",
  "8": "M20 5.5A11 10.5 0 0 1 20 26.5 11 10.5 0 0 1 20 5.5ZM20 26.5A14 12 0 0 1 20 50.5 14 12 0 0 1 20 26.5Z",
  "7": "M4 6.5H33.5C25 20 18.5 36 16.5 54",
  "6": "M6 36.5A14 14 0 1 0 34 36.5 14 14 0 0 0 6 36.5C6 20 12 9 25 3.5",
  "5": "M32.5 6.5H10.5L8.5 26C12 23.5 15.5 22 20 22 29 22 35 28 35 36.5S29 50.5 20 50.5C13 50.5 8 47.5 5 42.5",
  "4": "M27.5 54V7L4.5 39.5H38",
  "3":
    "M6.5 14C8.5 8.5 13.5 5.5 19.5 5.5 27.5 5.5 33 10 33 16S27.5 26.5 19.5 26.5H15.5" +
    "M19.5 26.5C29 26.5 35 31 35 38.5S29 50.5 19.5 50.5C12 50.5 7 47.5 4.5 42",
  "2": "M6 17.5C6 10.5 12 5.5 20 5.5S34 10.5 34 18C34 30 11 38 6 50.5H36",
};

/** Pips, in a frame of 40 × 40. */
export const PIP_SHAPES: Record<string, string> = {
  s:
    "M20 1.5C25.5 11 38 16 38 25.2 38 30.6 34.2 33.4 30.2 33.4 26.8 33.4 24 32 22.2 29.4 22.4 33 23.6 36 26.4 38.5" +
    "H13.6C16.4 36 17.6 33 17.8 29.4 16 32 13.2 33.4 9.8 33.4 5.8 33.4 2 30.6 2 25.2 2 16 14.5 11 20 1.5Z",
  h:
    "M20 38C9 28 2 21 2 12.6 2 6.4 6.6 2.6 11.2 2.6 15 2.6 18.4 5 20 9" +
    "C21.6 5 25 2.6 28.8 2.6 33.4 2.6 38 6.4 38 12.6 38 21 31 28 20 38Z",
  d: "M20 1C24 8.5 29 14.6 35.5 20 29 25.4 24 31.5 20 39 16 31.5 11 25.4 4.5 20 11 14.6 16 8.5 20 1Z",
  c:
    "M20 1.8A8.6 8.6 0 0 1 26.6 15.9 8.7 8.7 0 1 1 22.3 27.6C22.6 32 24 35.6 26.8 38.5" +
    "H13.2C16 35.6 17.4 32 17.7 27.6A8.7 8.7 0 1 1 13.4 15.9 8.6 8.6 0 0 1 20 1.8Z",
};

const [LEFT, CENTRE, RIGHT] = [31, 50, 69];
const corners = pairs(30, 110);
const columns = pairs(28, 56, 84, 112);
const six = [...corners, ...pairs(70)];

/** Where the middles of a large card's pips lie; those of the lower half stand on their heads. */
export const PIP_PLACES: Record<string, [number, number][]> = {
  "2": [
    [CENTRE, 30],
    [CENTRE, 110],
  ],
  "3": [
    [CENTRE, 30],
    [CENTRE, 70],
    [CENTRE, 110],
  ],
  "4": corners,
  "5": [...corners, [CENTRE, 70]],
  "6": six,
  "7": [...six, [CENTRE, 50]],
  "8": [...six, [CENTRE, 50], [CENTRE, 90]],
  "9": [...columns, [CENTRE, 70]],
  T: [...columns, [CENTRE, 42], [CENTRE, 98]],
};

function pairs(...rows: number[]): [number, number][] {
  return rows.flatMap((y): [number, number][] => [
    [LEFT, y],
    [RIGHT, y],
  ]);
}

/** One shape of a court: the suit's colour, gold, ink, skin, or a line of the pen. */
export type Shape = ["tone" | "gold" | "ink" | "skin" | "pen", string];

const ROBE: Shape[] = [
  ["tone", "M24 70C25 59 33 53.5 42 52L50 60 58 52C67 53.5 75 59 76 70Z"],
  ["gold", "M42 52 50 70 58 52 62.5 53.2 55 70H45L37.5 53.2Z"],
];

/** The upper half of each court, in the frame from 24, 10 to 76, 70; the lower half is the same, turned round. */
export const COURTS: Record<string, Shape[]> = {
  K: [
    ["tone", "M24 70C25 58 33 52 42 50.5H58C67 52 75 58 76 70Z"],
    ["gold", "M32 70V55.5L37 53V70ZM68 70V55.5L63 53V70Z"],
    ["gold", "M37 31 34 14.5 42.5 22 50 12.5 57.5 22 66 14.5 63 31Z"],
    ["tone", dot(50, 25.5, 2.2)],
    ["ink", "M38.5 31H61.5C63.5 41 62 52 50 58 38 52 36.5 41 38.5 31Z"],
    ["skin", "M41 31H59V39C59 43 56 45.5 50 45.5S41 43 41 39Z"],
    ["pen", "M44.5 36.5H48M52 36.5H55.5M47.3 41.8H52.7"],
  ],
  Q: [
    ...ROBE,
    ["ink", "M35.5 56C32 44 35 27 50 26.5 65 27 68 44 64.5 56Z"],
    ["skin", "M41.5 33C44 30.5 56 30.5 58.5 33V41C58.5 47 55 51 50 51S41.5 47 41.5 41Z"],
    ["gold", "M38 30 36.5 19.5 43.5 24 50 16 56.5 24 63.5 19.5 62 30C54 26.5 46 26.5 38 30Z"],
    ["tone", dot(50, 14.5, 2.6) + dot(36, 18, 2) + dot(64, 18, 2)],
    ["pen", "M44.3 38.5Q46 40 47.8 38.5M52.2 38.5Q54 40 55.7 38.5M48.3 45.8Q50 47 51.7 45.8"],
  ],
  J: [
    ...ROBE,
    ["skin", "M45.5 47H54.5V55.5L50 60 45.5 55.5Z"],
    ["ink", "M38.5 29H61.5V47.5C59 50 57 48 57 48H43S41 50 38.5 47.5Z"],
    ["skin", "M41.5 31H58.5V41C58.5 47 55 50.5 50 50.5S41.5 47 41.5 41Z"],
    ["tone", "M35.5 31C35 21 41 16.5 50 16.5S65 21 64.5 31Z"],
    ["gold", "M34 28.5H66V33H34ZM62 27C68 23 71.5 18 71 13 64.5 15 60.5 20 60 26Z"],
    ["pen", "M44.5 38H47.8M52.2 38H55.5M48 45H52"],
  ],
};

function dot(x: number, y: number, radius: number): string {
  return `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0 ${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`;
}

/** The rims of a back: their radius, and how long a tooth is. */
export const RIMS: [number, number][] = [17, 25, 33, 41, 49, 57, 65, 73, 81].map((radius, at) => [
  radius,
  (Math.PI * radius) / (at ? 10 + 4 * at : 8),
]);
