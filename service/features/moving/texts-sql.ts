import type { Queryable } from "../../floor/db/open.ts";
import { type FoundText, type MovedText, type TextContent, textsMax } from "./schema.ts";

/** Before a file is read once more. */
export async function deleteFound(sql: Queryable, agencyId: number, moveId: string): Promise<void> {
  await sql`delete from moved_text where agency_id = ${agencyId} and move_id = ${moveId}`;
}

/** What the texts that were found so far are told apart by. */
export async function listFoundGuids(
  sql: Queryable,
  agencyId: number,
  moveId: string,
): Promise<{ position: number; guid: string }[]> {
  return await sql<{ position: number; guid: string }[]>`
    select position, guid
    from moved_text
    where agency_id = ${agencyId}
      and move_id = ${moveId}
    order by position
    limit ${textsMax}
  `;
}

/** Notes texts of a file; those that are here already or lie in the future stay behind. */
export async function insertFound(
  sql: Queryable,
  agencyId: number,
  input: { moveId: string; texts: readonly (FoundText & { position: number })[] },
): Promise<void> {
  await sql`
    insert into moved_text (
      agency_id, move_id, position, client_id, source, guid, title, url, published_at, state, reason, content, pictures
    )
    select
      m.agency_id, m.id, given.position, m.client_id, m.source, given.guid, given.title, given.url, moment.published_at,
      case when reason.reason is null then 'ready' else 'left' end, reason.reason,
      case when reason.reason is null then given.content end,
      coalesce(jsonb_array_length(given.content -> 'pictures'), 0)
    from newsroom_move m
    join agency on agency.id = m.agency_id
    cross join jsonb_to_recordset(${sql.json([...input.texts])}) as given (
      position integer, guid text, title text, url text, "publishedAt" text, problem text, content jsonb
    )
    cross join lateral (
      select case
        when given."publishedAt" ~ '(Z|[+-][0-9]{2}:[0-9]{2})$' then given."publishedAt"::timestamptz
        else given."publishedAt"::timestamp at time zone agency.time_zone
      end as published_at
    ) as moment
    cross join lateral (
      select case
        when given.problem is not null then given.problem
        when moment.published_at > now() then 'in_future'
        when exists (
          select
          from moved_text t
          where t.agency_id = ${agencyId}
            and t.client_id = m.client_id
            and t.source = m.source
            and t.guid = given.guid
            and t.state = 'taken'
        ) then 'known'
      end as reason
    ) as reason
    where m.agency_id = ${agencyId}
      and m.id = ${input.moveId}
    on conflict do nothing
  `;
}

export type ReadyText = {
  position: number;
  guid: string;
  title: string;
  url: string | null;
  publishedAt: Date;
  content: TextContent;
};

/** The next text behind `after` that is to be moved in, in the order of the file; null when there is none left. */
export async function findReady(
  sql: Queryable,
  agencyId: number,
  { moveId, after }: { moveId: string; after: number },
): Promise<ReadyText | null> {
  const [row] = await sql<ReadyText[]>`
    select position, guid, title, url, published_at as "publishedAt", content
    from moved_text
    where agency_id = ${agencyId}
      and move_id = ${moveId}
      and state = 'ready'
      and position > ${after}
    order by position
    limit 1
  `;
  return row ?? null;
}

/** Notes what became of a text. Throws a unique violation for one that another file brought meanwhile. */
export async function endText(
  sql: Queryable,
  agencyId: number,
  input: { moveId: string; position: number } & Partial<Pick<MovedText, "releaseId" | "reason" | "missing">>,
): Promise<void> {
  const { releaseId = null, reason = null, missing = [] } = input;
  await sql`
    update moved_text
    set state = ${releaseId === null ? "left" : "taken"}, release_id = ${releaseId}, reason = ${reason},
      missing = ${sql.json([...missing])}, content = null
    where agency_id = ${agencyId}
      and move_id = ${input.moveId}
      and position = ${input.position}
  `;
}

/** The last `limit` texts that a move brought and that have pictures, latest first: how many, and which did not come. */
export async function listLastPictures(
  sql: Queryable,
  agencyId: number,
  { moveId, limit }: { moveId: string; limit: number },
): Promise<Pick<MovedText, "pictures" | "missing">[]> {
  return await sql<Pick<MovedText, "pictures" | "missing">[]>`
    select pictures, missing
    from moved_text
    where agency_id = ${agencyId}
      and move_id = ${moveId}
      and state = 'taken'
      and pictures > 0
    order by position desc
    limit ${limit}
  `;
}

/** Texts of a move in the order of its file, `textsMax` at most. */
export async function listMovedTexts(sql: Queryable, agencyId: number, moveId: string): Promise<MovedText[]> {
  return await sql<MovedText[]>`
    select
      position, title, url, published_at as "publishedAt", state, reason, pictures, missing,
      release_id as "releaseId"
    from moved_text
    where agency_id = ${agencyId}
      and move_id = ${moveId}
    order by position
    limit ${textsMax}
  `;
}
