// A QR code of a short text, such as a link: byte mode, error correction M (up to 15 % of the code may be unreadable),
// versions 1 to 10 of ISO/IEC 18004, which hold up to 213 bytes. In `modules` true is dark.

/** For each version: the number of all code words, of error correction words in a block, and of blocks. */
const VERSIONS = [
  [26, 10, 1], [44, 16, 1], [70, 26, 1], [100, 18, 2], [134, 24, 2],
  [172, 16, 4], [196, 18, 4], [242, 22, 4], [292, 22, 5], [346, 26, 5],
] as const; // prettier-ignore
/** The centres of alignment patterns, besides 6, which all versions from 2 on have. */
const MIDDLES = [[], [18], [22], [26], [30], [34], [22, 38], [24, 42], [26, 46], [28, 50]];
const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (((x / 3) | 0) + ((y / 2) | 0)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];
const BYTES = 4;
/** The four bits that end a text; with the four bits of the mode they fill a word. */
const END = [0, 0, 0, 0];
const PADS = [0xec, 0x11];
const FINDER_LIKE = [true, false, true, true, true, false, true, false, false, false, false];

/** The code, without the quiet zone of four modules that must surround it. */
export function modules(text: string, mask?: number): boolean[][] {
  const bytes = [...new TextEncoder().encode(text)];
  const version =
    1 + VERSIONS.findIndex(([all, ecc, blocks], at) => bytes.length <= all - ecc * blocks - (at < 9 ? 2 : 3));
  if (version === 0) throw new RangeError(`${bytes.length} bytes are too many for this code.`);
  const words = interleaved(wordsOf(bytes, version), version);
  const codes = (mask === undefined ? MASKS.map((_, at) => at) : [mask]).map((chosen) => drawn(words, version, chosen));
  return codes.reduce((best, code) => (penalty(code) < penalty(best) ? code : best));
}

/** The bytes as code words, filled up. */
function wordsOf(bytes: number[], version: number): number[] {
  const [all, ecc, blocks] = VERSIONS[version - 1]!;
  const length = version < 10 ? 8 : 16;
  const text = bytes.flatMap((byte) => binary(byte, 8));
  const bits = [...binary(BYTES, 4), ...binary(bytes.length, length), ...text, ...END];
  const words = Array.from({ length: bits.length / 8 }, (_, at) => number(bits.slice(at * 8, at * 8 + 8)));
  for (let pad = 0; words.length < all - ecc * blocks; pad ^= 1) words.push(PADS[pad]!);
  return words;
}

/** The code words in blocks, each with its error correction, one word of each block after the other. */
function interleaved(data: number[], version: number): number[] {
  const [, ecc, many] = VERSIONS[version - 1]!;
  const short = Math.floor(data.length / many);
  const shorter = many - (data.length % many);
  const blocks: number[][] = [];
  for (let at = 0, block = 0; block < many; block++) {
    const length = short + (block < shorter ? 0 : 1);
    blocks.push(data.slice(at, (at += length)));
  }
  const checks = blocks.map((block) => remainder(block, ecc));
  const turn = (rows: number[][], longest: number) =>
    Array.from({ length: longest }, (_, at) => rows.flatMap((row) => (at < row.length ? [row[at]!] : []))).flat();
  return [...turn(blocks, short + 1), ...turn(checks, ecc)];
}

/** Reed–Solomon: the remainder of a block by the generator of `degree` words, over the field of 256 elements. */
function remainder(block: number[], degree: number): number[] {
  const generator = Array<number>(degree).fill(0);
  generator[degree - 1] = 1;
  for (let i = 0, root = 1; i < degree; i++, root = times(root, 2)) {
    for (let j = 0; j < degree; j++) generator[j] = times(generator[j]!, root) ^ (generator[j + 1] ?? 0);
  }
  const rest = Array<number>(degree).fill(0);
  for (const word of block) {
    const factor = word ^ rest.shift()!;
    rest.push(0);
    generator.forEach((coefficient, at) => (rest[at]! ^= times(coefficient, factor)));
  }
  return rest;
}

function times(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((b >> bit) & 1) * a);
  return product;
}

/** The whole picture with one of the masks. */
function drawn(words: number[], version: number, mask: number): boolean[][] {
  const size = 17 + 4 * version;
  const code = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  const taken = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  const put = (x: number, y: number, dark: boolean) => {
    if (x >= 0 && y >= 0 && x < size && y < size) [code[y]![x], taken[y]![x]] = [dark, true];
  };
  const square = (x: number, y: number, reach: number, rings: number[]) => {
    for (let dy = -reach; dy <= reach; dy++)
      for (let dx = -reach; dx <= reach; dx++)
        put(x + dx, y + dy, rings.includes(Math.max(Math.abs(dx), Math.abs(dy))));
  };
  for (let at = 0; at < size; at++) {
    put(6, at, at % 2 === 0);
    put(at, 6, at % 2 === 0);
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    square(x, y, 4, [0, 1, 3]);
  const middles = version > 1 ? [6, ...MIDDLES[version - 1]!] : [];
  const last = middles.at(-1);
  for (const y of middles)
    for (const x of middles)
      if (!((x === 6 && (y === 6 || y === last)) || (y === 6 && x === last))) square(x, y, 2, [0, 2]);
  formatBits(mask).forEach((bit, at) => {
    put(at < 8 ? 8 : at === 8 ? 7 : 14 - at, at < 6 ? at : at < 8 ? at + 1 : 8, bit === 1);
    put(at < 8 ? size - 1 - at : 8, at < 8 ? 8 : size - 15 + at, bit === 1);
  });
  put(8, size - 8, true);
  if (version >= 7) {
    withCheck(version, 12, 0x1f25, 6)
      .reverse()
      .forEach((bit, at) => {
        put(Math.floor(at / 3), size - 11 + (at % 3), bit === 1);
        put(size - 11 + (at % 3), Math.floor(at / 3), bit === 1);
      });
  }
  const bits = words.flatMap((word) => binary(word, 8));
  let next = 0;
  for (let right = size - 1, up = true; right > 0; right -= right === 8 ? 3 : 2, up = !up) {
    for (let row = 0; row < size; row++) {
      const y = up ? size - 1 - row : row;
      for (const x of [right, right - 1]) {
        if (!taken[y]![x]) code[y]![x] = (bits[next++] === 1) !== MASKS[mask]!(x, y);
      }
    }
  }
  return code;
}

/** The format bits, which give error correction and mask, the lowest bit first. */
function formatBits(mask: number): number[] {
  return binary(number(withCheck(mask, 10, 0x537, 5)) ^ 0x5412, 15).reverse();
}

/** A number with its check bits: the remainder by a generator. */
function withCheck(value: number, degree: number, generator: number, bits: number): number[] {
  let rest = value << degree;
  for (let bit = bits + degree - 1; bit >= degree; bit--) if ((rest >> bit) & 1) rest ^= generator << (bit - degree);
  return binary((value << degree) | rest, bits + degree);
}

/** How hard a code is to read, by the four rules of the standard. */
function penalty(code: boolean[][]): number {
  const size = code.length;
  const columns = code.map((_, x) => code.map((row) => row[x]!));
  let points = 0;
  for (const line of [...code, ...columns]) {
    for (let at = 0, run = 1; at < size; at++) {
      run = at > 0 && line[at] === line[at - 1] ? run + 1 : 1;
      points += run === 5 ? 3 : run > 5 ? 1 : 0;
      if (FINDER_LIKE.every((dark, by) => line[at + by] === dark)) points += 40;
      if (FINDER_LIKE.every((dark, by) => line[at + 10 - by] === dark)) points += 40;
    }
  }
  for (let y = 1; y < size; y++)
    for (let x = 1; x < size; x++)
      if (code[y]![x] === code[y]![x - 1] && code[y]![x] === code[y - 1]![x] && code[y]![x] === code[y - 1]![x - 1])
        points += 3;
  const dark = code.flat().filter(Boolean).length;
  return points + Math.floor(Math.abs((dark * 20) / (size * size) - 10)) * 10;
}

function binary(value: number, bits: number): number[] {
  return Array.from({ length: bits }, (_, at) => (value >> (bits - 1 - at)) & 1);
}

function number(bits: number[]): number {
  return bits.reduce((value, bit) => value * 2 + bit, 0);
}
