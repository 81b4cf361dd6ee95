import { integerArray, textArray } from "../../floor/db/array-literals.ts";
import type { Queryable } from "../../floor/db/open.ts";
import { isCounted } from "../insights/import/stored-sql.ts";
import { dimensions, valueId } from "../measurement/dimensions.ts";
import { mailingMail } from "./mail-kinds.ts";
import { campaignOf } from "./rules.ts";
import type { Mailing, MailingFigures } from "./schema.ts";

/** What is known of mailings; of one without mails nothing but zeros. Mails are counted anew until their mailing has ended. */
export async function listFigures(
  sql: Queryable,
  agencyId: number,
  mailings: readonly Pick<Mailing, "id" | "releaseId">[],
): Promise<Map<string, MailingFigures>> {
  const asked = mailings.map(({ id, releaseId }) => {
    const [to_release, to_pictures] = [valueIdOf(id, "release"), valueIdOf(id, "pictures")];
    return { id, release_id: releaseId, to_release, to_pictures };
  });
  const rows = await sql<(MailingFigures & { id: string })[]>`
    select
      asked.id,
      coalesce(mails.waiting, 0)::integer as waiting,
      coalesce(mailing.sent_count, mails.sent, 0)::integer as sent,
      coalesce(mailing.undeliverable_count, mails.undeliverable, 0)::integer as undeliverable,
      coalesce(mailing.cancelled_count, mails.cancelled, 0)::integer as cancelled,
      coalesce(mailing.objection_count, 0) + (
        select count(*)
        from media_contact_objection
        where media_contact_objection.agency_id = ${agencyId}
          and media_contact_objection.mailing_id = asked.id
      )::integer as objections,
      coalesce(hits.clicks, 0)::integer as clicks,
      coalesce(hits.picture_clicks, 0)::integer as "pictureClicks"
    from jsonb_to_recordset(${sql.json(asked)}) as asked (
      id uuid, release_id integer, to_release bigint, to_pictures bigint
    )
    join mailing on mailing.agency_id = ${agencyId} and mailing.id = asked.id
    left join lateral (
      select ${mailCounts(sql)}
      from mail
      where mailing.sent_count is null
        and mail.agency_id = ${agencyId}
        and mail.about_id = asked.id
        and mail.kind = ${mailingMail.name}
    ) as mails on true
    left join lateral (
      select sum(count) as clicks, sum(count) filter (where value_id = asked.to_pictures) as picture_clicks
      from hit_day_dimension
      where hit_day_dimension.agency_id = ${agencyId}
        and hit_day_dimension.release_id = asked.release_id
        and hit_day_dimension.dimension = ${dimensions.campaign}
        and hit_day_dimension.value_id in (asked.to_release, asked.to_pictures)
    ) as hits on true
  `;
  return new Map(rows.map(({ id, ...figures }) => [id, figures]));
}

/** By which the clicks of a mailing's links are counted. */
export function valueIdOf(mailingId: string, target: "release" | "pictures") {
  const { source, medium, campaign } = campaignOf(mailingId, target);
  return valueId([source, medium, campaign]);
}

/** Counts the mails of a mailing that has ended, so that nobody has to do that again. */
export async function freezeFigures(transaction: Queryable, agencyId: number, id: string): Promise<void> {
  await transaction`
    update mailing
    set sent_count = mails.sent, undeliverable_count = mails.undeliverable, cancelled_count = mails.cancelled
    from (
      select ${mailCounts(transaction)}
      from mail
      where agency_id = ${agencyId}
        and about_id = ${id}
        and kind = ${mailingMail.name}
    ) as mails
    where mailing.agency_id = ${agencyId}
      and mailing.id = ${id}
  `;
}

function mailCounts(sql: Queryable) {
  return sql`
    count(*) filter (where status = 'waiting') as waiting,
    count(*) filter (where status = 'sent') as sent,
    count(*) filter (where status = 'failed') as undeliverable,
    count(*) filter (where status = 'cancelled') as cancelled
  `;
}

/**
 * How many media got one of these mailings, and how many of them have reported: the same names on both sides, and no more than that, as who
 * got a mail may have had the news from elsewhere. A medium has reported where it wrote about a release that it got, up to the last day of
 * `window` where there is one. Nothing once the recipients of one of several mailings are forgotten: which medium got which is not known
 * any more, and one may have got them all.
 */
export async function countMedia(
  sql: Queryable,
  agencyId: number,
  mailings: readonly Pick<Mailing, "id" | "releaseId">[],
  window: { to: string; timezone: string } | null = null,
): Promise<{ addressed: number; reported: number }> {
  const mailed = mailings.flatMap(({ id, releaseId }) =>
    releaseId === null ? [] : { id, release_id: releaseId },
  );
  const [forgotten] = await sql<{ addressed: number; reported: number }[]>`
    select media_addressed as addressed, media_reported as reported
    from mailing
    where agency_id = ${agencyId}
      and id = any (${textArray(mailed.map(({ id }) => id))}::uuid[])
      and media_addressed is not null
    limit 1
  `;
  if (forgotten !== undefined) return mailed.length === 1 ? forgotten : { addressed: 0, reported: 0 };
  const releaseIds = mailed.map(({ release_id }) => release_id);
  const [row] = await sql<{ addressed: number; reported: number }[]>`
    with addressed as (
      select lower(contact.medium) as medium, mailed.release_id
      from jsonb_to_recordset(${sql.json(mailed)}) as mailed (id uuid, release_id integer)
      join mail on mail.agency_id = ${agencyId} and mail.about_id = mailed.id
      join media_contact contact on contact.agency_id = ${agencyId} and contact.id = mail.once::uuid
      where mail.kind = ${mailingMail.name}
        and mail.status = 'sent'
    )
    select
      count(distinct medium)::integer as addressed,
      count(distinct medium) filter (
        where (medium, release_id) in (
          select lower(mention.medium), mention.release_id
          from media_mention as mention
          where mention.agency_id = ${agencyId}
            and mention.release_id = any (${integerArray(releaseIds)}::integer[])
            ${window === null ? sql`` : sql`and mention.published_at < (${window.to}::date + 1)::timestamp at time zone ${window.timezone}`}
            and ${isCounted(sql, agencyId, "mention")}
        )
      )::integer as reported
    from addressed
  `;
  return row ?? { addressed: 0, reported: 0 };
}
