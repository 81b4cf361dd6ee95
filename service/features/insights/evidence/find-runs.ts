/** What two texts have in common, word by word. */
export type SharedRuns = {
  /** For each word whether it stands in a run of at least `wordsMin` words that the other text has as well. */
  inFirst: boolean[];
  inSecond: boolean[];
  /** Words of the longest run of both; 0 where none is long enough. */
  longest: number;
};

/** Positions of the same few words from which a run is followed. A text that says them more often repeats itself. */
const positionsMax = 16;

/**
 * The runs of at least `wordsMin` words that stand in both texts, found by their shingles. The time grows with the words of both and
 * with nothing else, however often they repeat themselves.
 */
export function findRuns(first: readonly string[], second: readonly string[], wordsMin: number): SharedRuns {
  const positionsInFirst = new Map<string, number[]>();
  for (const [at, shingle] of shingles(first, wordsMin)) {
    const positions = positionsInFirst.get(shingle);
    if (positions === undefined) positionsInFirst.set(shingle, [at]);
    else if (positions.length < positionsMax) positions.push(at);
  }
  const shared = new Set<string>();
  let longest = 0;
  /** Words of the run that reaches each position of the first text with the word before. */
  let runs = new Map<number, number>();
  for (const [, shingle] of shingles(second, wordsMin)) {
    const positions = positionsInFirst.get(shingle) ?? [];
    if (positions.length > 0) shared.add(shingle);
    runs = new Map(positions.map((at) => [at, (runs.get(at - 1) ?? wordsMin - 1) + 1]));
    for (const words of runs.values()) longest = Math.max(longest, words);
  }
  return { inFirst: covered(first, wordsMin, shared), inSecond: covered(second, wordsMin, shared), longest };
}

function* shingles(words: readonly string[], wordsMin: number): Generator<[number, string]> {
  for (let at = 0; at + wordsMin <= words.length; at += 1)
    yield [at, words.slice(at, at + wordsMin).join(" ")];
}

function covered(words: readonly string[], wordsMin: number, shared: ReadonlySet<string>): boolean[] {
  const result = words.map(() => false);
  for (const [at, shingle] of shingles(words, wordsMin)) {
    if (shared.has(shingle)) result.fill(true, at, at + wordsMin);
  }
  return result;
}
