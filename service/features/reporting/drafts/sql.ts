import type { PendingQuery, Row } from "postgres";
import { v7 as uuidv7 } from "uuid";
import { integerArray, textArray } from "../../../floor/db/array-literals.ts";
import { deleteOld } from "../../../floor/db/delete-old.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import { writeWork } from "../../../floor/queues/announce-work.ts";
import { isHeld, type Leased, leasedTable } from "../../../floor/queues/leased-rows.ts";
import type { ExportFormat } from "../exports/file-name.ts";
import { type FormerReader, goesToFormer, recipientsWithout } from "../mails/former-reader-sql.ts";
import { reportRecipientsMax } from "../mails/send-report.ts";
import type { ComparisonKind } from "../reports/periods.ts";
import type { Scope } from "../reports/scope.ts";
import { coversPeriod, issuedDays, wasSentByHand } from "./covers-period-sql.ts";

/** What is to be reported, as `parsePeriod` reads the period. */
export type NewDraft = {
  scope: Scope;
  period: string;
  comparison: ComparisonKind | null;
  formats: readonly ExportFormat[];
  recipients: readonly string[];
  comment?: string | null;
  createdBy: string;
  /** Issued as soon as the loop comes to it. */
  isOrdered: boolean;
};

export type DraftFacts = Pick<NewDraft, "period" | "comparison" | "formats" | "recipients"> & {
  scopeType: Scope["type"];
  scopeId: string;
  comment: string | null;
};
export type ClaimedDraft = Leased &
  Omit<DraftFacts, "recipients"> & { issuedBy: string; replyTo: string | null; attempts: number };

/** A day's work for a whole agency: more than it has clients. */
export const draftsAtOnceMax = 500;

export const draftQueue = leasedTable({
  name: "report_drafts",
  table: "report_draft",
  due: "issue_at",
  // The longest read of figures has a deadline of a few seconds.
  leaseMs: 120_000,
  onClaim: (sql) => sql`attempts = claimed.attempts + 1`,
  columns: (sql) => sql`
    claimed.scope_type as "scopeType", claimed.scope_id as "scopeId", claimed.period, claimed.comparison, claimed.formats,
    claimed.comment, claimed.issued_by as "issuedBy", claimed.reply_to as "replyTo", claimed.attempts
  `,
});

/** Adds a draft, and returns its id. */
export async function insertDraft(sql: Queryable, agencyId: number, draft: NewDraft): Promise<string> {
  const id = uuidv7();
  await insertUnless(sql, agencyId, { ...draft, id, unless: sql`false` });
  return id;
}

/**
 * Adds the draft that a schedule makes, unless a person has made one over the same period (`coversPeriod`), or sent such a report
 * (`wasSentByHand`), or the schedule has: nobody gets a month twice. Another schedule may have other readers. Behind `lockAgency`.
 */
export async function insertDraftOfSchedule(
  sql: Queryable,
  agencyId: number,
  draft: NewDraft,
): Promise<void> {
  const { scope, period } = draft;
  const unless = sql`
    (
      exists (
        select
        from report_draft as known
        where known.agency_id = ${agencyId}
          and known.scope_type = ${scope.type}
          and known.scope_id = ${scope.id}
          and known.period = ${period}
          and (known.created_by not like 'schedule:%' or known.created_by = ${draft.createdBy})
          and ${coversPeriod(sql, agencyId, period)}
      )
      or ${wasSentByHand(sql, agencyId, { scopeType: sql`${scope.type}`, scopeId: sql`${scope.id}`, period })}
    )
  `;
  await insertUnless(sql, agencyId, { ...draft, id: uuidv7(), unless });
}

async function insertUnless(
  sql: Queryable,
  agencyId: number,
  draft: NewDraft & { id: string; unless: PendingQuery<Row[]> },
): Promise<void> {
  const { id } = draft;
  const { scope, comment = null, createdBy } = draft;
  await writeWork(
    sql,
    { queue: draftQueue, agencyId },
    (transaction) => transaction<{ dueAt: Date | null }[]>`
      insert into report_draft (
        agency_id, id, scope_type, scope_id, period, comparison, formats, recipients, comment, created_by, issued_by, issue_at
      )
      select
        ${agencyId}::integer, ${id}, ${scope.type}, ${scope.id}, ${draft.period}, ${draft.comparison},
        ${[...draft.formats]}::text[], ${[...draft.recipients]}::text[], ${comment}, ${createdBy}, ${createdBy},
        ${draft.isOrdered ? transaction`now()` : null}
      where not ${draft.unless}
      returning issue_at as "dueAt"
    `,
  );
}

/**
 * Adds a draft for each of these portfolios that are kept for clients, for all contacts of the client who have a mail address; none where
 * one over the same period waits or was issued or sent lately (`coversPeriod`, `wasSentByHand`), so that nobody gets a month twice.
 * Returns how many. Behind `lockAgency`: two at once do not see each other's drafts.
 */
export async function insertDraftsOfClients(
  sql: Queryable,
  agencyId: number,
  input: Omit<NewDraft, "scope" | "recipients" | "isOrdered" | "comment"> & {
    portfolios: ReadonlyMap<number, string>;
  },
): Promise<number> {
  const { portfolios, period, comparison, formats, createdBy } = input;
  const added = await sql`
    insert into report_draft (agency_id, id, scope_type, scope_id, period, comparison, formats, recipients, created_by)
    select
      ${agencyId}::integer, asked.id, 'portfolio', asked.portfolio_id, ${period}, ${comparison}, ${[...formats]},
      array(
        select contact.email
        from client_contact as contact
        where contact.agency_id = ${agencyId}
          and contact.client_id = asked.client_id
          and contact.email is not null
          and contact.removed_at is null
        order by contact.id
        limit ${reportRecipientsMax}
      ),
      ${createdBy}
    from unnest(
      ${textArray([...portfolios.keys()].map(() => uuidv7()))}::uuid[],
      ${textArray([...portfolios.values()])}::text[],
      ${integerArray([...portfolios.keys()])}::integer[]
    ) as asked (id, portfolio_id, client_id)
    where not exists (
      select
      from report_draft as known
      where known.agency_id = ${agencyId}
        and known.scope_id = asked.portfolio_id
        and known.period = ${period}
        and ${coversPeriod(sql, agencyId, period)}
    )
      and not ${wasSentByHand(sql, agencyId, { scopeType: sql`'portfolio'`, scopeId: sql`asked.portfolio_id`, period })}
  `;
  return added.count;
}

/** What people write of a draft that waits, held until the transaction ends; null where it does not wait. */
export async function lockDraft(
  transaction: Queryable,
  agencyId: number,
  draftId: string,
): Promise<Pick<DraftFacts, "comment" | "recipients"> | null> {
  const [row] = await transaction<Pick<DraftFacts, "comment" | "recipients">[]>`
    select comment, recipients
    from report_draft
    where agency_id = ${agencyId}
      and id = ${draftId}
      and report_id is null
      and issue_at is null
    for update
  `;
  return row ?? null;
}

/** Writes what somebody thought of a draft, which `lockDraft` holds. */
export async function updateDraft(
  transaction: Queryable,
  agencyId: number,
  input: { draftId: string; comment: string | null; recipients: readonly string[] },
): Promise<void> {
  await transaction`
    update report_draft
    set comment = ${input.comment}, recipients = ${[...input.recipients]}
    where agency_id = ${agencyId}
      and id = ${input.draftId}
  `;
}

/**
 * To whom a draft that is being issued goes, held until the transaction ends; null where the lease is lost. Read at the end and not with
 * the claim: who left while the figures were read got the report all the same.
 */
export async function lockRecipients(transaction: Queryable, draft: Leased): Promise<string[] | null> {
  const [row] = await transaction<Pick<DraftFacts, "recipients">[]>`
    select recipients
    from report_draft
    where ${isHeld(transaction, draft)}
    for update
  `;
  return row === undefined ? null : [...row.recipients];
}

/** Takes a former reader off the drafts that are no report yet, or puts the new address there; returns in how many. */
export async function removeDraftRecipient(
  sql: Queryable,
  agencyId: number,
  reader: FormerReader,
): Promise<number> {
  const changed = await sql`
    update report_draft
    set recipients = ${recipientsWithout(sql, reader)}
    where agency_id = ${agencyId}
      and report_id is null
      and ${goesToFormer(sql, agencyId, reader)}
  `;
  return changed.count;
}

/** Removes drafts of all agencies that were issued long ago; true when there may be more. */
export async function deleteIssuedDrafts(sql: Queryable): Promise<boolean> {
  const issuedAt = sql`coalesce(issued_at, created_at)`;
  const where = sql`report_id is not null and ${issuedAt} < now() - ${issuedDays} * interval '1 day'`;
  return await deleteOld(sql, { table: "report_draft", where });
}

/**
 * Lets the loop issue those of the drafts that wait, the oldest first, as far as their mails are no more than `mailsMax`; null is no
 * bound. Returns how many, and to how many addresses they go.
 */
export async function orderDraftRows(
  sql: Queryable,
  agencyId: number,
  input: { draftIds: readonly string[]; issuedBy: string; replyTo: string | null; mailsMax: number | null },
): Promise<{ drafts: number; recipients: number }> {
  const rows = await writeWork(
    sql,
    { queue: draftQueue, agencyId },
    (transaction) => transaction<{ dueAt: Date; recipients: number }[]>`
      update report_draft as draft
      set issue_at = now(), attempts = 0, error = null, issued_by = ${input.issuedBy}, reply_to = ${input.replyTo}
      from (
        select id, sum(cardinality(recipients)) over (order by id) as mails
        from report_draft
        where agency_id = ${agencyId}
          and id = any(${textArray(input.draftIds)}::uuid[])
          and report_id is null
          and issue_at is null
      ) as asked
      where draft.agency_id = ${agencyId}
        and draft.id = asked.id
        and draft.report_id is null
        and draft.issue_at is null
        and (
          ${input.mailsMax}::integer is null
          or asked.mails <= ${input.mailsMax}::integer
          or cardinality(draft.recipients) = 0
        )
      returning draft.issue_at as "dueAt", cardinality(draft.recipients) as recipients
    `,
  );
  return { drafts: rows.length, recipients: rows.reduce((sum, row) => sum + row.recipients, 0) };
}

/** Throws away a draft that waits; false where it does not. */
export async function deleteDraft(sql: Queryable, agencyId: number, draftId: string): Promise<boolean> {
  const deleted = await sql`
    delete from report_draft
    where agency_id = ${agencyId}
      and id = ${draftId}
      and report_id is null
      and issue_at is null
  `;
  return deleted.count === 1;
}
