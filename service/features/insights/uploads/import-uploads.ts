import type { Queryable } from "../../../floor/db/open.ts";
import type { Loop } from "../../../floor/loops/start-loops.ts";
import { keepLease } from "../../../floor/queues/keep-lease.ts";
import { LeaseLostError } from "../../../floor/queues/lease-lost-error.ts";
import { leasedLoop } from "../../../floor/queues/loops.ts";
import type { SecretCipher } from "../../../floor/secrets/secret-cipher.ts";
import type { MediaStore } from "../../media/store-files.ts";
import { ImportError } from "../import/faults.ts";
import { type ImportResult, importFile } from "../import/import-file.ts";
import { removeLeftOver } from "../import/remove-left-over.ts";
import { readHandedOver } from "./bytes-sql.ts";
import { type ClaimedUpload, finishUpload, releaseUpload } from "./claim-sql.ts";
import { shownBadLinesMax } from "./schema.ts";
import { deleteOldUploads, uploadQueue } from "./sql.ts";

export type UploadLoopDeps = MediaStore & { publicUrl: string; secrets: SecretCipher };

export const uploadLoopName = "imports";
/** Of all agencies: a large file of one does not keep the small file of another waiting. */
const importsAtOnce = 2;
/** How often progress is written and a cancellation is seen. */
const heartbeatMs = 1_000;
const attemptsMax = 3;
/** Another file of the agency is being stored: this one gives its seat to another agency and is tried again. */
const busyDelayMs = 2_000;

/** The loops that import what people handed over, agency by agency, and forget old files. */
export function uploadLoops(deps: UploadLoopDeps): Loop[] {
  return [
    leasedLoop<ClaimedUpload>({
      sql: deps.sql,
      table: uploadQueue,
      name: uploadLoopName,
      schedule: "*/10 * * * * *",
      lanesMax: importsAtOnce,
      work: (upload, signal) => importUpload(deps, upload, signal),
    }),
    {
      name: "import-left-overs",
      schedule: "*/15 * * * * *",
      run: (signal) => removeLeftOver(deps.sql, null, signal),
    },
    {
      name: "upload-retention",
      schedule: "23 37 * * * *",
      run: () => deleteOldUploads(deps.sql),
    },
  ];
}

/** Imports one file. Where it is cancelled or the service stops, nothing of it counts. */
async function importUpload(deps: UploadLoopDeps, upload: ClaimedUpload, signal: AbortSignal): Promise<void> {
  const { sql, log, publicUrl, secrets } = deps;
  const { agencyId, id, kind, fileName, mapping } = upload;
  const fail = ({ fault }: ImportError) =>
    finishUpload(sql, upload, { state: "failed", result: null, fault });
  if (upload.attempts > attemptsMax)
    return void (await fail(new ImportError("too_many_attempts", { max: attemptsMax })));
  let progress = 0;
  const lease = keepLease(sql, uploadQueue, upload, {
    everyMs: heartbeatMs,
    set: () => sql`progress = ${progress}`,
  });
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
      secrets,
      source: { name: fileName, read: () => readHandedOver(deps, agencyId, id) },
      onProgress: (share) => {
        progress = share;
      },
      signal: AbortSignal.any([signal, lease.lost]),
      // In one transaction with the end of the import, so that a cancellation comes either before it or after.
      beforeCommit: async (transaction, stored) => {
        if (!(await end(transaction, stored))) throw new LeaseLostError(id);
      },
    });
    if (result.outcome !== "imported") await end(sql, result);
  } catch (error) {
    if (signal.aborted) await releaseUpload(sql, upload, { delayMs: 0 });
    else if (error instanceof ImportError && error.fault.code === "busy")
      await releaseUpload(sql, upload, { delayMs: busyDelayMs });
    else if (error instanceof LeaseLostError || lease.lost.aborted)
      log.info("import_cancelled", { agencyId, uploadId: id });
    else if (error instanceof ImportError) await fail(error);
    else throw error;
  } finally {
    await lease.stop();
  }
}
