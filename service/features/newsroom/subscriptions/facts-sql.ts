import { integerArray } from "../../../floor/db/array-literals.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import type { ClaimedMail } from "../../../floor/mail/outbox/mail-kind.ts";
import type { PageLanguage } from "../../../floor/web/language.ts";
import { ownHostColumn } from "../../clients/newsroom-sql.ts";
import { type ShownAsset, shownAsset } from "../../media/shown-asset-sql.ts";
import { foldedTopic } from "../directory.ts";
import { type Frequency, ownSubscriptionsMax, type SubscriptionStatus } from "./schema.ts";

export type MailFacts = {
  status: SubscriptionStatus;
  addressEncrypted: Uint8Array | null;
  topic: string | null;
  frequency: Frequency;
  clientId: number;
  clientName: string;
  clientSlug: string;
  ownHost: string | null;
  agencyName: string;
  /** Of the newsroom. */
  language: PageLanguage;
  timeZone: string;
  contactName: string | null;
  contactEmail: string | null;
};

export type MailedRelease = {
  slug: string;
  title: string;
  subtitle: string | null;
  language: string;
  publishedAt: Date;
  image: ShownAsset | null;
  bodyMarkdown: string;
};

/** Of a body, in characters: its first paragraph stands well within them. */
export const leadReadMax = 3_000;

/** Releases that a digest shows; the newsroom has the others. */
export const digestReleasesMax = 50;

/** Subscriptions of one address times releases of one mail. */
const nextLookedAtMax = ownSubscriptionsMax * digestReleasesMax;

/** Whom a mail goes to and what stands around it, as long as somebody still wants it; else null. */
export async function findMailFacts(
  sql: Queryable,
  { agencyId, aboutId }: Pick<ClaimedMail, "agencyId" | "aboutId">,
): Promise<MailFacts | null> {
  const [row] = await sql<MailFacts[]>`
    select
      s.status, s.topic, s.frequency,
      s.address_encrypted as "addressEncrypted",
      c.id as "clientId",
      c.name as "clientName",
      c.slug as "clientSlug",
      ${ownHostColumn(sql)} as "ownHost",
      a.name as "agencyName",
      a.time_zone as "timeZone",
      n.language,
      n.contact_name as "contactName",
      n.contact_email as "contactEmail"
    from newsroom_subscription s
    join client c on c.agency_id = s.agency_id and c.id = s.client_id
    join newsroom n on n.agency_id = c.agency_id and n.client_id = c.id
    join agency a on a.id = s.agency_id
    where s.agency_id = ${agencyId}
      and s.id = ${aboutId}
      and s.status <> 'ended'
      and c.status = 'active'
  `;
  return row ?? null;
}

/**
 * Where the subscription that a mail is about has ended: another one of the same address, which was passed over because of that one, and
 * the releases that it would have got. Null where there is none.
 */
export async function findNextOfAddress(
  sql: Queryable,
  { agencyId, aboutId }: Pick<ClaimedMail, "agencyId" | "aboutId">,
  releaseIds: readonly number[],
): Promise<{ id: string; releaseIds: number[] } | null> {
  const rows = await sql<{ id: string; topic: string | null; releaseId: number; topics: string[] }[]>`
    select other.id, other.topic, r.topics, r.id as "releaseId"
    from newsroom_subscription s
    join newsroom_subscription other
      on other.agency_id = ${agencyId}
      and other.client_id = s.client_id
      and other.address_hash = s.address_hash
      and other.status = 'active'
    join release r
      on r.agency_id = ${agencyId}
      and r.id = any (${integerArray(releaseIds)}::integer[])
    join newsroom_fan_out f
      on f.agency_id = ${agencyId} and f.release_id = r.id and f.created_at >= other.confirmed_at
    where s.agency_id = ${agencyId}
      and s.id = ${aboutId}
      and s.status = 'ended'
      and not exists (
        select from mail where mail.agency_id = ${agencyId} and mail.about_id = other.id and mail.once = r.id::text
      )
    order by other.id, r.id
    limit ${nextLookedAtMax}
  `;
  const wanted = rows.filter(
    ({ topic, topics }) => topic === null || topics.some((each) => foldedTopic(each) === foldedTopic(topic)),
  );
  const [next] = [...Map.groupBy(wanted, ({ id }) => id)].toSorted(([, a], [, b]) => b.length - a.length);
  return next === undefined ? null : { id: next[0], releaseIds: next[1].map(({ releaseId }) => releaseId) };
}

/** The releases of a mail that are still to be seen, newest first. One that was archived meanwhile is left out. */
export async function listMailedReleases(
  sql: Queryable,
  agencyId: number,
  releaseIds: readonly number[],
): Promise<MailedRelease[]> {
  return await sql<MailedRelease[]>`
    select
      slug, title, subtitle, language,
      published_at as "publishedAt",
      left(body_markdown, ${leadReadMax}) as "bodyMarkdown",
      ${shownAsset(sql, { agencyId: sql`release.agency_id`, assetId: sql`release.image_asset_id` })} as image
    from release
    where agency_id = ${agencyId}
      and id = any (${integerArray(releaseIds)}::integer[])
      and status = 'published'
    order by published_at desc, id desc
    limit ${digestReleasesMax}
  `;
}
