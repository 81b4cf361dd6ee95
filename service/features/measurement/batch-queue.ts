/** A batch begins at most this often, in milliseconds: what a crash can cost of page views. */
const batchIntervalMs = 250;
/** Most entries in a batch: larger ones save nothing more per hit and hold their rows longer. */
const batchSizeMax = 1_000;

export type BatchQueue<T> = {
  push(entry: T): void;
  /** Entries that wait, and those that are being written. */
  size(): number;
  /** Entries of an agency that wait, and how many agencies have some. */
  lineOf(agencyId: number): { length: number; agencies: number };
  /** Takes back the newest entry of the agency with most of them; undefined where none has more than `lengthMin`. */
  takeBack(lengthMin: number): T | undefined;
  /** Resolves when the queue is empty. */
  flush(): Promise<void>;
};

/**
 * Gathers entries and hands them to `write` in batches, one at a time: a batch begins 250 ms after the one before, or as soon
 * as 1,000 entries wait, and the next one gathers while the last one is written. Agencies take turns in it, so a flood of one
 * keeps nobody else's hits waiting. Whoever pushes bounds how many may wait; `write` must not reject.
 */
export function createBatchQueue<T extends { hit: { agencyId: number } }>(
  write: (batch: readonly T[]) => Promise<void>,
): BatchQueue<T> {
  /** What waits, agency by agency; who was served last stands last. */
  const lines = new Map<number, T[]>();
  let waiting = 0;
  let inWriting = 0;
  let lastBegunMs = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let writing: Promise<void> | null = null;

  function schedule(): void {
    if (writing !== null) return;
    const dueInMs = waiting >= batchSizeMax ? 0 : lastBegunMs + batchIntervalMs - performance.now();
    if (timer !== null && dueInMs > 0) return;
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(begin, Math.max(0, dueInMs));
  }

  function begin(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (writing !== null || waiting === 0) return;
    lastBegunMs = performance.now();
    const batch = nextBatch();
    inWriting = batch.length;
    writing = write(batch).finally(() => {
      inWriting = 0;
      writing = null;
      if (waiting > 0) schedule();
    });
  }

  function nextBatch(): T[] {
    const batch: T[] = [];
    while (batch.length < batchSizeMax && lines.size > 0) {
      const share = Math.ceil((batchSizeMax - batch.length) / lines.size);
      for (const [agencyId, line] of [...lines]) {
        batch.push(...line.splice(0, Math.min(share, batchSizeMax - batch.length)));
        lines.delete(agencyId);
        if (line.length > 0) lines.set(agencyId, line);
        if (batch.length === batchSizeMax) break;
      }
    }
    waiting -= batch.length;
    return batch;
  }

  return {
    push(entry) {
      const line = lines.get(entry.hit.agencyId);
      if (line === undefined) lines.set(entry.hit.agencyId, [entry]);
      else line.push(entry);
      waiting += 1;
      schedule();
    },
    size: () => waiting + inWriting,
    lineOf: (agencyId) => ({ length: lines.get(agencyId)?.length ?? 0, agencies: lines.size }),
    takeBack(lengthMin) {
      let longest: T[] = [];
      for (const line of lines.values()) if (line.length > longest.length) longest = line;
      if (longest.length <= lengthMin) return undefined;
      waiting -= 1;
      return longest.pop();
    },
    async flush() {
      while (waiting + inWriting > 0) {
        begin();
        await writing;
      }
    },
  };
}
