import type { PendingQuery, Row } from "postgres";
import type { Queryable } from "../../floor/db/open.ts";

/** Somebody who left may be asked back, and the log goes on naming who it was. Then the person is forgotten. */
const formerPersonDays = 30;
/** Rows that one statement changes, so that none takes long. */
const rowsMax = 1_000;

/**
 * Notes who works for no agency any more, and removes who has done so for long, with sessions, links and passkeys. What the log
 * says of them keeps their ids. Returns true when there may be more.
 *
 * Each change looks for its people first: in a cluster a change that reads memberships locks them all, even if it finds nobody.
 */
export async function deleteFormerPeople(sql: Queryable): Promise<boolean> {
  const belongs = sql`exists (select from membership m where m.person_id = p.id)`;
  const hasReturned = sql`p.left_at is not null and ${belongs}`;
  const hasLeft = sql`p.left_at is null and not ${belongs}`;
  const isForgotten = sql`p.left_at < now() - make_interval(days => ${formerPersonDays}) and not ${belongs}`;

  const returned = await findIds(sql, hasReturned);
  if (returned.length > 0)
    await sql`update person p set left_at = null where p.id = any(${sql.array(returned)}::uuid[]) and ${hasReturned}`;
  const left = await findIds(sql, hasLeft);
  if (left.length > 0)
    await sql`update person p set left_at = now() where p.id = any(${sql.array(left)}::uuid[]) and ${hasLeft}`;
  const forgotten = await findIds(sql, isForgotten);
  if (forgotten.length > 0)
    await sql`delete from person p where p.id = any(${sql.array(forgotten)}::uuid[]) and ${isForgotten}`;
  return [returned, left, forgotten].some(({ length }) => length >= rowsMax);
}

async function findIds(sql: Queryable, condition: PendingQuery<Row[]>): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select p.id
    from person p
    where ${condition}
    limit ${rowsMax}
  `;
  return rows.map(({ id }) => id);
}
