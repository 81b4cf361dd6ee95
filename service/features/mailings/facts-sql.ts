import type { Queryable } from "../../floor/db/open.ts";
import type { PageLanguage } from "../../floor/web/language.ts";
import { ownHostColumn } from "../clients/newsroom-sql.ts";
import { shownAsset } from "../media/shown-asset-sql.ts";
import { leadReadMax, type MailedRelease } from "../newsroom/subscriptions/facts-sql.ts";
import { replyToColumn } from "./reply-to-sql.ts";
import { isReleaseOf } from "./sql.ts";

/** What stands around a mailing's text. */
export type MailingFacts = {
  clientId: number;
  clientName: string;
  clientSlug: string;
  ownHost: string | null;
  newsroomLanguage: PageLanguage;
  agencyName: string;
  timeZone: string;
  /** Null for a plain message, and as long as the text is not published. */
  releaseId: number | null;
  /** Whether its release has pictures or other files. */
  hasFiles: boolean;
  draftId: string | null;
  isEmbargoed: boolean;
  subject: string;
  message: string;
  assetIds: string[];
  replyTo: string;
};

/** Null where the mailing is gone or its client was archived. */
export async function findMailingFacts(
  sql: Queryable,
  agencyId: number,
  mailingId: string,
): Promise<MailingFacts | null> {
  const [row] = await sql<MailingFacts[]>`
    select
      c.id as "clientId",
      c.name as "clientName",
      c.slug as "clientSlug",
      ${ownHostColumn(sql)} as "ownHost",
      coalesce(
        (select n.language from newsroom n where n.agency_id = c.agency_id and n.client_id = c.id),
        'de'
      ) as "newsroomLanguage",
      a.name as "agencyName",
      a.time_zone as "timeZone",
      r.id as "releaseId",
      coalesce(r.image_asset_id is not null or cardinality(r.asset_ids) > 0, false) as "hasFiles",
      m.draft_id as "draftId",
      m.is_embargoed as "isEmbargoed",
      m.subject, m.message,
      m.asset_ids as "assetIds",
      ${replyToColumn(sql)} as "replyTo"
    from mailing m
    join client c on c.agency_id = m.agency_id and c.id = m.client_id
    join agency a on a.id = m.agency_id
    left join release r on ${isReleaseOf(sql)}
    where m.agency_id = ${agencyId}
      and m.id = ${mailingId}
      and c.status = 'active'
  `;
  return row ?? null;
}

/** Whether what waits of a mailing goes no more, not even where an attempt failed that was under way. */
export async function isMailingStopped(
  sql: Queryable,
  agencyId: number,
  mailingId: string,
): Promise<boolean> {
  const stopped = await sql`
    select
    from mailing
    where agency_id = ${agencyId}
      and id = ${mailingId}
      and status = 'stopped'
  `;
  return stopped.length > 0;
}

/** A text that is not published yet, and when it may be used; null where its draft is gone. */
export async function findAnnounced(
  sql: Queryable,
  agencyId: number,
  draftId: string,
): Promise<(MailedRelease & { until: Date | null }) | null> {
  const [row] = await sql<(MailedRelease & { until: Date | null })[]>`
    select
      coalesce(r.slug, v.slug, 'meldung') as slug,
      v.title, v.subtitle, v.language,
      coalesce(d.scheduled_for, v.embargo_until, now()) as "publishedAt",
      case
        when v.embargo_until <= now() and d.scheduled_for > now() then d.scheduled_for
        else coalesce(v.embargo_until, d.scheduled_for)
      end as until,
      left(v.body_markdown, ${leadReadMax}) as "bodyMarkdown",
      ${shownAsset(sql, { agencyId: sql`v.agency_id`, assetId: sql`v.image_asset_id` })} as image
    from draft d
    join draft_version v on v.agency_id = d.agency_id and v.draft_id = d.id and v.version = d.version
    left join release r on r.agency_id = d.agency_id and r.id = d.release_id
    where d.agency_id = ${agencyId}
      and d.id = ${draftId}
  `;
  return row ?? null;
}

/** Files of the client's library that go with a mailing: where they lie, and what they are. */
export async function listAttachments(
  sql: Queryable,
  agencyId: number,
  { clientId, assetIds }: { clientId: number; assetIds: readonly string[] },
): Promise<{ id: string; fileName: string; mediaType: string; bytes: number }[]> {
  if (assetIds.length === 0) return [];
  return await sql<{ id: string; fileName: string; mediaType: string; bytes: number }[]>`
    select a.id, a.file_name as "fileName", b.media_type as "mediaType", b.bytes
    from asset a
    join media_blob b on b.agency_id = a.agency_id and b.id = a.blob_id
    where a.agency_id = ${agencyId}
      and a.client_id = ${clientId}
      and a.id = any(${sql.array([...assetIds])}::uuid[])
    order by a.file_name, a.id
  `;
}
