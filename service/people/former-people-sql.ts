import type { Queryable } from "../db/open.ts";

/** Somebody who left may be asked back, and the log goes on naming who it was. Then the person is forgotten. */
const formerPersonDays = 30;
/** Of each statement, so that none is long. */
const rowsMax = 1_000;

/**
 * Notes who works for no agency any more, and removes who has done so for long, with sessions, links and passkeys. What the log
 * says of them keeps their ids. Returns true when there may be more.
 */
export async function deleteFormerPeople(sql: Queryable): Promise<boolean> {
  await sql`
    update person p
    set left_at = null
    where p.left_at is not null
      and exists (select from membership m where m.person_id = p.id)
  `;
  const noted = await sql`
    update person
    set left_at = now()
    where id in (
      select p.id
      from person p
      where p.left_at is null
        and not exists (select from membership m where m.person_id = p.id)
      limit ${rowsMax}
    )
  `;
  const removed = await sql`
    delete from person
    where left_at < now() - make_interval(days => ${formerPersonDays})
      and id in (
        select p.id
        from person p
        where p.left_at < now() - make_interval(days => ${formerPersonDays})
          and not exists (select from membership m where m.person_id = p.id)
        limit ${rowsMax}
      )
  `;
  return [noted, removed].some(({ count }) => count >= rowsMax);
}
