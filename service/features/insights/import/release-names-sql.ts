import { integerArray } from "../../../floor/db/array-literals.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import { type CalledBy, calledByColumns } from "../release-addresses.ts";

/** What a release can be named by in a file. */
export type ReleaseName = CalledBy & { id: number; title: string };

/** Names of one statement: about 200 KB. */
const namesAtOnce = 1_000;

export async function isAgency(sql: Queryable, agencyId: number): Promise<boolean> {
  const agencies = await sql`select from agency where id = ${agencyId}`;
  return agencies.count === 1;
}

/** Returns those of the given numbers that are ids of the agency's releases. */
export async function selectReleaseIds(
  sql: Queryable,
  agencyId: number,
  numbers: readonly number[],
): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select id
    from release
    where agency_id = ${agencyId}
      and id = any(${integerArray(numbers)}::integer[])
  `;
  return rows.map(({ id }) => id);
}

/** What all of the agency's releases can be named by, in short statements; memory holds those of one. */
export async function* readReleaseNames(sql: Queryable, agencyId: number): AsyncGenerator<ReleaseName> {
  let after = 0;
  for (;;) {
    const rows: ReleaseName[] = await sql<ReleaseName[]>`
      select r.id, r.title, ${calledByColumns(sql, agencyId)}
      from release r
      join client c on c.agency_id = r.agency_id and c.id = r.client_id
      where r.agency_id = ${agencyId}
        and r.id > ${after}
      order by r.id
      limit ${namesAtOnce}
    `;
    yield* rows;
    after = rows.at(-1)?.id ?? after;
    if (rows.length < namesAtOnce) return;
  }
}
