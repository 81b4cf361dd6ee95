import { integerArray } from "../../floor/db/array-literals.ts";
import type { Queryable } from "../../floor/db/open.ts";
import type { DraftStatus } from "../workflow/drafts/schema.ts";
import { foldedLetters } from "./rules.ts";

export type FoundText = {
  draftId: string | null;
  pressReleaseId: number | null;
  title: string;
  clientName: string;
  status: DraftStatus;
  updatedAt: Date;
};

export type FoundClient = { clientId: number; name: string; slug: string };

type Question = { words: readonly (readonly string[])[]; clientIds: readonly number[] | null; limit: number };

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
      t.client_name as "clientName",
      t.updated_at as "updatedAt"
    from (
    select t.*, c.name as client_name, ${foldedText(sql, sql`t.title || ' ' || c.name || ' ' || array_to_string(t.topics, ' ')`)} as folded
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
    -- Each text is folded once and not for every spelling of every word.
    offset 0
    ) t
    where ${hasAll(sql, words)}
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
    select t.id as "clientId", t.name, t.slug
    from (
      select c.id, c.name, c.slug, ${foldedText(sql, sql`c.name || ' ' || c.slug`)} as folded
      from client c
      where c.agency_id = ${agencyId}
        ${clientIds === null ? sql`` : sql`and c.id = any(${integerArray(clientIds)}::integer[])`}
      offset 0
    ) t
    where ${hasAll(sql, words)}
    order by t.name, t.id
    limit ${limit}
  `;
}

/** The upper case of umlauts too: `lower` leaves "Ä" as it is where the database sorts by bytes. */
function foldedText(sql: Queryable, text: ReturnType<Queryable>) {
  return sql`translate(lower(${text}), ${foldedLetters.from}, ${foldedLetters.to})`;
}

function hasAll(sql: Queryable, words: readonly (readonly string[])[]) {
  return words.reduce((all, spellings) => {
    const any = spellings.reduce(
      (one, spelling) => sql`${one} or position(${spelling} in t.folded) > 0`,
      sql`false`,
    );
    return sql`${all} and (${any})`;
  }, sql`true`);
}
