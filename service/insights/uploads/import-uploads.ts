import { v4 as uuidv4 } from "uuid";
import type { Queryable } from "../../db/open.ts";
import type { Loop } from "../../loops/start-loops.ts";
import type { MediaStore } from "../../media/store-files.ts";
import { createLanes } from "../../work/create-lanes.ts";
import { createTurns } from "../../work/take-turns.ts";
import { ImportError } from "../import/import-error.ts";
import { type ImportResult, importFile } from "../import/import-file.ts";
import { removeLeftOver } from "../import/remove-left-over.ts";
import { readHandedOver } from "./bytes-sql.ts";
import { type ClaimedUpload, claimUpload, finishUpload, keepUpload, releaseUpload } from "./claim-sql.ts";
import { shownBadLinesMax } from "./schema.ts";
import { deleteOldUploads, uploadQueue } from "./sql.ts";

export type UploadLoopDeps = MediaStore & { publicUrl: string };

export const uploadLoopName = "imports";
/** Of all agencies: a large file of one does not keep the small file of another waiting. */
const importsAtOnce = 2;
/** Renewed each second. After a crash the file is taken up again this much later. */
const leaseMs = 60_000;
/** How often progress is written and a cancellation is seen. */
const heartbeatMs = 1_000;
const attemptsMax = 3;
/** Another file of the agency is being stored: this one gives its place to another agency and is tried again. */
const busyWaitMs = 2_000;
const removedAtOnce = 100;

/** The loops that import what people handed over, agency by agency, and forget old files. */
export function uploadLoops(deps: UploadLoopDeps): Loop[] {
  const turns = createTurns(deps.sql, uploadQueue);
  let wake = () => {};
  return [
    {
      name: uploadLoopName,
      schedule: "*/10 * * * * *",
      onWake: () => wake(),
      async run(signal) {
        const lanes = createLanes({
          turns,
          lanesMax: importsAtOnce,
          claim: (agencyId) => claimUpload(deps.sql, agencyId, { leaseToken: uuidv4(), leaseMs }),
          work: (upload) => importUpload(deps, upload, signal),
        });
        wake = lanes.wake;
        await lanes.run(signal);
        return false;
      },
    },
    {
      name: "import-left-overs",
      schedule: "*/15 * * * * *",
      run: (signal) => removeLeftOver(deps.sql, null, signal),
    },
    {
      name: "upload-retention",
      schedule: "23 37 * * * *",
      run: () => deleteOldUploads(deps.sql, removedAtOnce),
    },
  ];
}

/** Imports one file. Where it is cancelled or the service stops, nothing of it counts. */
async function importUpload(deps: UploadLoopDeps, upload: ClaimedUpload, signal: AbortSignal): Promise<void> {
  const { sql, log, publicUrl } = deps;
  const { agencyId, id, kind, fileName, mapping } = upload;
  const fail = ({ fault }: ImportError) =>
    finishUpload(sql, upload, { state: "failed", result: null, fault });
  if (upload.attempts > attemptsMax)
    return void (await fail(new ImportError("too_many_attempts", { max: attemptsMax })));
  const lost = new AbortController();
  let progress = 0;
  let beating: Promise<void> | null = null;
  const heartbeat = setInterval(() => {
    beating ??= keepUpload(sql, upload, { progress, leaseMs })
      .then((isKept) => {
        if (!isKept) lost.abort(new Error("The import was cancelled."));
      })
      // The next beat tries again; the lease is far longer.
      .catch((error: unknown) => log.warn("import_progress_not_written", { agencyId, uploadId: id, error }))
      .finally(() => {
        beating = null;
      });
  }, heartbeatMs);
  const end = async (on: Queryable, { badLines, ...result }: ImportResult) =>
    await finishUpload(on, upload, {
      state: result.outcome,
      result: { ...result, badLines: badLines.slice(0, shownBadLinesMax) },
      fault: null,
    });
  try {
    const result = await importFile(sql, agencyId, {
      kind,
      mapping,
      publicUrl,
      source: { name: fileName, read: () => readHandedOver(deps, agencyId, id) },
      onProgress: (share) => {
        progress = share;
      },
      signal: AbortSignal.any([signal, lost.signal]),
      // In one transaction with the end of the import, so that a cancellation comes either before it or after.
      beforeCommit: async (transaction, stored) => {
        if (await end(transaction, stored)) return;
        lost.abort(new Error("The import was cancelled."));
        lost.signal.throwIfAborted();
      },
    });
    if (result.outcome !== "imported") await end(sql, result);
  } catch (error) {
    if (signal.aborted) await releaseUpload(sql, upload, { waitMs: 0 });
    else if (error instanceof ImportError && error.fault.code === "busy")
      await releaseUpload(sql, upload, { waitMs: busyWaitMs });
    else if (lost.signal.aborted) log.info("import_cancelled", { agencyId, uploadId: id });
    else if (error instanceof ImportError) await fail(error);
    else throw error;
  } finally {
    clearInterval(heartbeat);
    await beating;
  }
}
