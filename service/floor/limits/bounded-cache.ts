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

/** Remembers what was read for a key for a moment, while it is read too. A failure is nobody's answer but of those who wait for it. */
export function rememberedFor<V, K extends string | number = string>(
  keptMs: number,
  entriesMax: number,
): (key: K, read: () => Promise<V>) => Promise<V> {
  const answers = new LRUCache<K, Promise<V>>({ max: entriesMax, ttl: keptMs });
  return (key, read) => {
    const known = answers.get(key);
    if (known !== undefined) return known;
    const answer = read();
    answers.set(key, answer);
    answer.catch(() => answers.delete(key));
    return answer;
  };
}
