import type { Loop } from "../../../floor/loops/start-loops.ts";
import { leasedLoop } from "../../../floor/queues/loops.ts";
import { type ClaimedJob, exportQueue } from "./claim-sql.ts";
import { listLeftFiles, noteLeftFile } from "./left-files-sql.ts";
import { type ExportDeps, processExport } from "./process-exports.ts";
import { removeLeftFile } from "./remove-left-file.ts";
import { forgetArtifact, listExpiredArtifacts } from "./sql.ts";

/** Name of the loop that processes what is queued; wake it after the insert, or leave it to its next tick. */
export const exportLoopName = "exports";

/**
 * Jobs in work at the same time: while one is drawn, another reads its figures or stores its file. Two of one agency are enough for
 * that; the other lanes are for other agencies.
 */
const lanesMax = 4;
/** When the service stops, running work gets this long to end by itself; the service waits 20 s in all. */
const graceMs = 10_000;
/** Files removed in one round, and handed over by jobs whose time is over. */
const filesMax = 50;

/** The loop that makes files, agency by agency, until none is due. */
export function exportLoop(deps: ExportDeps): Loop {
  return leasedLoop<ClaimedJob>({
    sql: deps.sql,
    table: exportQueue,
    name: exportLoopName,
    schedule: "*/5 * * * * *",
    lanesMax,
    async work(job, signal) {
      const stopping = afterGrace(signal);
      await processExport(deps, job, stopping.signal).finally(stopping.clear);
    },
  });
}

/** The loop that removes the bytes of files whose time is over, or whose job is gone. The job says 410 from that moment on, removed or not. */
export function exportExpiryLoop(deps: Pick<ExportDeps, "sql" | "artifactStore">): Loop {
  return {
    name: "export-expiry",
    schedule: "41 */5 * * * *",
    async run(signal) {
      const expired = await listExpiredArtifacts(deps.sql, filesMax);
      for (const key of expired) {
        await noteLeftFile(deps.sql, key);
        await forgetArtifact(deps.sql, key);
      }
      const left = await listLeftFiles(deps.sql, { limit: filesMax });
      const failures: unknown[] = [];
      for (const key of left) {
        if (signal.aborted) return false;
        await removeLeftFile(deps, key).catch(async (error: unknown) => {
          failures.push(error);
          // Behind all others: fifty files that a store keeps by its own rules would stop every other removal for ever.
          await noteLeftFile(deps.sql, key);
        });
      }
      if (failures.length > 0) throw failures[0];
      return Math.max(expired.length, left.length) === filesMax;
    },
  };
}

/** Aborts `graceMs` after `signal` does. */
function afterGrace(signal: AbortSignal): { signal: AbortSignal; clear(): void } {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const begin = () => {
    timer = setTimeout(() => controller.abort(new Error("The service stops.")), graceMs);
  };
  if (signal.aborted) begin();
  else signal.addEventListener("abort", begin, { once: true });
  return {
    signal: controller.signal,
    clear() {
      clearTimeout(timer);
      signal.removeEventListener("abort", begin);
    },
  };
}
