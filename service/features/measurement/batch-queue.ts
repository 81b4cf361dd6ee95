/** A batch begins at most this often, in milliseconds: what a crash can cost of page views. */
const batchIntervalMs = 250;
/** Most entries in a batch: larger ones save nothing more per hit and hold their rows longer. */
const batchSizeMax = 1_000;

export type BatchQueue<T> = {
  push(entry: T): void;
  /** Entries that wait, and those that are being written. */
  size(): number;
  /** Resolves when everything that is in the queue now has been written. */
  flush(): Promise<void>;
};

/**
 * Gathers entries and hands them to `write` in batches, one at a time: a batch begins 250 ms after the one before, or as soon
 * as 1,000 entries wait, and the next one gathers while the last one is written. Whoever pushes bounds how many may wait;
 * `write` must not reject.
 */
export function createBatchQueue<T>(write: (batch: readonly T[]) => Promise<void>): BatchQueue<T> {
  let queue: T[] = [];
  let inWriting = 0;
  let lastBegunMs = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let writing: Promise<void> | null = null;

  function schedule(): void {
    if (writing !== null) return;
    const dueInMs = queue.length >= batchSizeMax ? 0 : lastBegunMs + batchIntervalMs - performance.now();
    if (timer !== null && dueInMs > 0) return;
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(begin, Math.max(0, dueInMs));
  }

  function begin(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (writing !== null || queue.length === 0) return;
    lastBegunMs = performance.now();
    const batch = queue.slice(0, batchSizeMax);
    queue = queue.slice(batchSizeMax);
    inWriting = batch.length;
    writing = write(batch).finally(() => {
      inWriting = 0;
      writing = null;
      if (queue.length > 0) schedule();
    });
  }

  return {
    push(entry) {
      queue.push(entry);
      schedule();
    },
    size: () => queue.length + inWriting,
    async flush() {
      let left = queue.length + inWriting;
      while (left > 0) {
        begin();
        if (writing === null) return;
        left -= inWriting;
        await writing;
      }
    },
  };
}
