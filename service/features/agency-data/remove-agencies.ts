import { listForeignKeys } from "../../floor/db/foreign-keys-sql.ts";
import { beforeEveryUuid } from "../../floor/db/keyset-list.ts";
import type { Queryable, Sql } from "../../floor/db/open.ts";
import { orderTables } from "../../floor/db/order-tables.ts";
import type { Loop } from "../../floor/loops/start-loops.ts";
import type { Log } from "../../log.ts";
import { noteInOperatorLog } from "../audit/operator-log-sql.ts";
import type { FileStore } from "../media/file-store.ts";
import type { ArtifactStore } from "../reporting/exports/artifact-store.ts";
import { listLeftFiles } from "../reporting/exports/left-files-sql.ts";
import { removeLeftFile } from "../reporting/exports/remove-left-file.ts";
import { signClosing } from "../reporting/integrity/closing.ts";
import { endReportChain } from "../reporting/integrity/heads-sql.ts";
import type { ReportSeal } from "../reporting/integrity/report-seal.ts";
import {
  deleteAgencyRow,
  deleteRows,
  listAgenciesToRemove,
  listMediaFiles,
  listOwnedTables,
  listStoredFiles,
  loosenedKeys,
  loosenReleases,
  type OwnedTable,
} from "./remove-sql.ts";

/** Of one transaction: some 50 ms, so that nobody waits for its locks. */
const rowsPerChunk = 2_000;
/** Of one run; the next follows at once, and a shutdown comes in between. */
const chunksPerRun = 200;
/** More than end at once. Of so many that can't be removed the cause is one of the service. */
const agenciesPerRun = 50;
const filesAtOnce = 50;

export type RemovalDeps = {
  sql: Sql;
  log: Log;
  artifactStore: Pick<ArtifactStore, "remove">;
  fileStore: Pick<FileStore, "remove">;
  seal: Pick<ReportSeal, "sign">;
};

/** The loop that removes what belongs to agencies whose time of grace is over. */
export function agencyRemovalLoop(deps: RemovalDeps): Loop {
  return {
    name: "agency-removal",
    schedule: "51 7 * * * *",
    run: (signal) => removeAgencies(deps, signal),
  };
}

/**
 * Removes everything that belongs to agencies whose time of grace is over, one after the other. Returns true when there may be more. Throws
 * the first failure, after all were tried: one file that its store keeps must not keep the data of all other agencies.
 */
export async function removeAgencies(deps: RemovalDeps, signal: AbortSignal): Promise<boolean> {
  const due = await listAgenciesToRemove(deps.sql, agenciesPerRun);
  const budget = { chunksLeft: chunksPerRun };
  const failures: unknown[] = [];
  for (const agencyId of due) {
    try {
      if (!(await removeAgency(deps, agencyId, { budget, signal }))) return !signal.aborted;
    } catch (error) {
      deps.log.error("agency_not_removed", { agencyId, error });
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return due.length === agenciesPerRun;
}

/**
 * In short transactions: files first, then rows, those that refer to others before those. Stopped at any point it goes on from there.
 * Returns false when it was, by the end of the budget or by the signal.
 */
async function removeAgency(
  { sql, log, artifactStore, fileStore, seal }: RemovalDeps,
  agencyId: number,
  { budget, signal }: { budget: { chunksLeft: number }; signal: AbortSignal },
): Promise<boolean> {
  // First of all, so that what keeps the heads of chains outside the database finds a signed end in place of a lost chain.
  await sql.begin(async (transaction) => {
    const chain = await endReportChain(transaction, agencyId);
    // The removal goes on without the signing key. The chain then ends unsigned, which an operator has to acknowledge.
    const signature = chain && (await signClosing(seal, agencyId, chain).catch(() => null));
    if (chain === null) return;
    const details = { reportChain: { ...chain, ...signature } };
    await noteInOperatorLog(transaction, agencyId, { event: "report_chain.ended", details });
  });
  await removeStoredFiles(sql, agencyId, { artifactStore, signal });
  await removeMedia(sql, agencyId, { fileStore, signal });
  const emptied = async (deleteChunk: () => Promise<number>) => {
    for (; budget.chunksLeft > 0 && !signal.aborted; budget.chunksLeft -= 1) {
      if ((await deleteChunk()) < rowsPerChunk) return true;
    }
    return false;
  };
  if (!(await emptied(() => loosenReleases(sql, agencyId, rowsPerChunk)))) return false;
  for (const { name } of await tablesInOrder(sql)) {
    const chunk = { table: name, rowsMax: rowsPerChunk };
    const deleteChunk = () => sql.begin((transaction) => deleteRows(transaction, agencyId, chunk));
    if (!(await emptied(deleteChunk))) return false;
  }
  await sql.begin((transaction) => deleteAgencyRow(transaction, agencyId));
  log.info("agency_removed", { agencyId });
  return true;
}

/** Tables that refer to others come before those. */
async function tablesInOrder(sql: Queryable): Promise<OwnedTable[]> {
  const tables = await listOwnedTables(sql);
  const roots = new Set(tables.map(({ root }) => root));
  // A table of no agency that refers to one of these lets go by itself (`on delete`).
  const keys = (await listForeignKeys(sql)).filter((key) => roots.has(key.table) && !loosenedKeys(key));
  const { ordered, forward } = orderTables([...roots], keys);
  const circles = forward.filter((key) => key.table !== key.parent);
  if (circles.length > 0) {
    throw new Error(`Tables refer to each other in a circle: ${circles.map(({ name }) => name).join(", ")}.`);
  }
  const positions = new Map(ordered.map((root, index) => [root, index]));
  return tables.toSorted((a, b) => (positions.get(b.root) ?? 0) - (positions.get(a.root) ?? 0));
}

async function removeStoredFiles(
  sql: Queryable,
  agencyId: number,
  { artifactStore, signal }: Pick<RemovalDeps, "artifactStore"> & { signal: AbortSignal },
): Promise<void> {
  let afterJobId = beforeEveryUuid;
  while (!signal.aborted) {
    const files = await listStoredFiles(sql, agencyId, { afterJobId, limit: filesAtOnce });
    for (const file of files) await artifactStore.remove(file);
    const last = files.at(-1);
    if (last === undefined || files.length < filesAtOnce) break;
    afterJobId = last.jobId;
  }
  while (!signal.aborted) {
    const left = await listLeftFiles(sql, { agencyId, limit: filesAtOnce });
    if (left.length === 0) return;
    for (const file of left) await removeLeftFile({ sql, artifactStore }, file);
  }
}

/** Bytes of pictures and files; an outside store would keep them for ever. */
async function removeMedia(
  sql: Queryable,
  agencyId: number,
  { fileStore, signal }: Pick<RemovalDeps, "fileStore"> & { signal: AbortSignal },
): Promise<void> {
  let afterId = beforeEveryUuid;
  while (!signal.aborted) {
    const ids = await listMediaFiles(sql, agencyId, { afterId, limit: filesAtOnce });
    for (const fileId of ids) await fileStore.remove({ agencyId, fileId });
    const last = ids.at(-1);
    if (last === undefined || ids.length < filesAtOnce) return;
    afterId = last;
  }
}
