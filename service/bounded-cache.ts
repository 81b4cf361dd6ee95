/** A look-up that keeps its latest answers. */
export type Cached<V> = (key: string) => V;

/**
 * Keeps the `entriesMax` answers used last, so that a known key costs one map look-up.
 * A `Map` iterates in insertion order: an entry that is used is put at the end, the first one is the oldest.
 */
export function boundedCache<V>(entriesMax: number, compute: (key: string) => V): Cached<V> {
  const entries = new Map<string, V>();
  return (key) => {
    const known = entries.get(key);
    if (known !== undefined) {
      entries.delete(key);
      entries.set(key, known);
      return known;
    }
    const value = compute(key);
    entries.set(key, value);
    if (entries.size > entriesMax) {
      for (const oldest of entries.keys()) {
        entries.delete(oldest);
        break;
      }
    }
    return value;
  };
}
