import type { PendingQuery, Row } from "postgres";
import { integerArray } from "../../floor/db/array-literals.ts";
import type { Queryable } from "../../floor/db/open.ts";
import { recordersOf } from "../workflow/approvals/approval-row-sql.ts";
import { approversMax } from "../workflow/approvals/approver-sql.ts";
import type { DraftStatus } from "../workflow/drafts/schema.ts";

export type Scope = {
  /** Those that a person limited to some clients may see; null for all. */
  clientIds: readonly number[] | null;
};

export type WorkItem = {
  kind: "open" | "approved" | "changes" | "expired" | "scheduled" | "agent";
  draftId: string;
  approvalId: string | null;
  title: string;
  clientName: string;
  approverName: string | null;
  /** A newer text of a release that readers have. */
  isCorrection: boolean;
  /** When it was asked, answered, ran out, was written by an agent, or is to appear. */
  at: Date;
  /** Of an open request: until when an answer is hoped for, or the link's end. */
  dueAt: Date | null;
  /** Of an open request: whether a mail can go out to the contact. */
  hasAddress: boolean;
  /** Of an open request: somebody whose answer it awaits may not approve any more. */
  isStuck: boolean;
  /** Of an open round of several: those whose answer is awaited now; null in a request to one person. */
  asked: { contactId: string; name: string; hasAddress: boolean }[] | null;
  /** Of an approval that the agency recorded: who did. Somebody else publishes the text, or moves its date. */
  recorders: string[];
  comment: string | null;
  /** The first comments on passages that came with an answer, and how many there are. */
  remarks: { quote: string; comment: string }[];
  remarkCount: number;
};

/** Items shown of each kind: as many as a person works through in a morning. */
export const itemsMax = 20;
/** Comments on passages shown of each answer: enough to know what it is about. */
const remarksMax = 3;
/** Who wrote the newest version, and whether a request for it ran out, is asked of so many texts that were changed last, so that a page stays fast for any number of them. */
const draftsLookedAtMax = 200;
/** A draft that nobody touched for longer is looked for in the list of releases. */
const quietDaysMax = 30;

/**
 * The latest state of each text that waits for somebody: approved, changes wished, asked without an answer, planned, written by an
 * agent; the most urgent of each, of active clients. What was dealt with is in another state and so not here.
 */
export async function listWork(sql: Queryable, agencyId: number, { clientIds }: Scope): Promise<WorkItem[]> {
  // Nothing can be asked for or published for an archived client, and its links say so: its texts stood here for ever.
  const inScope = sql`
    and exists (
      select
      from client
      where client.agency_id = ${agencyId}
        and client.id = d.client_id
        and client.status = 'active'
    )
    ${clientIds === null ? sql`` : sql`and d.client_id = any(${integerArray(clientIds)}::integer[])`}
  `;
  const drafts = sql`(
    select d.id, d.client_id, d.version, d.published_version, d.updated_at
    from draft d
    where d.agency_id = ${agencyId}
      and d.status = 'draft'
      and d.updated_at > now() - ${quietDaysMax} * interval '1 day'
      ${inScope}
    order by d.updated_at desc
    limit ${draftsLookedAtMax}
  ) d`;
  return await sql<WorkItem[]>`
    select
      w.kind, w.at, w.comment,
      w.draft_id as "draftId",
      w.approval_id as "approvalId",
      w.contact_name as "approverName",
      w.due_at as "dueAt",
      w.is_correction as "isCorrection",
      coalesce(k.email is not null and k.can_approve, false) as "hasAddress",
      w.kind = 'open' and coalesce(seats.is_stuck, not k.can_approve, false) as "isStuck",
      seats.asked,
      array(
        select unnest(${recordersOf(sql, sql`${agencyId}`)})
        from approval a
        where a.agency_id = ${agencyId}
          and a.id = w.approval_id
          and a.kind = 'recorded'
          and w.kind in ('approved', 'scheduled')
      ) as recorders,
      v.title,
      c.name as "clientName",
      coalesce(said.remarks, '[]') as remarks,
      coalesce(said.count, 0) as "remarkCount"
    from (
      (
        select
          'open' as kind, a.requested_at as at, null::text as comment, a.draft_id, a.id as approval_id,
          a.contact_id, a.contact_name, coalesce(a.respond_by, a.expires_at) as due_at, d.client_id, a.draft_version,
          d.published_version is not null as is_correction
        from approval a
        join draft d on d.agency_id = a.agency_id and d.id = a.draft_id
        where a.agency_id = ${agencyId}
          and a.status = 'pending'
          and a.expires_at > now()
          ${inScope}
        order by coalesce(a.respond_by, a.expires_at)
        limit ${itemsMax}
      )
      union all
      ${answeredWork(sql, agencyId, { kind: "approved", status: "approved", inScope })}
      union all
      ${answeredWork(sql, agencyId, { kind: "changes", status: "changes_requested", inScope })}
      union all
      (
        select
          'scheduled', d.scheduled_for, null, d.id, ${newestApproval(sql, agencyId)},
          null, null, null, d.client_id, d.version, d.published_version is not null
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
          'expired', asked.expires_at, null, d.id, asked.id,
          asked.contact_id, asked.contact_name, null, d.client_id, d.version, d.published_version is not null
        from ${drafts}
        cross join lateral (
          select a.id, a.expires_at, a.contact_id, a.contact_name, a.status
          from approval a
          where a.agency_id = ${agencyId}
            and a.draft_id = d.id
            and a.draft_version = d.version
          order by a.requested_at desc, a.id desc
          limit 1
        ) asked
        where asked.status = 'expired'
        order by asked.expires_at desc
        limit ${itemsMax}
      )
      union all
      (
        select
          'agent', d.updated_at, null, d.id, null,
          null, null, null, d.client_id, d.version, false
        from ${drafts}
        join draft_version newest
          on newest.agency_id = ${agencyId} and newest.draft_id = d.id and newest.version = d.version
        where newest.author_type in ('api_key', 'agent')
        order by d.updated_at desc
        limit ${itemsMax}
      )
    ) w
    join draft_version v on v.agency_id = ${agencyId} and v.draft_id = w.draft_id and v.version = w.draft_version
    join client c on c.agency_id = ${agencyId} and c.id = w.client_id
    left join client_contact k on k.agency_id = ${agencyId} and k.id = w.contact_id
    left join lateral (
      select
        max(r.count)::integer as count,
        json_agg(json_build_object('quote', r.quote, 'comment', r.comment) order by r.passage, r.id) as remarks
      from (
        select c.id, c.passage, c.quote, c.comment, count(*) over () as count
        from approval_comment c
        where c.agency_id = ${agencyId}
          and c.approval_id = w.approval_id
          and c.passage is not null
        order by c.passage, c.id
        limit ${remarksMax}
      ) r
    ) said on w.kind in ('approved', 'changes')
    left join lateral (
      select
        bool_or(not person.can_approve) as is_stuck,
        json_agg(
          json_build_object(
            'contactId', seat.contact_id, 'name', seat.contact_name, 'hasAddress', person.email is not null and person.can_approve
          )
          order by seat.turn, seat.contact_name
        ) as asked
      from (
        select contact_id, contact_name, turn
        from approval_approver
        where agency_id = ${agencyId}
          and approval_id = w.approval_id
          and status = 'asked'
        order by turn, contact_name
        limit ${approversMax}
      ) seat
      left join client_contact person on person.agency_id = ${agencyId} and person.id = seat.contact_id
    ) seats on w.kind = 'open'
    order by
      w.kind,
      case when w.kind in ('approved', 'changes', 'agent') then null else coalesce(w.due_at, w.at) end,
      w.at desc
  `;
}

/** By which the draft `d` may be published. */
function newestApproval(sql: Queryable, agencyId: number) {
  return sql`
    (
      select a.id
      from approval a
      where a.agency_id = ${agencyId}
        and a.draft_id = d.id
        and a.draft_version = d.version
        and a.status = 'approved'
      order by a.requested_at desc
      limit 1
    )
  `;
}

/** Texts that the client has answered and nobody has gone on with, latest first, each with that answer. */
function answeredWork(
  sql: Queryable,
  agencyId: number,
  { kind, status, inScope }: { kind: WorkItem["kind"]; status: DraftStatus; inScope: PendingQuery<Row[]> },
) {
  return sql`
    (
      select
        ${kind}, coalesce(answer.decided_at, d.updated_at), answer.comment, d.id, answer.id,
        answer.contact_id, answer.contact_name, null::timestamptz, d.client_id, d.version,
        d.published_version is not null
      from (
        select d.id, d.client_id, d.version, d.updated_at, d.published_version
        from draft d
        where d.agency_id = ${agencyId}
          and d.status = ${status}
          ${inScope}
        order by d.updated_at desc
        limit ${itemsMax}
      ) d
      left join lateral (
        select a.id, a.decided_at, a.comment, a.contact_id, a.contact_name
        from approval a
        where a.agency_id = ${agencyId}
          and a.draft_id = d.id
          -- A wish for changes may be of an older version: a picture that is replaced in the library writes the next one by itself.
          ${status === "approved" ? sql`and a.draft_version = d.version` : sql``}
          and a.status = ${status}
        order by a.requested_at desc
        limit 1
      ) answer on true
    )
  `;
}
