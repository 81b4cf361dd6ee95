import { integerMax } from "../../schema.ts";
import type { Hit } from "./hit.ts";
import { localDay } from "./local-day.ts";

/** Hits of a release (0: of the newsroom, whatever the page) and a day that were answered and never counted. */
export type LostDay = { agencyId: number; newsroomId: number; releaseId: number; day: string; hits: number };

/** Releases and days that are told apart while the database is away, about 5 MB; further ones are told by newsroom. */
const releasesMax = 20_000;
/** With the newsrooms. What is past even this stands in the metric alone. */
const rowsMax = 30_000;
/** Rows that one batch brings along: as many as it has hits. */
const rowsOfBatchMax = 1_000;
/** Batches that bring all of it along. */
export const lostBatchesMax = rowsMax / rowsOfBatchMax;

export type LostHits = {
  note(hit: Hit): void;
  /** What a batch is to bring along. Whoever takes rows and can't write them gives them back. */
  take(): LostDay[];
  giveBack(rows: readonly LostDay[]): void;
  isAny(): boolean;
};

/** Remembers in bounded memory how many hits were lost, until a batch writes it down. */
export function createLostHits(): LostHits {
  const rows = new Map<string, LostDay>();

  function add(row: LostDay): void {
    const key = `${row.agencyId} ${row.newsroomId} ${row.releaseId} ${row.day}`;
    const known = rows.get(key);
    if (known !== undefined) known.hits += row.hits;
    else if (row.releaseId !== 0 && rows.size >= releasesMax) add({ ...row, releaseId: 0 });
    else if (rows.size < rowsMax) rows.set(key, { ...row });
  }

  return {
    note({ agencyId, newsroomId, releaseId, occurredAt, timeZone }) {
      // What can't be stored must not spoil the batch that would bring it along.
      if (Math.max(agencyId, newsroomId, releaseId ?? 0) > integerMax) return;
      const day = dayOf(occurredAt, timeZone);
      if (day !== null) add({ agencyId, newsroomId, releaseId: releaseId ?? 0, day, hits: 1 });
    },
    take() {
      const taken = [...rows].slice(0, rowsOfBatchMax);
      for (const [key] of taken) rows.delete(key);
      return taken.map(([, row]) => row);
    },
    giveBack: (taken) => taken.forEach(add),
    isAny: () => rows.size > 0,
  };
}

/** Null for a time zone that nobody knows. */
function dayOf(moment: Date, timeZone: string): string | null {
  try {
    return localDay(moment, timeZone);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
