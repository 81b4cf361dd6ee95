import { integerArray, textArray } from "../db/array-literals.ts";
import type { Queryable } from "../db/open.ts";
import type { DraftStatus } from "../workflow/drafts/schema.ts";
import { foldings } from "./rules.ts";

export type FoundText = {
  draftId: string | null;
  pressReleaseId: number | null;
  title: string;
  clientName: string;
  status: DraftStatus;
  updatedAt: Date;
};

export type FoundClient = { clientId: number; name: string; slug: string };

type Question = { words: readonly string[]; clientIds: readonly number[] | null; limit: number };

/** Drafts and releases in whose title, topics or client all words occur, last changed first. */
export async function findTexts(
  sql: Queryable,
  agencyId: number,
  { words, clientIds, limit }: Question,
): Promise<FoundText[]> {
  const scope = (column: ReturnType<Queryable>) =>
    clientIds === null ? sql`` : sql`and ${column} = any(${integerArray(clientIds)}::integer[])`;
  return await sql<FoundText[]>`
    select
      t.title, t.status,
      t.draft_id as "draftId",
      t.release_id as "pressReleaseId",
      c.name as "clientName",
      t.updated_at as "updatedAt"
    from (
      select d.id as draft_id, d.release_id, d.client_id, d.status, v.title, v.topics, d.updated_at
      from draft d
      join draft_version v on v.agency_id = d.agency_id and v.draft_id = d.id and v.version = d.version
      where d.agency_id = ${agencyId}
        ${scope(sql`d.client_id`)}
      union all
      select null::uuid, r.id, r.client_id, r.status, r.title, r.topics, r.updated_at
      from release r
      where r.agency_id = ${agencyId}
        and r.draft_id is null
        ${scope(sql`r.client_id`)}
    ) t
    join client c on c.agency_id = ${agencyId} and c.id = t.client_id
    where ${hasAll(sql, sql`t.title || ' ' || c.name || ' ' || array_to_string(t.topics, ' ')`, words)}
    order by t.updated_at desc
    limit ${limit}
  `;
}

/** Clients in whose name or address word all words occur. */
export async function findClients(
  sql: Queryable,
  agencyId: number,
  { words, clientIds, limit }: Question,
): Promise<FoundClient[]> {
  return await sql<FoundClient[]>`
    select c.id as "clientId", c.name, c.slug
    from client c
    where c.agency_id = ${agencyId}
      ${clientIds === null ? sql`` : sql`and c.id = any(${integerArray(clientIds)}::integer[])`}
      and ${hasAll(sql, sql`c.name || ' ' || c.slug`, words)}
    order by c.name, c.id
    limit ${limit}
  `;
}

/** Folds upper case by hand too: `lower` leaves "Ä" as it is where the database sorts by bytes. */
function hasAll(sql: Queryable, text: ReturnType<Queryable>, words: readonly string[]) {
  const lower = sql`translate(lower(${text}), 'ÄÖÜ', 'äöü')`;
  const folded = foldings.reduce((inner, [from, to]) => sql`replace(${inner}, ${from}, ${to})`, lower);
  return sql`not exists (
    select
    from unnest(${textArray(words)}::text[]) as word
    where position(word in ${folded}) = 0
  )`;
}
