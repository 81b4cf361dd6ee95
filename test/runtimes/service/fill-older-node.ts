/**
 * Node 20 lacks what the service takes for granted and Node 22, Deno and Bun have: filled in here, so that the tests run
 * on the Node that machines have. Imported first, for its effect.
 */
Promise.withResolvers ??= function withResolvers<T>() {
  let resolve: (value: T | PromiseLike<T>) => void = () => {};
  let reject: (reason?: unknown) => void = () => {};
  const promise = new Promise<T>((take, refuse) => {
    resolve = take;
    reject = refuse;
  });
  return { promise, resolve, reject };
};

URL.parse ??= (text, base) => (URL.canParse(text, base) ? new URL(text, base) : null);

Map.groupBy ??= (items, keyOf) => {
  const groups = new Map<ReturnType<typeof keyOf>, (typeof items extends Iterable<infer T> ? T : never)[]>();
  let index = 0;
  for (const item of items) {
    const key = keyOf(item, index);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
    index += 1;
  }
  return groups;
};

Array.fromAsync ??= async <T>(items: AsyncIterable<T>) => {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
};
