import { integerArray } from "../../floor/db/array-literals.ts";
import type { Queryable } from "../../floor/db/open.ts";
import type { ClippingLine } from "../insights/clippings/schema.ts";
import { isCounted } from "../insights/import/stored-sql.ts";
import { mailingMail } from "./mail-kinds.ts";
import { isReleaseOf } from "./sql.ts";

/** The latest mails and clippings that a contact's page shows. */
export const historyRowsMax = 100;
/** Rows of an answer under article 15 of the GDPR: nine press mails a day for the 36 months that mailings are kept at most. */
export const disclosedRowsMax = 10_000;

export type ContactMail = {
  mailingId: string;
  clientId: number;
  subject: string;
  /** Null for a plain message, and for a text that is not published. */
  releaseId: number | null;
  releaseTitle: string | null;
  status: "sent" | "failed" | "cancelled" | "waiting";
  /** Why it did not arrive, as its row has it; null where it did, or may yet. */
  error: string | null;
  at: Date;
};

export type MediumClipping = ClippingLine & { releaseTitle: string | null };

/** Press mails to a contact, newest first; with `scope` only those of the clients that the asking person may see. */
export async function listContactMails(
  sql: Queryable,
  agencyId: number,
  { contactId, scope, limit }: { contactId: string; scope: readonly number[] | null; limit: number },
): Promise<ContactMail[]> {
  return await sql<ContactMail[]>`
    select
      m.id as "mailingId", m.client_id as "clientId", m.subject,
      r.id as "releaseId", r.title as "releaseTitle",
      mail.status,
      case when mail.status = 'failed' then mail.last_error end as error,
      coalesce(mail.finished_at, mail.created_at) as at
    from mail
    join mailing m on m.agency_id = mail.agency_id and m.id = mail.about_id
    left join release r on ${isReleaseOf(sql)}
    where mail.agency_id = ${agencyId}
      and mail.kind = ${mailingMail.name}
      and mail.once = ${contactId}
      ${scope === null ? sql`` : sql`and m.client_id = any (${integerArray(scope)}::integer[])`}
    order by at desc, m.id
    limit ${limit}
  `;
}

/** What a contact's medium wrote about these releases, newest first: the same name, and no more than that. */
export async function listMediumClippings(
  sql: Queryable,
  agencyId: number,
  { medium, releaseIds, limit }: { medium: string; releaseIds: readonly number[]; limit: number },
): Promise<MediumClipping[]> {
  if (releaseIds.length === 0) return [];
  return await sql<MediumClipping[]>`
    select
      mention.medium, mention.headline, mention.url, mention.published_at as "publishedAt",
      mention.published_on::text as "publishedOn", r.title as "releaseTitle"
    from media_mention as mention
    left join release r on r.agency_id = mention.agency_id and r.id = mention.release_id
    where mention.agency_id = ${agencyId}
      and mention.release_id = any (${integerArray(releaseIds)}::integer[])
      and lower(mention.medium) = lower(${medium})
      and ${isCounted(sql, agencyId, "mention")}
    order by mention.published_at desc, mention.id
    limit ${limit}
  `;
}
