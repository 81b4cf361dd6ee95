import { LRUCache } from "lru-cache";

/** A look-up that keeps its latest answers. */
export type Cached<V, K = string> = (key: K) => V;

/** Keeps the answers used last, at most `entriesMax`. */
export function boundedCache<V, K extends string | number = string>(
  entriesMax: number,
  compute: (key: K) => V,
): Cached<V, K> {
  // In an object each, because the library takes neither null nor undefined for a value.
  const answers = new LRUCache<K, { value: V }>({ max: entriesMax });
  return (key) => {
    const known = answers.get(key);
    if (known !== undefined) return known.value;
    const value = compute(key);
    answers.set(key, { value });
    return value;
  };
}
