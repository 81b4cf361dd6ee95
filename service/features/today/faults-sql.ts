import { integerArray } from "../../floor/db/array-literals.ts";
import type { Queryable } from "../../floor/db/open.ts";
import { brokenFaultsMin } from "../insights/providers/rules.ts";
import { hasOnlyZeros, reportMail } from "../reporting/mails/sql.ts";
import { approvalMails } from "../workflow/approvals/mail/approval-mails.ts";
import { isHandedOver, isReminded } from "../workflow/approvals/reached-sql.ts";
import type { Scope } from "./work-sql.ts";

export type FaultKind = "mail" | "export" | "zeros" | "feed" | "webhook" | "imprint" | "overdue" | "mailing";

export type Fault = {
  kind: FaultKind;
  /** What it is about: a draft, a client, a report; null for what has no page of its own. */
  id: string | null;
  /** A headline, the name of a feed or client, a scope. */
  name: string;
  at: Date;
};

/** Of each kind. Whoever has more mends the first, and sees the rest then. */
const faultsMax = 10;
/** An export that failed longer ago than this is not missed. */
const exportDays = 7;
/** A mailing that stopped longer ago was ordered anew, or is no news any more. */
const mailingDays = 7;

/** What went wrong and is not mended yet: mails and newsrooms in the person's scope, the rest for those who see all clients. */
export async function listFaults(
  sql: Queryable,
  agencyId: number,
  { clientIds, canMail }: Scope & { canMail: boolean },
): Promise<Fault[]> {
  const inScope = (column: ReturnType<Queryable>) =>
    clientIds === null ? sql`` : sql`and ${column} = any(${integerArray(clientIds)}::integer[])`;
  return await sql<Fault[]>`
    (
      select 'mail' as kind, a.draft_id::text as id, v.title as name, a.requested_at as at
      from approval a
      join draft d on d.agency_id = a.agency_id and d.id = a.draft_id
      join client c on c.agency_id = a.agency_id and c.id = d.client_id and c.status = 'active'
      join draft_version v
        on v.agency_id = a.agency_id and v.draft_id = a.draft_id and v.version = a.draft_version
      where a.agency_id = ${agencyId}
        and a.status = 'pending'
        and a.expires_at > now()
        and exists (${askedInVain(sql, agencyId, { canMail })})
        ${inScope(sql`d.client_id`)}
      order by a.requested_at desc
      limit ${faultsMax}
    )
    union all
    (
      select 'overdue', d.id::text, v.title, d.scheduled_for
      from draft d
      join draft_version v on v.agency_id = d.agency_id and v.draft_id = d.id and v.version = d.version
      where d.agency_id = ${agencyId}
        and d.status = 'scheduled'
        and d.scheduled_for < now() - interval '5 minutes'
        ${inScope(sql`d.client_id`)}
      order by d.scheduled_for
      limit ${faultsMax}
    )
    union all
    (
      select 'imprint', n.client_id::text, c.name, n.created_at
      from newsroom n
      join client c on c.agency_id = n.agency_id and c.id = n.client_id
      where n.agency_id = ${agencyId}
        and n.imprint_url is null
        and n.imprint_markdown is null
        and c.status = 'active'
        ${inScope(sql`n.client_id`)}
      order by n.created_at desc
      limit ${faultsMax}
    )
    union all
    (
      select 'mailing', m.id::text, coalesce(nullif(m.subject, ''), c.name), m.finished_at
      from mailing m
      join client c on c.agency_id = m.agency_id and c.id = m.client_id
      where m.agency_id = ${agencyId}
        and m.status = 'stopped'
        and m.stop_reason is not null
        and m.finished_at > now() - ${mailingDays} * interval '1 day'
        ${inScope(sql`m.client_id`)}
      order by m.finished_at desc
      limit ${faultsMax}
    )
    ${clientIds === null ? ofAgency(sql, agencyId) : sql``}
  `;
}

/** Those asked by the approval `a` whom neither its mail nor the reminder has reached, and nobody has handed the link. */
function askedInVain(sql: Queryable, agencyId: number, { canMail }: { canMail: boolean }) {
  // Each table by the number: through the approval's, a cluster can't tell that all is on one server.
  return sql`
    select
    from (
      select a.contact_id as id, '' as once
      where a.awaited is null
      union all
      select seat.contact_id, seat.contact_id::text
      from approval_approver seat
      where seat.agency_id = ${agencyId}
        and seat.approval_id = a.id
        and seat.status = 'asked'
    ) asked
    left join mail m
      on m.agency_id = ${agencyId}
      and m.about_id = a.id
      and m.kind = ${approvalMails.request.name}
      and m.once = asked.once
    where (m.status = 'waiting' and (m.last_error is not null or not ${canMail}::boolean))
      or (
        (m.about_id is null or m.status in ('failed', 'cancelled'))
        and not ${isReminded(sql, agencyId, sql`asked.once`)}
        and not ${isHandedOver(sql, agencyId, { contactId: sql`asked.id`, once: sql`asked.once` })}
      )
  `;
}

/** Faults that belong to the agency and to no single client. */
function ofAgency(sql: Queryable, agencyId: number) {
  return sql`
    union all
    (
      select 'export', id::text, upper(format), created_at
      from export_job
      where agency_id = ${agencyId}
        and status = 'failed'
        -- Nobody can make it anew.
        and error <> 'scope_deleted'
        and created_at > now() - ${exportDays} * interval '1 day'
        and not exists (
          select
          from export_job later
          where later.agency_id = ${agencyId}
            and later.scope_type = export_job.scope_type
            and later.scope_id = export_job.scope_id
            and later.format = export_job.format
            and later.days = export_job.days
            and later.status = 'completed'
            and later.created_at > export_job.created_at
            -- Ordered for one report, only a file of that one mends it. What was ordered for days freezes another report each time.
            and (
              later.report_id = export_job.report_id
              or not exists (
                select
                from publication_report r
                where r.agency_id = ${agencyId}
                  and r.id = export_job.report_id
                  and (r.created_by <> export_job.created_by or r.created_at < export_job.created_at)
              )
            )
        )
      order by created_at desc
      limit ${faultsMax}
    )
    union all
    (
      -- What a schedule made and did not send by itself.
      select 'zeros', r.id::text, r.title, r.created_at
      from report_schedule s
      join export_job j on j.agency_id = s.agency_id and j.id = s.last_job_id
      join publication_report r on r.agency_id = j.agency_id and r.id = j.report_id
      where s.agency_id = ${agencyId}
        and cardinality(s.recipients) > 0
        and r.created_at > now() - ${exportDays} * interval '1 day'
        and not exists (${mailOfReport(sql, agencyId)})
        and ${hasOnlyZeros(sql, sql`r.content`)}
      order by r.created_at desc
      limit ${faultsMax}
    )
    union all
    (
      -- Of a draft, as every schedule of a calendar period makes one, and people do.
      select 'zeros', r.id::text, r.title, d.issued_at
      from report_draft d
      join publication_report r on r.agency_id = d.agency_id and r.id = d.report_id
      where d.agency_id = ${agencyId}
        and d.error = 'only_zeros'
        and d.issued_at > now() - ${exportDays} * interval '1 day'
        and not exists (${mailOfReport(sql, agencyId)})
      order by d.issued_at desc
      limit ${faultsMax}
    )
    union all
    (
      select 'feed', id::text, name, coalesce(last_check_at, created_at)
      from provider_connection
      where agency_id = ${agencyId}
        and state = 'failing'
        and consecutive_faults >= ${brokenFaultsMin}
      order by id
      limit ${faultsMax}
    )
    union all
    (
      select 'webhook', id::text, endpoint_url, disabled_at
      from webhook
      where agency_id = ${agencyId}
        and disabled_reason in ('gone', 'failing')
        -- One that was registered anew for its target stood here for ever.
        and not exists (
          select
          from webhook other
          where other.agency_id = ${agencyId}
            and other.endpoint_hash = webhook.endpoint_hash
            and (other.disabled_at is null or other.created_at > webhook.created_at)
        )
      order by disabled_at desc
      limit ${faultsMax}
    )
  `;
}

/** A mail about the report `r`: whoever has sent it has decided. */
function mailOfReport(sql: Queryable, agencyId: number) {
  return sql`
    select
    from mail m
    where m.agency_id = ${agencyId}
      and m.about_id = r.id
      and m.kind = ${reportMail.name}
  `;
}
