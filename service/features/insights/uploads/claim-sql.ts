import type { JSONValue } from "postgres";
import { inTransaction } from "../../../floor/db/in-transaction.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import { endRow, type Leased, putOffRow } from "../../../floor/queues/leased-rows.ts";
import type { ImportMapping } from "../import/columns.ts";
import type { FileFault } from "../import/faults.ts";
import type { ImportKind } from "../import/kinds.ts";
import { forgetBytes } from "./bytes-sql.ts";
import { uploadQueue } from "./sql.ts";

export type ClaimedUpload = Leased & {
  kind: ImportKind;
  fileName: string;
  mapping: ImportMapping;
  attempts: number;
};

/** Notes how an import ended. What was taken in needs bytes and first rows no more; what was refused may be mapped anew for a while. */
export async function finishUpload(
  sql: Queryable,
  upload: ClaimedUpload,
  end: { state: "imported" | "known" | "refused" | "failed"; result: JSONValue; fault: FileFault | null },
): Promise<boolean> {
  const isDone = end.state === "imported" || end.state === "known";
  return await inTransaction(sql, async (transaction) => {
    const set = transaction`
      state = ${end.state},
      progress = 1,
      ${isDone ? transaction`shape = null,` : transaction``}
      result = ${sql.json(end.result)},
      fault = ${end.fault === null ? null : sql.json(end.fault)}
    `;
    if (!(await endRow(transaction, uploadQueue, upload, set))) return false;
    if (isDone) await forgetBytes(transaction, upload.agencyId, [upload.id]);
    return true;
  });
}

/** Gives a file back that the service itself put down, to be taken up again after `delayMs`. */
export async function releaseUpload(
  sql: Queryable,
  upload: ClaimedUpload,
  { delayMs }: { delayMs: number },
): Promise<void> {
  const set = sql`state = 'queued', attempts = attempts - 1`;
  await putOffRow(sql, uploadQueue, upload, { delayMs, set });
}
