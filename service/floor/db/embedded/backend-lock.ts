/** Gives the one backend to one holder at a time, in the order of asking. */
export type BackendLock = { acquire(): Promise<void>; release(): void };

export function createBackendLock(): BackendLock {
  const waiting: (() => void)[] = [];
  let isHeld = false;
  return {
    acquire() {
      if (!isHeld) {
        isHeld = true;
        return Promise.resolve();
      }
      return new Promise((resolve) => waiting.push(resolve));
    },
    release() {
      const next = waiting.shift();
      if (next === undefined) isHeld = false;
      else next();
    },
  };
}
