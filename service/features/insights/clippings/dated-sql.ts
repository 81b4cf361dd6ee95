import type { Queryable } from "../../../floor/db/open.ts";

/** One statement for all of a very large agency would reach the server's limit of 30 s: its zone could never be changed. */
const rowsAtOnceDefault = 20_000;

/**
 * Gives clippings of which only the day is known the midnight of their day in another time zone: lists and months go by the moment, and
 * one of the first of a month would count for the month before. All of an agency in one transaction, since half of them in another zone
 * would count in two months; it goes along the table's key, where what others enter meanwhile comes last.
 */
export async function moveDatedClippings(
  transaction: Queryable,
  agencyId: number,
  { timeZone, rowsAtOnce = rowsAtOnceDefault }: { timeZone: string; rowsAtOnce?: number },
): Promise<void> {
  let afterId: string | null = null;
  do afterId = await moveNext(transaction, agencyId, { timeZone, rowsAtOnce, afterId });
  while (afterId !== null);
}

/** The last id of the rows that it has looked at, null after the last ones. */
async function moveNext(
  transaction: Queryable,
  agencyId: number,
  { timeZone, rowsAtOnce, afterId }: { timeZone: string; rowsAtOnce: number; afterId: string | null },
): Promise<string | null> {
  const [last] = await transaction<{ id: string }[]>`
    with next as (
      select id
      from media_mention
      where agency_id = ${agencyId}
        ${afterId === null ? transaction`` : transaction`and id > ${afterId}`}
      order by id
      limit ${rowsAtOnce}
    ),
    moved as (
      update media_mention as mention
      set published_at = mention.published_on::timestamp at time zone ${timeZone}
      from next
      where mention.agency_id = ${agencyId}
        and mention.id = next.id
        and mention.published_on is not null
        and mention.published_at <> mention.published_on::timestamp at time zone ${timeZone}
    )
    select id
    from next
    order by id desc
    limit 1
  `;
  return last?.id ?? null;
}
