import type { Queryable } from "../../floor/db/open.ts";
import { isCounted } from "../insights/import/stored-sql.ts";
import { dimensions, valueId } from "../measurement/dimensions.ts";
import { mailingMail } from "./mail-kinds.ts";
import { campaignOf } from "./rules.ts";
import type { Mailing, MailingFigures } from "./schema.ts";

/** A mail may be answered before its row says that it went out: so long may its sender hold it. */
const underWaySeconds = 120;

/** What is known of mailings; of one without mails nothing but zeros. An objection counts for the last mailing before it. */
export async function listFigures(
  sql: Queryable,
  agencyId: number,
  mailings: readonly Pick<Mailing, "id" | "releaseId">[],
): Promise<Map<string, MailingFigures>> {
  const asked = mailings.map(({ id, releaseId }) => {
    const { source, medium, campaign } = campaignOf(id);
    return { id, release_id: releaseId, value_id: valueId([source, medium, campaign]) };
  });
  const rows = await sql<(MailingFigures & { id: string })[]>`
    select
      asked.id,
      coalesce(mails.waiting, 0)::integer as waiting,
      coalesce(mails.sent, 0)::integer as sent,
      coalesce(mails.undeliverable, 0)::integer as undeliverable,
      coalesce(mails.cancelled, 0)::integer as cancelled,
      coalesce(objected.objections, 0)::integer as objections,
      coalesce(hits.clicks, 0)::integer as clicks
    from jsonb_to_recordset(${sql.json(asked)}) as asked (id uuid, release_id integer, value_id bigint)
    left join lateral (
      select
        count(*) filter (where status = 'waiting') as waiting,
        count(*) filter (where status = 'sent') as sent,
        count(*) filter (where status = 'failed') as undeliverable,
        count(*) filter (where status = 'cancelled') as cancelled
      from mail
      where mail.agency_id = ${agencyId}
        and mail.about_id = asked.id
        and mail.kind = ${mailingMail.name}
    ) as mails on true
    left join lateral (
      select count(*) as objections
      from media_contact_objection
      join mail on mail.agency_id = ${agencyId}
        and mail.about_id = asked.id
        and mail.kind = ${mailingMail.name}
        and mail.details ->> 'addressKey' = media_contact_objection.address_key::text
      where media_contact_objection.agency_id = ${agencyId}
        and media_contact_objection.how = 'link'
        and media_contact_objection.objected_at >= mail.finished_at - make_interval(secs => ${underWaySeconds})
        and mail.status = 'sent'
        and not exists (
          select
          from mail as later
          where later.agency_id = ${agencyId}
            and later.kind = 'mailing'
            and later.once = mail.once
            and later.status = 'sent'
            and later.finished_at > mail.finished_at
            and later.finished_at - make_interval(secs => ${underWaySeconds})
              <= media_contact_objection.objected_at
        )
    ) as objected on true
    left join lateral (
      select sum(count) as clicks
      from hit_day_dimension
      where hit_day_dimension.agency_id = ${agencyId}
        and hit_day_dimension.release_id = asked.release_id
        and hit_day_dimension.dimension = ${dimensions.campaign}
        and hit_day_dimension.value_id = asked.value_id
    ) as hits on true
  `;
  return new Map(rows.map(({ id, ...figures }) => [id, figures]));
}

/** How many media got a mailing, and how many of them have reported on its release: the same names, and no more than that. */
export async function countMedia(
  sql: Queryable,
  agencyId: number,
  { id, releaseId }: Pick<Mailing, "id" | "releaseId">,
): Promise<{ addressed: number; reported: number }> {
  if (releaseId === null) return { addressed: 0, reported: 0 };
  const [row] = await sql<{ addressed: number; reported: number }[]>`
    with addressed as (
      select distinct lower(contact.medium) as medium
      from mail
      join media_contact contact on contact.agency_id = ${agencyId} and contact.id::text = mail.once
      where mail.agency_id = ${agencyId}
        and mail.about_id = ${id}
        and mail.kind = ${mailingMail.name}
        and mail.status = 'sent'
    )
    select
      count(*)::integer as addressed,
      count(*) filter (
        where medium in (
          select lower(mention.medium)
          from media_mention as mention
          where mention.agency_id = ${agencyId}
            and mention.release_id = ${releaseId}
            and ${isCounted(sql, agencyId, "mention")}
        )
      )::integer as reported
    from addressed
  `;
  return row ?? { addressed: 0, reported: 0 };
}
