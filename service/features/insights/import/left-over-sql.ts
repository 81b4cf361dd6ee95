import type { Queryable } from "../../../floor/db/open.ts";

/** Rows of one statement: the embedded database answers nobody meanwhile. */
export const leftOverRowsAtOnce = 500;

type Part = { table: string; importId: string; rowsMax: number };

/** Some rows that an import replaced; returns how many. */
export async function deleteReplaced(sql: Queryable, agencyId: number, part: Part): Promise<number> {
  const table = sql(part.table);
  const deleted = await sql`
    delete from ${table}
    where agency_id = ${agencyId}
      and id = any (array(
        select id from ${table} where agency_id = ${agencyId} and superseded_by = ${part.importId} limit ${part.rowsMax}
      ))
  `;
  return deleted.count;
}

/** Some rows of an import that was given up; returns how many. */
export async function deleteOwnRows(sql: Queryable, agencyId: number, part: Part): Promise<number> {
  const table = sql(part.table);
  const deleted = await sql`
    delete from ${table}
    where agency_id = ${agencyId}
      and id = any (array(
        select id
        from ${table}
        where agency_id = ${agencyId}
          and origin = 'imported'
          and import_id = ${part.importId}
        order by id
        limit ${part.rowsMax}
      ))
  `;
  return deleted.count;
}

/** Lets some rows stand again that an import was to replace; returns how many. */
export async function restoreReplaced(sql: Queryable, agencyId: number, part: Part): Promise<number> {
  const table = sql(part.table);
  const restored = await sql`
    update ${table}
    set superseded_by = null
    where agency_id = ${agencyId}
      and id = any (array(
        select id from ${table} where agency_id = ${agencyId} and superseded_by = ${part.importId} limit ${part.rowsMax}
      ))
  `;
  return restored.count;
}
