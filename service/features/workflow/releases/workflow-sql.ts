import { ServiceError } from "../../../errors.ts";
import { isUniqueViolation } from "../../../floor/db/is-unique-violation.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import { ownHostColumn } from "../../clients/newsroom-sql.ts";
import { refuseInactiveClient } from "../../clients/refuse-inactive-client.ts";
import { lockClient } from "../../clients/sql.ts";
import { findFreeReleaseWord } from "../../newsroom/address-sql.ts";
import type { NewsroomAddress } from "../../newsroom/paths.ts";
import { contentFields } from "../drafts/content-fields-sql.ts";
import type { DraftContent } from "../drafts/rules.ts";

export type ReleaseOfDraft = {
  pressReleaseId: number;
  clientId: number;
  slug: string;
  clientSlug: string;
  ownHost: string | null;
  title: string;
  publishedAt: Date | null;
};

/**
 * Writes the release of a draft: published now, or scheduled and not yet seen by anybody. A repeated schedule keeps the
 * row and its address; one that was stopped before gets the address of its present text. The first of `slugs` that is free in the
 * client's newsroom becomes the address. Throws `service_unavailable` when another release took it at this very moment.
 */
export async function upsertReleaseOfDraft(
  transaction: Queryable,
  agencyId: number,
  input: {
    draftId: string;
    clientId: number;
    content: DraftContent;
    slugs: readonly string[];
    isPublished: boolean;
  },
): Promise<number> {
  const { content } = input;
  const { names, values } = contentFields(transaction, content);
  // Whoever gives a word up at this moment keeps it for its release: only behind the lock is that seen below.
  await lockClient(transaction, agencyId, input.clientId);
  await refuseInactiveClient(transaction, agencyId, input.clientId);
  const slug = await findFreeReleaseWord(transaction, agencyId, input);
  const published = input.isPublished ? transaction`now()` : transaction`null::timestamptz`;
  const status = input.isPublished ? "published" : "scheduled";
  const [known] = await transaction<{ id: number }[]>`
    update release
    set
      slug = case
        when status = 'scheduled' then slug
        else coalesce(${slug}, slug)
      end,
      (${names}) = (${values}),
      place = ${content.dateline},
      status = ${status},
      published_at = ${published},
      updated_at = now()
    where agency_id = ${agencyId}
      and draft_id = ${input.draftId}
      and status in ('scheduled', 'approved')
    returning id
  `.catch((error: unknown) => {
    // An update has no "on conflict do nothing".
    throw isUniqueViolation(error) ? addressTaken() : error;
  });
  if (known !== undefined) return known.id;
  if (slug === null) throw addressTaken();
  const [row] = await transaction<{ id: number }[]>`
    insert into release (
      agency_id, client_id, draft_id, slug, ${names}, place, status, published_at
    )
    values (
      ${agencyId}, ${input.clientId}, ${input.draftId}, ${slug}, ${values}, ${content.dateline}, ${status}, ${published}
    )
    on conflict do nothing
    returning id
  `;
  if (row === undefined) throw addressTaken();
  return row.id;
}

function addressTaken(): ServiceError {
  return new ServiceError("service_unavailable", "The address was just taken. Try again.");
}

/** The release of a draft with all that its address is made of, or null. */
export async function findReleaseOfDraft(
  sql: Queryable,
  agencyId: number,
  draftId: string,
): Promise<ReleaseOfDraft | null> {
  const [row] = await sql<ReleaseOfDraft[]>`
    select
      r.slug, r.title,
      r.id as "pressReleaseId",
      r.client_id as "clientId",
      c.slug as "clientSlug",
      ${ownHostColumn(sql)} as "ownHost",
      r.published_at as "publishedAt"
    from release r
    join client c on c.agency_id = r.agency_id and c.id = r.client_id
    where r.agency_id = ${agencyId}
      and r.draft_id = ${draftId}
  `;
  return row ?? null;
}

/** The address words of a release. */
export async function findAddress(
  sql: Queryable,
  agencyId: number,
  pressReleaseId: number,
): Promise<NewsroomAddress & { slug: string }> {
  const [row] = await sql<(NewsroomAddress & { slug: string })[]>`
    select c.slug as "clientSlug", ${ownHostColumn(sql)} as "ownHost", r.slug
    from release r
    join client c on c.agency_id = r.agency_id and c.id = r.client_id
    where r.agency_id = ${agencyId}
      and r.id = ${pressReleaseId}
  `;
  if (row === undefined) throw new Error("The release that the transaction holds is not there.");
  return row;
}

/** A draft of the agency whose scheduled moment has come, none of `exceptIds`; null when no other process left one. */
export async function findDueDraft(
  transaction: Queryable,
  agencyId: number,
  exceptIds: readonly string[],
): Promise<string | null> {
  const [row] = await transaction<{ draftId: string }[]>`
    select id as "draftId"
    from draft
    where agency_id = ${agencyId}
      and status = 'scheduled'
      and scheduled_for <= now()
      and id <> all (${transaction.array([...exceptIds])}::uuid[])
    order by scheduled_for
    limit 1
    for update skip locked
  `;
  return row?.draftId ?? null;
}

/** Whether a draft's moment passed before its agency was restored. */
export async function passedWhileGone(
  transaction: Queryable,
  agencyId: number,
  draftId: string,
): Promise<boolean> {
  const restorations = await transaction`
    select
    from draft d
    join audit on audit.agency_id = d.agency_id and audit.occurred_at >= d.scheduled_for
    where d.agency_id = ${agencyId}
      and d.id = ${draftId}
      and audit.action = 'agency.restored'
    limit 1
  `;
  return restorations.length > 0;
}

/** Whether the planned publication of a draft's present version was taken back: by a person, or because its date had passed. No program can. */
export async function wasStopped(
  transaction: Queryable,
  agencyId: number,
  { id, version }: { id: string; version: number },
): Promise<boolean> {
  const stops = await transaction`
    select
    from audit
    where agency_id = ${agencyId}
      and action = 'release.stopped'
      and subject_id = ${id}
      and details ->> 'version' = ${String(version)}
    limit 1
  `;
  return stops.length > 0;
}
