/** A sentence of a release, and how a journalist says the same. `{firma}`, `{ort}`, `{person}`, `{a}`, `{b}` and `{monat}` are filled in. */
export type Pair = readonly [release: string, reworded: string];

export type Topic = {
  title: string;
  lead: Pair;
  facts: readonly Pair[];
  /** Without marks and speaker. */
  quotations: readonly Pair[];
  /** Somebody else's article on the same subject. */
  unrelated: readonly string[];
  companies: readonly string[];
};
