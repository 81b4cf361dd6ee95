export type ForeignKey = { name: string; table: string; parent: string };

/**
 * Orders tables so that what is referred to comes first. Where tables refer to each other in a circle no order does that:
 * the keys that are left pointing forward (or at their own table) are returned as `forward`.
 */
export function orderTables(
  tables: readonly string[],
  keys: readonly ForeignKey[],
): { ordered: string[]; forward: ForeignKey[] } {
  const left = new Set([...tables].sort());
  const ordered: string[] = [];
  const waitsFor = (table: string) =>
    new Set(
      keys
        .filter((key) => key.table === table && key.parent !== table && left.has(key.parent))
        .map(({ parent }) => parent),
    ).size;
  while (left.size > 0) {
    const counted = [...left].map((table) => ({ table, count: waitsFor(table) }));
    // Of a circle the one with the fewest open references goes first.
    const next = counted.reduce((best, each) => (each.count < best.count ? each : best));
    ordered.push(next.table);
    left.delete(next.table);
  }
  const positions = new Map(ordered.map((table, index) => [table, index]));
  const forward = keys.filter(
    ({ table, parent }) => (positions.get(parent) ?? -1) >= (positions.get(table) ?? 0),
  );
  return { ordered, forward };
}
