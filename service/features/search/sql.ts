import { integerArray } from "../../floor/db/array-literals.ts";
import { byLetters } from "../../floor/db/by-letters.ts";
import { fitsAll } from "../../floor/db/holds-words.ts";
import type { Queryable } from "../../floor/db/open.ts";
import type { ClippingLine } from "../insights/clippings/schema.ts";
import { isCounted } from "../insights/import/stored-sql.ts";
import { reportIsWithin } from "../reporting/reports/scope-clients-sql.ts";
import type { DraftStatus } from "../workflow/drafts/schema.ts";

export type FoundText = {
  draftId: string | null;
  pressReleaseId: number | null;
  title: string;
  clientName: string;
  status: DraftStatus;
  updatedAt: Date;
};
export type FoundClient = { clientId: number; name: string; slug: string; isActive: boolean };
export type FoundContact = { clientId: number; name: string; role: string | null; clientName: string };
export type FoundPicture = { assetId: string; clientId: number; fileName: string; clientName: string };
export type FoundReport = { reportId: string; title: string; createdAt: Date };
export type FoundClipping = ClippingLine & { id: string; releaseId: number | null };

/** `patterns` are of `patternsOf`; all of them have to fit. */
export type Question = { patterns: readonly string[]; clientIds: readonly number[] | null; limit: number };

/** One imported file may bring a million clippings: of so many, the newest, headlines are read. */
const clippingsReadMax = 20_000;

/** Drafts and releases in whose title, topics or client all words occur, last changed first. */
export async function findTexts(
  sql: Queryable,
  agencyId: number,
  { patterns, clientIds, limit }: Question,
): Promise<FoundText[]> {
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
        ${ofClients(sql, sql`d.client_id`, clientIds)}
      union all
      select null::uuid, r.id, r.client_id, r.status, r.title, r.topics, r.updated_at
      from release r
      where r.agency_id = ${agencyId}
        and r.draft_id is null
        ${ofClients(sql, sql`r.client_id`, clientIds)}
    ) t
    join client c on c.agency_id = ${agencyId} and c.id = t.client_id
    where true ${fitsAll(sql, sql`t.title || ' ' || c.name || ' ' || array_to_string(t.topics, ' ')`, patterns)}
    order by t.updated_at desc
    limit ${limit}
  `;
}

/** Clients in whose name or address word all words occur. */
export async function findClients(
  sql: Queryable,
  agencyId: number,
  { patterns, clientIds, limit }: Question,
): Promise<FoundClient[]> {
  return await sql<FoundClient[]>`
    select c.id as "clientId", c.name, c.slug, c.status = 'active' as "isActive"
    from client c
    where c.agency_id = ${agencyId}
      ${ofClients(sql, sql`c.id`, clientIds)}
      ${fitsAll(sql, sql`c.name || ' ' || c.slug`, patterns)}
    order by ${byLetters(sql, sql`c.name`)}, c.id
    limit ${limit}
  `;
}

/** Contacts by name, role, address of mail or client. */
export async function findContacts(
  sql: Queryable,
  agencyId: number,
  { patterns, clientIds, limit }: Question,
): Promise<FoundContact[]> {
  return await sql<FoundContact[]>`
    select k.client_id as "clientId", k.name, k.role, c.name as "clientName"
    from client_contact k
    join client c on c.agency_id = ${agencyId} and c.id = k.client_id
    where k.agency_id = ${agencyId}
      and k.removed_at is null
      ${ofClients(sql, sql`k.client_id`, clientIds)}
      ${fitsAll(sql, sql`concat_ws(' ', k.name, k.role, k.email, c.name)`, patterns)}
    order by ${byLetters(sql, sql`k.name`)}, k.id
    limit ${limit}
  `;
}

/** Pictures and files by name, alt text, caption, credit or client, newest first. */
export async function findPictures(
  sql: Queryable,
  agencyId: number,
  { patterns, clientIds, limit }: Question,
): Promise<FoundPicture[]> {
  return await sql<FoundPicture[]>`
    select a.id as "assetId", a.client_id as "clientId", a.file_name as "fileName", c.name as "clientName"
    from asset a
    join client c on c.agency_id = ${agencyId} and c.id = a.client_id
    where a.agency_id = ${agencyId}
      ${ofClients(sql, sql`a.client_id`, clientIds)}
      ${fitsAll(sql, sql`concat_ws(' ', a.file_name, a.alt, a.caption, a.credit, c.name)`, patterns)}
    order by a.id desc
    limit ${limit}
  `;
}

/** Reports by their title, newest first. */
export async function findReports(
  sql: Queryable,
  agencyId: number,
  { patterns, clientIds, limit }: Question,
): Promise<FoundReport[]> {
  return await sql<FoundReport[]>`
    select id as "reportId", title, created_at as "createdAt"
    from publication_report
    where agency_id = ${agencyId}
      ${fitsAll(sql, sql`title`, patterns)}
      ${clientIds === null ? sql`` : sql`and ${reportIsWithin(sql, agencyId, clientIds)}`}
    order by number desc
    limit ${limit}
  `;
}

/** Clippings by headline and medium, newest first. */
export async function findClippings(
  sql: Queryable,
  agencyId: number,
  { patterns, clientIds, limit }: Question,
): Promise<FoundClipping[]> {
  return await sql<FoundClipping[]>`
    select
      m.id, m.headline, m.medium, m.url, m.release_id as "releaseId", m.published_at as "publishedAt",
      m.published_on::text as "publishedOn"
    from (
      select media_mention.*
      from media_mention
      left join release on release.agency_id = ${agencyId} and release.id = media_mention.release_id
      where media_mention.agency_id = ${agencyId}
        ${ofClients(sql, sql`coalesce(media_mention.client_id, release.client_id)`, clientIds)}
        and ${isCounted(sql, agencyId, "media_mention")}
      order by media_mention.id desc
      limit ${clippingsReadMax}
    ) m
    where true ${fitsAll(sql, sql`m.headline || ' ' || m.medium`, patterns)}
    order by m.id desc
    limit ${limit}
  `;
}

type Fragment = ReturnType<Queryable>;

function ofClients(sql: Queryable, column: Fragment, clientIds: readonly number[] | null) {
  return clientIds === null ? sql`` : sql`and ${column} = any(${integerArray(clientIds)}::integer[])`;
}
