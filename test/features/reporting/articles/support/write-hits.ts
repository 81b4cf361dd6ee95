import type { Hit } from "../../../../../service/features/measurement/hit.ts";
import { createRecorder } from "../../../../../service/features/measurement/record.ts";
import type { Sql } from "../../../../../service/floor/db/open.ts";
import { createLog } from "../../../../../service/log.ts";

/** Counts these, and waits until all are in the database. */
export async function writeHits(sql: Sql, hits: readonly Hit[]): Promise<void> {
  const recorder = createRecorder({ sql, log: createLog("silent", () => {}) });
  for (const hit of hits) {
    if (hit.kind === "page_view") recorder.recordPageView(hit);
    else if (hit.kind === "interaction") void recorder.recordInteraction(hit);
    else void recorder.recordBeacon(hit);
  }
  await recorder.close();
}
