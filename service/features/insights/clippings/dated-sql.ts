import type { Queryable } from "../../../floor/db/open.ts";

/**
 * Gives clippings of which only the day is known the midnight of their day in another time zone: lists and months go by the moment, and
 * one of the first of a month would count for the month before. All of an agency in one statement, since half of them in another zone
 * would count in two months; it finds them by the agency, with which the table's key begins.
 */
export async function moveDatedClippings(
  transaction: Queryable,
  agencyId: number,
  timeZone: string,
): Promise<void> {
  await transaction`
    update media_mention
    set published_at = published_on::timestamp at time zone ${timeZone}
    where agency_id = ${agencyId}
      and published_on is not null
      and published_at <> published_on::timestamp at time zone ${timeZone}
  `;
}
