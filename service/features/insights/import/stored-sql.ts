import type { Queryable } from "../../../floor/db/open.ts";

/**
 * Whether a row of a table that imports fill counts: rows of an import count from its end on, and those that it replaces until then.
 * `table` is its name in the statement.
 */
export function isStored(sql: Queryable, agencyId: number, table: string) {
  const beingStored = sql`array(
    select id
    from insight_import
    where agency_id = ${agencyId}
      and state in ('storing', 'given_up')
  )`;
  return sql`
    (${sql(table)}.import_id is null or ${sql(table)}.import_id <> all (${beingStored}))
    and (${sql(table)}.superseded_by is null or ${sql(table)}.superseded_by = any (${beingStored}))
  `;
}

/** Whether a clipping counts in figures: it is stored, stands for itself, and nobody has rejected it. */
export function isCounted(sql: Queryable, agencyId: number, table: string) {
  return sql`
    ${isStored(sql, agencyId, table)}
    and ${sql(table)}.merged_into is null
    and ${sql(table)}.state <> 'rejected'
  `;
}
