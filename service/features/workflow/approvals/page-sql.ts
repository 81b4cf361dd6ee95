import type { Queryable } from "../../../floor/db/open.ts";
import type { DraftContent } from "../drafts/rules.ts";
import { contentColumns } from "../drafts/sql.ts";
import type { LinkedApproval } from "./link-sql.ts";

export type PageFacts = {
  agencyName: string;
  /** Who asked, or for whom an assistant did; null for an API key, an operator and somebody who left. */
  requesterName: string | null;
  timeZone: string;
  /** The agency's own colour and logo; null where it chose none. */
  agencyColor: string | null;
  agencyLogo: { sha256: string; width: number; height: number } | null;
  clientSlug: string;
  publishedAt: Date | null;
  /** The version that readers have, where this one corrects it. */
  publishedVersion: number | null;
  /** The latest earlier version that this contact answered, so has surely read; null where there is none. */
  answeredVersion: number | null;
  content: DraftContent;
};

/** Without a contact it is the preview of a version, which asks nobody. */
type LinkOfPage = Pick<LinkedApproval, "draftId" | "draftVersion" | "requestedBy"> & {
  contactId: string | null;
};

/** What the page of an approval shows beside the approval itself: always the version that it is bound to. */
export async function findPageFacts(
  sql: Queryable,
  agencyId: number,
  { draftId, draftVersion, contactId, requestedBy }: LinkOfPage,
): Promise<PageFacts | null> {
  const [row] = await sql<(Omit<PageFacts, "content"> & DraftContent)[]>`
    select
      y.name as "agencyName",
      y.time_zone as "timeZone",
      b.color_primary as "agencyColor",
      case
        when logo.sha256 is not null
        then json_build_object('sha256', logo.sha256, 'width', logo.width, 'height', logo.height)
      end as "agencyLogo",
      c.slug as "clientSlug",
      r.published_at as "publishedAt",
      case when d.published_version < v.version then d.published_version end as "publishedVersion",
      ${requestedBy === null ? sql`null` : nameOfRequester(sql, agencyId, requestedBy)} as "requesterName",
      ${contactId === null ? sql`null` : answeredVersion(sql, agencyId, { draftId, draftVersion, contactId })} as "answeredVersion",
      ${contentColumns(sql)}
    from draft_version v
    join draft d on d.agency_id = v.agency_id and d.id = v.draft_id
    join client c on c.agency_id = d.agency_id and c.id = d.client_id
    join agency y on y.id = v.agency_id
    left join agency_branding b on b.agency_id = v.agency_id
    left join report_picture logo on logo.agency_id = b.agency_id and logo.sha256 = b.logo_sha256
    left join release r on r.agency_id = d.agency_id and r.id = d.release_id
    where v.agency_id = ${agencyId}
      and v.draft_id = ${draftId}
      and v.version = ${draftVersion}
  `;
  if (row === undefined) return null;
  const { agencyName, requesterName, timeZone, agencyColor, agencyLogo, clientSlug, ...rest } = row;
  const { publishedAt, publishedVersion, answeredVersion: answered, ...content } = rest;
  const agency = { agencyName, requesterName, timeZone, agencyColor, agencyLogo, clientSlug };
  return { ...agency, publishedAt, publishedVersion, answeredVersion: answered, content };
}

function nameOfRequester(sql: Queryable, agencyId: number, personId: string) {
  return sql`
    (
      select p.name
      from membership m
      join person p on p.id = m.person_id
      where m.agency_id = ${agencyId}
        and m.person_id = ${personId}
    )
  `;
}

/** Whoever was only asked may never have opened the link: programs open links too, so an opening says nothing. */
function answeredVersion(
  sql: Queryable,
  agencyId: number,
  { draftId, draftVersion, contactId }: Pick<LinkOfPage, "draftId" | "draftVersion"> & { contactId: string },
) {
  return sql`
    (
      select max(a.draft_version)
      from approval a
      left join approval_approver own
        on own.agency_id = a.agency_id and own.approval_id = a.id and own.contact_id = ${contactId}
      where a.agency_id = ${agencyId}
        and a.draft_id = ${draftId}
        and a.draft_version < ${draftVersion}
        and case
          when own.contact_id is not null then own.decided_at is not null and own.recorded_by is null
          else a.kind = 'link' and a.contact_id = ${contactId} and a.decided_at is not null
        end
    )
  `;
}

/** Contacts to whom a contact may pass an approval on: approvers on file of the same client who are not asked in it yet. */
export async function listOtherApprovers(
  sql: Queryable,
  agencyId: number,
  { id, draftId, contactId }: Pick<LinkedApproval, "id" | "draftId" | "contactId">,
): Promise<{ id: string; name: string }[]> {
  return await sql<{ id: string; name: string }[]>`
    select k.id, k.name
    from client_contact k
    join draft d on d.agency_id = k.agency_id and d.client_id = k.client_id
    where k.agency_id = ${agencyId}
      and d.id = ${draftId}
      and k.id <> ${contactId}
      and k.can_approve
      and k.email is not null
      and k.removed_at is null
      and not exists (
        select
        from approval_approver seat
        where seat.agency_id = ${agencyId}
          and seat.approval_id = ${id}
          and seat.contact_id = k.id
      )
    order by k.id
    limit ${othersMax}
  `;
}

/** As many as a person looks through in a list. */
const othersMax = 50;
