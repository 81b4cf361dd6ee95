import { codeOf } from "../../../errors.ts";
import type { Sql } from "../../../floor/db/open.ts";
import type { Log } from "../../../log.ts";
import { noteInOperatorLog } from "../../audit/operator-log-sql.ts";
import type { ArtifactKey, ArtifactStore } from "../exports/artifact-store.ts";
import { removeLeftFile } from "../exports/remove-left-file.ts";
import { signClosing } from "../integrity/closing.ts";
import type { ReportSeal } from "../integrity/report-seal.ts";
import { deleteAll } from "./delete-sql.ts";
import type { DeletedReportingData } from "./schema.ts";

export type DeletionDeps = { sql: Sql; log: Log; artifactStore: ArtifactStore; seal: ReportSeal };

/**
 * What another transaction can do to a deletion, and what the next try no longer meets: `deadlock_detected`, and
 * `foreign_key_violation` by an import that committed between the deletion of rows like its own and that of its record.
 */
const passingCodes: readonly string[] = ["40P01", "23503"];
const attemptsMax = 3;

/**
 * Deletes all reporting data of an agency in one transaction, with its entry in the operator's log, and returns the counts by area. What
 * was measured on the agency's newsroom pages, its releases, clients and keys stay; so does what is recorded later. Files of exports in an
 * outside store are removed after the commit; those that it would not remove now, by the loop that removes old ones. Takes about 1 s for a
 * million conversions (0.5 s for 100,000 on the embedded database); waits for no other agency's rows and keeps none waiting.
 */
export async function deleteReportingData(
  deps: DeletionDeps,
  agencyId: number,
  input: { actorId: string; requestId: string },
): Promise<DeletedReportingData> {
  const { deleted, artifacts } = await withRetries(() =>
    deps.sql.begin(async (transaction) => {
      const deletion = await deleteAll(transaction, agencyId);
      const { deleted: counts, chain } = deletion;
      const reportChain =
        chain === null ? null : { ...chain, ...(await signClosing(deps.seal, agencyId, chain)) };
      await noteInOperatorLog(transaction, agencyId, {
        event: "reporting_data.deleted",
        actorId: input.actorId,
        details: { deleted: counts, requestId: input.requestId, reportChain },
      });
      return deletion;
    }),
  );
  // Nobody waits for it: the jobs of these files are gone, and so is every way to them.
  void removeFiles(deps, artifacts);
  return { deleted };
}

async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!passingCodes.includes(codeOf(error)) || attempt >= attemptsMax) throw error;
    }
  }
}

async function removeFiles(deps: DeletionDeps, keys: readonly ArtifactKey[]): Promise<void> {
  for (const key of keys) {
    await removeLeftFile(deps, key).catch((error: unknown) =>
      deps.log.warn("deleted_file_left", { ...key, error }),
    );
  }
}
