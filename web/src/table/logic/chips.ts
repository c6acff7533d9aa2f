// A pile of chips suggests an amount; the exact number is beside it.

/** The most chips of a pile. */
const MOST = 5;
/** The values of the ranks of chips, in smallest chips. */
const WORTH = [400, 40, 20, 4, 1];

/** The ranks of a pile's chips from the bottom, 1 for the smallest chip, up to 5. */
export function pile(amount: number, smallest: number): number[] {
  const ranks: number[] = [];
  let left = amount;
  for (const [at, worth] of WORTH.entries()) {
    for (; left >= worth * smallest && ranks.length < MOST; left -= worth * smallest) ranks.push(WORTH.length - at);
  }
  return ranks.length || amount <= 0 ? ranks : [1];
}

/** The smallest chip of a table, by its stacks: a round number of which a stack has some hundred. */
export function smallestChip(chips: readonly number[]): number {
  const wanted = Math.max(...chips) / 400;
  if (wanted <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(wanted));
  return [1, 2.5, 5, 10].map((times) => times * power).find((value) => value >= wanted) ?? power;
}
