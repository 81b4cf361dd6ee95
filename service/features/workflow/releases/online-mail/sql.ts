import type { Queryable } from "../../../../floor/db/open.ts";
import type { ClaimedMail } from "../../../../floor/mail/outbox/mail-kind.ts";
import { ownHostColumn } from "../../../clients/newsroom-sql.ts";
import type { NewsroomAddress } from "../../../newsroom/paths.ts";

export type OnlineMailFacts = NewsroomAddress & {
  title: string;
  slug: string;
  publishedAt: Date;
  clientName: string;
  agencyName: string;
  timeZone: string;
  contactName: string;
  email: string;
  /** Whom the contact reaches by answering: the first owner who sees the client. */
  replyTo: { name: string | null; email: string } | null;
};

/** What the mail to a contact says; null where the release is not online any more, its client archived, or the contact wants or can get no mail. */
export async function findOnlineMailFacts(
  sql: Queryable,
  { agencyId, aboutId, details }: Pick<ClaimedMail, "agencyId" | "aboutId" | "details">,
): Promise<OnlineMailFacts | null> {
  const releaseId = Array.isArray(details) ? Number(details[0]) : 0;
  const [row] = await sql<OnlineMailFacts[]>`
    select
      r.title, r.slug, k.email,
      r.published_at as "publishedAt",
      c.name as "clientName",
      c.slug as "clientSlug",
      ${ownHostColumn(sql)} as "ownHost",
      y.name as "agencyName",
      y.time_zone as "timeZone",
      k.name as "contactName",
      (
        select json_build_object('name', p.name, 'email', p.email)
        from membership s
        join person p on p.id = s.person_id
        where s.agency_id = ${agencyId}
          and s.role = 'owner'
        order by s.created_at
        limit 1
      ) as "replyTo"
    from client_contact k
    join release r on r.agency_id = k.agency_id and r.client_id = k.client_id
    join client c on c.agency_id = k.agency_id and c.id = k.client_id
    join agency y on y.id = k.agency_id
    where k.agency_id = ${agencyId}
      and k.id = ${aboutId}
      and k.wants_online_mail
      and k.email is not null
      and k.removed_at is null
      and r.id = ${releaseId}
      and r.status = 'published'
      and c.status = 'active'
  `;
  return row ?? null;
}

/** A client has a handful. */
const contactsShownMax = 100;

export type OnlineMailState = {
  contactId: string;
  contactName: string;
  /** Null where none was made, as the consent came later. */
  status: "waiting" | "sent" | "cancelled" | "failed" | null;
  at: Date | null;
  /** The contact wants the mail and has an address. */
  canGo: boolean;
};

/** The contacts of a release's client who want the mail, or got it, each with what became of it. */
export async function listOnlineMails(
  sql: Queryable,
  agencyId: number,
  { clientId, releaseId }: { clientId: number; releaseId: number },
): Promise<OnlineMailState[]> {
  return await sql<OnlineMailState[]>`
    select k.id as "contactId", k.name as "contactName", m.status, coalesce(m.finished_at, m.created_at) as at,
      ${canGo(sql)} as "canGo"
    from client_contact k
    left join mail m
      on m.agency_id = k.agency_id and m.about_id = k.id and m.kind = 'release_online' and m.once = ${String(releaseId)}
    where k.agency_id = ${agencyId}
      and k.client_id = ${clientId}
      and (m.id is not null or ${canGo(sql)})
    order by k.id
    limit ${contactsShownMax}
  `;
}

function canGo(sql: Queryable) {
  return sql`(k.wants_online_mail and k.email is not null and k.removed_at is null)`;
}
