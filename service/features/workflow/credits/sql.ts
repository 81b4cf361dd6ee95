import { v7 as uuidv7 } from "uuid";
import { afterEveryUuid, byUuid, limitForPeople, listPage } from "../../../floor/db/keyset-list.ts";
import type { Queryable } from "../../../floor/db/open.ts";

export type CreditState = { balance: number; reserved: number; asOf: Date };

export type CreditEntry = {
  id: string;
  amount: number;
  reason: "grant" | "publication";
  draftId: string | null;
  createdAt: Date;
};

const ledger = { name: "credits", ...byUuid, limitDefault: limitForPeople };

/** What the agency's ledger adds up to, and how much of that is held for scheduled publications. */
export async function readCredits(sql: Queryable, agencyId: number): Promise<CreditState> {
  const [state] = await sql<CreditState[]>`
    select
      (select coalesce(sum(amount), 0)::bigint from credit_entry where agency_id = ${agencyId}) as balance,
      (select coalesce(sum(credits), 0)::bigint from credit_reservation where agency_id = ${agencyId}) as reserved,
      clock_timestamp() as "asOf"
  `;
  if (state === undefined) throw new Error("The sum of a ledger returned no row.");
  return state;
}

/** The ledger, newest first, a page at a time. Throws `invalid_cursor`. */
export async function listCredits(
  sql: Queryable,
  agencyId: number,
  { cursor }: { cursor?: string | undefined },
): Promise<{ entries: CreditEntry[]; nextCursor: string | null }> {
  const { items, nextCursor } = await listPage(
    ledger,
    { cursor },
    ({ after, rowsMax }) => sql<CreditEntry[]>`
      select id, amount, reason, draft_id as "draftId", created_at as "createdAt"
      from credit_entry
      where agency_id = ${agencyId}
        and id < ${after ?? afterEveryUuid}
      order by id desc
      limit ${rowsMax}
    `,
  );
  return { entries: items, nextCursor };
}

/** Adds credits to the ledger. */
export async function insertGrant(sql: Queryable, agencyId: number, amount: number): Promise<void> {
  await sql`
    insert into credit_entry (agency_id, id, amount, reason)
    values (${agencyId}, ${uuidv7()}, ${amount}, 'grant')
  `;
}

/** Takes the price of one publication; the unique index `credit_entry_once` refuses a second debit for the same version. */
export async function insertDebit(
  transaction: Queryable,
  agencyId: number,
  input: { draftId: string; version: number; credits: number },
): Promise<void> {
  await transaction`
    insert into credit_entry (agency_id, id, amount, reason, draft_id, draft_version)
    values (${agencyId}, ${uuidv7()}, ${-input.credits}, 'publication', ${input.draftId}, ${input.version})
  `;
}

/** Holds credits for a draft's scheduled publication; holding again changes nothing. */
export async function reserveCredits(
  transaction: Queryable,
  agencyId: number,
  input: { draftId: string; credits: number },
): Promise<void> {
  await transaction`
    insert into credit_reservation (agency_id, draft_id, credits)
    values (${agencyId}, ${input.draftId}, ${input.credits})
    on conflict do nothing
  `;
}

/** Lets go of what is held for a draft, and returns how much that was. */
export async function releaseReservation(
  transaction: Queryable,
  agencyId: number,
  draftId: string,
): Promise<number> {
  const [row] = await transaction<{ credits: number }[]>`
    delete from credit_reservation
    where agency_id = ${agencyId}
      and draft_id = ${draftId}
    returning credits
  `;
  return row?.credits ?? 0;
}
