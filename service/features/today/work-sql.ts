import { integerArray } from "../../floor/db/array-literals.ts";
import type { Queryable } from "../../floor/db/open.ts";

export type Scope = {
  /** Those that a person limited to some clients may see; null for all. */
  clientIds: readonly number[] | null;
};

export type WorkItem = {
  kind: "open" | "answered" | "scheduled" | "agent";
  draftId: string;
  approvalId: string | null;
  title: string;
  clientName: string;
  approverName: string | null;
  status: string;
  /** When it was asked, answered, written by an agent, or is to appear. */
  at: Date;
  /** Of an open request: until when an answer is hoped for, or the link's end. */
  dueAt: Date | null;
  /** Of an open request: whether a mail can go out to the contact. */
  hasAddress: boolean;
  comment: string | null;
};

/** Items shown of each kind: as many as a person works through in a morning. */
export const itemsMax = 20;
/** Whose version is newest is asked of so many texts that were changed last, so that a page stays fast for any number of them. */
const draftsLookedAtMax = 200;
/** Somebody who was away for longer looks into the list of releases. */
const answersDaysMax = 30;

/** Approvals that wait or were answered since `since`, what is to appear, and what agents wrote: the most urgent of each. */
export async function listWork(
  sql: Queryable,
  agencyId: number,
  { clientIds, since }: Scope & { since: Date | null },
): Promise<WorkItem[]> {
  const inScope =
    clientIds === null ? sql`` : sql`and d.client_id = any(${integerArray(clientIds)}::integer[])`;
  return await sql<WorkItem[]>`
    select
      w.kind, w.status, w.at, w.comment,
      w.draft_id as "draftId",
      w.approval_id as "approvalId",
      w.contact_name as "approverName",
      w.due_at as "dueAt",
      coalesce(k.email is not null, false) as "hasAddress",
      v.title,
      c.name as "clientName"
    from (
      (
        select
          'open' as kind, a.status, a.requested_at as at, null::text as comment, a.draft_id, a.id as approval_id,
          a.contact_id, a.contact_name, coalesce(a.respond_by, a.expires_at) as due_at, d.client_id, a.draft_version
        from approval a
        join draft d on d.agency_id = a.agency_id and d.id = a.draft_id
        where a.agency_id = ${agencyId}
          and a.status = 'pending'
          and a.expires_at > now()
          ${inScope}
        order by a.expires_at
        limit ${itemsMax}
      )
      union all
      (
        select
          'answered', a.status, a.decided_at, a.comment, a.draft_id, a.id,
          a.contact_id, a.contact_name, null, d.client_id, a.draft_version
        from approval a
        join draft d on d.agency_id = a.agency_id and d.id = a.draft_id
        where a.agency_id = ${agencyId}
          and a.decided_at is not null
          and a.decided_at > greatest(coalesce(${since}::timestamptz, '-infinity'), now() - ${answersDaysMax} * interval '1 day')
          and a.status in ('approved', 'changes_requested')
          ${inScope}
        order by a.decided_at desc
        limit ${itemsMax}
      )
      union all
      (
        select
          'scheduled', d.status, d.scheduled_for, null, d.id, null,
          null, null, null, d.client_id, d.version
        from draft d
        where d.agency_id = ${agencyId}
          and d.status = 'scheduled'
          ${inScope}
        order by d.scheduled_for
        limit ${itemsMax}
      )
      union all
      (
        select
          'agent', d.status, d.updated_at, null, d.id, null,
          null, null, null, d.client_id, d.version
        from (
          select d.id, d.client_id, d.version, d.status, d.updated_at
          from draft d
          where d.agency_id = ${agencyId}
            and d.status = 'draft'
            and d.updated_at > now() - ${answersDaysMax} * interval '1 day'
            ${inScope}
          order by d.updated_at desc
          limit ${draftsLookedAtMax}
        ) d
        join draft_version newest
          on newest.agency_id = ${agencyId} and newest.draft_id = d.id and newest.version = d.version
        where newest.author_type = 'api_key'
        order by d.updated_at desc
        limit ${itemsMax}
      )
    ) w
    join draft_version v on v.agency_id = ${agencyId} and v.draft_id = w.draft_id and v.version = w.draft_version
    join client c on c.agency_id = ${agencyId} and c.id = w.client_id
    left join client_contact k on k.agency_id = ${agencyId} and k.id = w.contact_id
    order by w.kind, case when w.kind = 'answered' then null else coalesce(w.due_at, w.at) end, w.at desc
  `;
}
