import { LRUCache } from "lru-cache";
import { firstLaterThan } from "./sliding-window.ts";

/** Times in rising order; those before `head` have left the window and wait to be cut off together. */
type KeyLog = { times: number[]; head: number; windowMs: number };

export type KeyLogs = {
  /** The log of a key, or a new one, which is kept once it was touched. */
  open(key: string, windowMs: number): KeyLog;
  /** Takes the times off that have left the window. */
  expire(log: KeyLog, nowMs: number): void;
  add(log: KeyLog, timeMs: number): void;
  /** Keeps a log as the one that was used last, and forgets the oldest beyond the bounds. A log without times is not kept. */
  touch(key: string, log: KeyLog, nowMs: number): void;
  /** Takes one time out again. */
  takeBack(key: string, timeMs: number): void;
  size(): { keys: number; admissions: number };
  clear(): void;
};

/** Expired keys that one new key clears away; more than one, so that they go faster than they come. */
const sweptPerNewKey = 2;

/**
 * The times at which each key was admitted. Beyond its bounds it forgets the key that was checked longest ago: that key's owner
 * gets a fresh window, which harms less than refusing everybody or running out of memory.
 */
export function createKeyLogs(bounds: { keysMax: number; admissionsMax: number }): KeyLogs {
  /**
   * In the order of the last check. A map whose keys are set anew, with an iterator at its oldest one, had kept each of its own
   * former tables: some 100 bytes a check, for as long as the same agencies called.
   */
  const logs = new LRUCache<string, KeyLog>({ maxSize: bounds.keysMax + 1, sizeCalculation: () => 1 });
  let admissions = 0;

  const oldestKey = () => logs.rkeys().next().value ?? "";

  function sweep(nowMs: number): void {
    for (let swept = 0; swept < sweptPerNewKey; swept += 1) {
      const log = logs.peek(oldestKey());
      if (log === undefined || (log.times.at(-1) ?? nowMs) + log.windowMs > nowMs) return;
      forgetOldest();
    }
  }

  function forgetOldest(): void {
    const key = oldestKey();
    const log = logs.peek(key);
    if (log === undefined) return;
    admissions -= log.times.length - log.head;
    logs.delete(key);
  }

  return {
    open: (key, windowMs) => logs.peek(key) ?? { times: [], head: 0, windowMs },
    expire(log, nowMs) {
      const live = firstLaterThan(log.times, log.head, nowMs - log.windowMs);
      admissions -= live - log.head;
      log.head = live;
      // Cutting only when half has left keeps a check cheap for limits of any size.
      if (log.head * 2 < log.times.length) return;
      log.times.splice(0, log.head);
      log.head = 0;
    },
    add(log, timeMs) {
      log.times.push(timeMs);
      admissions += 1;
    },
    touch(key, log, nowMs) {
      const isNew = !logs.has(key);
      if (log.times.length === log.head) {
        logs.delete(key);
        return;
      }
      logs.set(key, log);
      if (isNew) sweep(nowMs);
      while (logs.size > 1 && (logs.size > bounds.keysMax || admissions > bounds.admissionsMax))
        forgetOldest();
    },
    takeBack(key, timeMs) {
      const log = logs.peek(key);
      const index = log?.times.lastIndexOf(timeMs) ?? -1;
      if (log === undefined || index < log.head) return;
      log.times.splice(index, 1);
      admissions -= 1;
      if (log.times.length === log.head) logs.delete(key);
    },
    size: () => ({ keys: logs.size, admissions }),
    clear: () => logs.clear(),
  };
}
