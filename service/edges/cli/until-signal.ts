/**
 * npm, `bun run` and shells pass Ctrl-C on to a program that the terminal has told already, so each comes two or three times.
 * Within this time it is the same one: taken for impatience, it ended the demo before its database was removed.
 */
const sameSignalMs = 1_000;

/** Calls `stop` at the first SIGTERM or SIGINT, and `endNow` at a later one of somebody who has no patience. */
export function onSignal({ stop, endNow }: { stop: () => void; endNow: () => void }): void {
  let firstMs: number | null = null;
  const take = () => {
    if (firstMs === null) {
      firstMs = performance.now();
      stop();
    } else if (performance.now() - firstMs > sameSignalMs) endNow();
  };
  process.on("SIGTERM", take);
  process.on("SIGINT", take);
}

/** Resolves at the first SIGTERM or SIGINT. A later one ends the process at once. */
export function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    onSignal({ stop: resolve, endNow: () => process.exit(1) });
  });
}
