import { createShares } from "./create-shares.ts";
import type { Turns } from "./take-turns.ts";

type Lanes = {
  /** Works until no agency has work left; a signal ends it after the pieces under way. Rejects with the first failure. */
  run(signal: AbortSignal): Promise<void>;
  /** Makes a running `run` look for new work at once. */
  wake(): void;
};

/** Works on pieces of several agencies side by side, `lanesMax` at a time, and no agency holds more lanes than are free. */
export function createLanes<Piece extends { agencyId: number }>(options: {
  turns: Turns;
  lanesMax: number;
  claim: (agencyId: number) => Promise<Piece | null>;
  work: (piece: Piece, signal: AbortSignal) => Promise<void>;
}): Lanes {
  const { turns, lanesMax, claim, work } = options;
  const shares = createShares(lanesMax);
  let changed = Promise.withResolvers<void>();
  return { run, wake: () => changed.resolve() };

  async function run(signal: AbortSignal): Promise<void> {
    const failures: unknown[] = [];
    const fail = (error: unknown) => void failures.push(error);
    const isEnding = () => signal.aborted || failures.length > 0;
    let hasWork = true;
    while (shares.taken() > 0 || (hasWork && !isEnding())) {
      // Renewed before the look at the queue: a row that ends or is announced during it resolves this promise.
      changed = Promise.withResolvers<void>();
      hasWork = await fillLanes(fail, isEnding, signal);
      if (shares.taken() > 0) await changed.promise;
    }
    if (failures.length > 0) throw failures[0];
  }

  /** False when no agency has work. A look that left out agencies with a full share does not count. */
  async function fillLanes(
    fail: (error: unknown) => void,
    isEnding: () => boolean,
    signal: AbortSignal,
  ): Promise<boolean> {
    while (shares.taken() < lanesMax && !isEnding()) {
      const looksAtAll = shares.taken() === 0;
      const isStarted = await start(fail, signal).catch(fail);
      if (isStarted !== true) return !looksAtAll;
    }
    return true;
  }

  /** False when no agency has work. */
  async function start(fail: (error: unknown) => void, signal: AbortSignal): Promise<boolean> {
    const piece = await turns.take(claim, shares.full());
    if (piece === null) return false;
    shares.take(piece.agencyId, 1);
    void work(piece, signal)
      .catch(fail)
      .finally(() => {
        shares.giveBack(piece.agencyId, 1);
        changed.resolve();
      });
    return true;
  }
}
