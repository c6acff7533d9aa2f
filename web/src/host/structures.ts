// Written by scripts/golden from simulate/tournament/terms.py: change that.

/** The minutes of a level in each structure. */
export const READY_MINUTES = { turbo: 4, regular: 10, deep: 20 };

/** What each level of every structure changes. */
export const READY_CHANGES: Record<string, number>[] = [
  { small_blind: 50, big_blind: 100 },
  { small_blind: 75, big_blind: 150 },
  { small_blind: 100, big_blind: 200 },
  { small_blind: 150, big_blind: 300 },
  { small_blind: 200, big_blind: 400, big_blind_ante: 400 },
  { small_blind: 300, big_blind: 600, big_blind_ante: 600 },
  { small_blind: 400, big_blind: 800, big_blind_ante: 800 },
  { small_blind: 600, big_blind: 1200, big_blind_ante: 1200 },
  { small_blind: 800, big_blind: 1600, big_blind_ante: 1600 },
  { small_blind: 1000, big_blind: 2000, big_blind_ante: 2000 },
  { small_blind: 1500, big_blind: 3000, big_blind_ante: 3000 },
  { small_blind: 2000, big_blind: 4000, big_blind_ante: 4000 },
  { small_blind: 3000, big_blind: 6000, big_blind_ante: 6000 },
  { small_blind: 4000, big_blind: 8000, big_blind_ante: 8000 },
  { small_blind: 6000, big_blind: 12000, big_blind_ante: 12000 },
  { small_blind: 8000, big_blind: 16000, big_blind_ante: 16000 },
  { small_blind: 10000, big_blind: 20000, big_blind_ante: 20000 },
  { small_blind: 15000, big_blind: 30000, big_blind_ante: 30000 },
];
