import type { Queryable } from "../../../../floor/db/open.ts";
import type { ClaimedMail } from "../../../../floor/mail/outbox/mail-kind.ts";
import { approvalStatus } from "../approval-row-sql.ts";
import type { ApprovalStatus } from "../schema.ts";

export type MailFacts = {
  draftId: string;
  draftVersion: number;
  title: string;
  status: ApprovalStatus;
  clientName: string;
  agencyName: string;
  timeZone: string;
  contactId: string;
  contactName: string;
  /** False for one of a round who has answered, or whose turn has not come. */
  isAsked: boolean;
  /** False for a contact whose right to approve was taken away since, and of an archived client: its link says that nothing is left to do. */
  mayApprove: boolean;
  /** The names of those who approve besides. */
  others: string[];
  /** What the contact wrote on passages, with their words. */
  comments: string[];
  contactEmail: string | null;
  message: string | null;
  comment: string | null;
  respondBy: Date | null;
  expiresAt: Date;
  decidedAt: Date | null;
  /** Whom the contact reaches by answering: the person who asked, or an owner where that was no person or left. */
  agencyPerson: { name: string | null; email: string; hasAsked: boolean } | null;
};

type FlatFacts = Omit<MailFacts, "agencyPerson"> & {
  personEmail: string | null;
  personName: string | null;
  hasAsked: boolean | null;
};

/** All that a mail may say. */
export async function findMailFacts(
  transaction: Queryable,
  { agencyId, aboutId, details }: Pick<ClaimedMail, "agencyId" | "aboutId" | "details">,
): Promise<MailFacts | null> {
  const contactId = contactOf(details);
  const [row] = await transaction<FlatFacts[]>`
    select
      v.title, a.message, a.comment,
      a.draft_id as "draftId",
      a.draft_version as "draftVersion",
      ${approvalStatus(transaction)} as status,
      c.name as "clientName",
      y.name as "agencyName",
      y.time_zone as "timeZone",
      k.id as "contactId",
      k.name as "contactName",
      k.email as "contactEmail",
      k.can_approve and c.status = 'active' as "mayApprove",
      coalesce(seat.status = 'asked', true) as "isAsked",
      array(
        select other.contact_name
        from approval_approver other
        where other.agency_id = a.agency_id
          and other.approval_id = a.id
          and other.contact_id <> k.id
          and other.status <> 'passed_on'
        order by other.turn, other.contact_name
      ) as others,
      array(
        select '„' || c.quote || '“: ' || c.comment
        from approval_comment c
        where c.agency_id = a.agency_id
          and c.approval_id = a.id
          and c.contact_id = k.id
          and c.passage is not null
        order by c.passage, c.id
      ) as comments,
      a.respond_by as "respondBy",
      a.expires_at as "expiresAt",
      a.decided_at as "decidedAt",
      person.email as "personEmail",
      person.name as "personName",
      person.has_asked as "hasAsked"
    from approval a
    join client_contact k
      on k.agency_id = a.agency_id and k.id = coalesce(${contactId}::uuid, a.contact_id)
    left join approval_approver seat
      on seat.agency_id = a.agency_id and seat.approval_id = a.id and seat.contact_id = k.id
    join draft_version v
      on v.agency_id = a.agency_id and v.draft_id = a.draft_id and v.version = a.draft_version
    join draft d on d.agency_id = a.agency_id and d.id = a.draft_id
    join client c on c.agency_id = d.agency_id and c.id = d.client_id
    join agency y on y.id = a.agency_id
    left join lateral (
      select p.email, p.name, coalesce(s.person_id = a.requested_by, false) as has_asked
      from membership s
      join person p on p.id = s.person_id
      where s.agency_id = ${agencyId}
        and (s.role = 'owner' or s.person_id = a.requested_by)
        and (s.client_ids is null or d.client_id = any(s.client_ids))
      order by has_asked desc, s.created_at
      limit 1
    ) person on true
    where a.agency_id = ${agencyId}
      and a.id = ${aboutId}
  `;
  if (row === undefined) return null;
  const { personEmail, personName, hasAsked, ...facts } = row;
  const agencyPerson =
    personEmail === null ? null : { email: personEmail, name: personName, hasAsked: hasAsked === true };
  return { ...facts, agencyPerson };
}

/** Whom of a round a mail is for; null for the one contact that the approval names. */
function contactOf(details: ClaimedMail["details"]): string | null {
  const isObject = typeof details === "object" && details !== null && "contactId" in details;
  return isObject && typeof details.contactId === "string" ? details.contactId : null;
}
