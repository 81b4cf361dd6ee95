import type { PendingQuery, Row } from "postgres";
import { integerArray } from "../../../floor/db/array-literals.ts";
import type { Queryable } from "../../../floor/db/open.ts";

/** Clients all of whose releases are read, and until when their days are summed. */
export type ClientSums = {
  clientIds: readonly number[];
  /** What is read beside these clients, release by release. */
  looseIds: readonly number[];
  through: string;
};

export type Fragment = PendingQuery<Row[]>;

const columns = {
  hit_day: (sql: Queryable) => sql`
    day, class, requests, visitors, visits, interactions, beacons, engaged_ms, scroll_25, scroll_50, scroll_75, scroll_100, levels
  `,
  hit_day_dimension: (sql: Queryable) => sql`day, dimension, value_id, count, visitors, visits`,
};
const sumsOf = { hit_day: "client_day", hit_day_dimension: "client_day_dimension" } as const;

/**
 * A select of the rows of these releases and days: with `sums` the closed days of whole clients come from their sums. Over 2,000
 * releases and a year that is 1,000 instead of 730,000 rows.
 */
export function dayRows(
  sql: Queryable,
  agencyId: number,
  input: {
    table: keyof typeof columns;
    releaseIds: readonly number[];
    sums?: ClientSums | null;
    from: Fragment;
    to: Fragment;
  },
): Fragment {
  const { table, releaseIds, sums = null, from, to } = input;
  const ofReleases = (ids: readonly number[], first: Fragment) => sql`
    select ${columns[table](sql)}
    from ${sql(table)}
    where agency_id = ${agencyId}
      and release_id = any(${integerArray(ids)}::integer[])
      and day between ${first} and ${to}
  `;
  if (sums === null) return ofReleases(releaseIds, from);
  const loose = new Set(sums.looseIds);
  const covered = releaseIds.filter((id) => !loose.has(id));
  return sql`
    ${ofReleases(sums.looseIds, from)}
    union all
    ${ofReleases(covered, sql`greatest(${from}, ${sums.through}::date + 1)`)}
      and ${sums.through}::date < ${to} -- else each release is looked up for nothing
    union all
    select ${columns[table](sql)}
    from ${sql(sumsOf[table])}
    where agency_id = ${agencyId}
      and client_id = any(${integerArray(sums.clientIds)}::integer[])
      and day between ${from} and least(${to}, ${sums.through}::date)
  `;
}

/**
 * The sums that may stand in for releases of whole clients; null where there are none yet, or where `releaseIds` leaves out some of
 * the clients' releases.
 */
export async function findClientSums(
  sql: Queryable,
  agencyId: number,
  { clientIds, releaseIds }: { clientIds: readonly number[]; releaseIds: readonly number[] },
): Promise<ClientSums | null> {
  if (clientIds.length === 0) return null;
  const [row] = await sql<{ through: string | null; coveredIds: number[] }[]>`
    select
      (select summed_through::text from figure_state where agency_id = ${agencyId}) as through,
      array(
        select id
        from release
        where agency_id = ${agencyId}
          and client_id = any(${integerArray(clientIds)}::integer[])
          and status in ('published', 'archived')
        limit ${releaseIds.length + 1}
      ) as "coveredIds"
  `;
  const read = new Set(releaseIds);
  const { through = null, coveredIds = [] } = row ?? {};
  if (through === null || !coveredIds.every((id) => read.has(id))) return null;
  const covered = new Set(coveredIds);
  return { clientIds, through, looseIds: releaseIds.filter((id) => !covered.has(id)) };
}
