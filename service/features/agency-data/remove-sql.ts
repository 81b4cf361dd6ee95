import type { Queryable } from "../../floor/db/open.ts";
import type { ForeignKey } from "../../floor/db/order-tables.ts";
import { noteInOperatorLog } from "../audit/operator-log-sql.ts";
import { allowDeletion } from "../reporting/reports/allow-deletion-sql.ts";

// Writes tables of other folders: the removal of an agency reaches every table.

/** A table of rows, and the one that it is a partition of, or itself. */
export type OwnedTable = { name: string; root: string };

/** Table that stays when an agency is removed, because its entries prove the removal. */
const outlives = "operator_log";

/** Every table whose rows belong to an agency; of partitioned ones the partitions. */
export async function listOwnedTables(sql: Queryable): Promise<OwnedTable[]> {
  return await sql<OwnedTable[]>`
    select pg_class.relname as name, coalesce(parent.relname, pg_class.relname) as root
    from pg_class
    join pg_attribute on attrelid = pg_class.oid and attname = 'agency_id' and not attisdropped
    left join pg_inherits on inhrelid = pg_class.oid
    left join pg_class as parent on parent.oid = inhparent
    where pg_class.relnamespace = current_schema()::regnamespace
      and pg_class.relkind = 'r'
      and pg_class.relname <> ${outlives}
    order by pg_class.relname
  `;
}

/** Keys that say nothing of the order in which tables are emptied: that of a translation to its original, which `loosenReleases` ends. */
export const loosenedKeys = (key: ForeignKey): boolean => key.table === "release" && key.parent === "release";

export async function loosenReleases(sql: Queryable, agencyId: number, rowsMax: number): Promise<number> {
  const rows = await sql`
    update release
    set translation_of = null
    where agency_id = ${agencyId}
      and id in (
        select id
        from release
        where agency_id = ${agencyId}
          and translation_of is not null
        limit ${rowsMax}
      )
  `;
  return rows.count;
}

/** Deletes at most `rowsMax` of an agency's rows, and returns how many that were; for the inside of a transaction. */
export async function deleteRows(
  transaction: Queryable,
  agencyId: number,
  { table, rowsMax }: { table: string; rowsMax: number },
): Promise<number> {
  await allowDeletion(transaction, agencyId);
  const rows = await transaction`
    delete from ${transaction(table)}
    where agency_id = ${agencyId}
      and ctid = any (array(
        select ctid
        from ${transaction(table)}
        where agency_id = ${agencyId}
        limit ${rowsMax}
      ))
  `;
  return rows.count;
}

/** Agencies whose time of grace is over. */
export async function listAgenciesToRemove(sql: Queryable, limit: number): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select id
    from agency
    where delete_after <= now()
    order by delete_after, id
    limit ${limit}
  `;
  return rows.map(({ id }) => id);
}

/** Removes the agency itself, which nothing refers to any more, and notes it where it outlives that. */
export async function deleteAgencyRow(transaction: Queryable, agencyId: number): Promise<void> {
  const rows = await transaction`delete from agency where id = ${agencyId} and delete_after <= now()`;
  if (rows.count === 0) return;
  await noteInOperatorLog(transaction, agencyId, { event: "agency.removed" });
}

/** Files of exports that the store may still hold, behind `afterJobId`. */
export async function listStoredFiles(
  sql: Queryable,
  agencyId: number,
  { afterJobId, limit }: { afterJobId: string; limit: number },
): Promise<{ agencyId: number; jobId: string; artifactId: string }[]> {
  return await sql<{ agencyId: number; jobId: string; artifactId: string }[]>`
    select agency_id as "agencyId", id as "jobId", artifact_id as "artifactId"
    from export_job
    where agency_id = ${agencyId}
      and artifact_id is not null
      and id > ${afterJobId}
    order by id
    limit ${limit}
  `;
}

/** Pictures and files that the store may still hold, behind `afterId`. */
export async function listMediaFiles(
  sql: Queryable,
  agencyId: number,
  { afterId, limit }: { afterId: string; limit: number },
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id
    from media_file
    where agency_id = ${agencyId}
      and id > ${afterId}
    order by id
    limit ${limit}
  `;
  return rows.map(({ id }) => id);
}
