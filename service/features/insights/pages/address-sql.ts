import { v7 as uuidv7 } from "uuid";
import { deleteOld } from "../../../floor/db/delete-old.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import { writeWork } from "../../../floor/queues/announce-work.ts";
import { endRow, type Leased, leasedTable, putOffRow } from "../../../floor/queues/leased-rows.ts";
import { updateReadsArticles } from "../../agencies/settings/sql.ts";
import type { PageFields, Unreadable } from "./schema.ts";

const addressDaysMax = 30;
/** More than a person hands over at once, and few enough for one page. */
export const addressesMax = 100;

/** `added` and `known` have a clipping; `read` waits for a person who confirms it; a person has called `stopped` off. */
export type AddressOutcome = "read" | "added" | "known" | "stopped" | Unreadable;

export type Address = {
  id: string;
  batchId: string;
  clientId: number;
  releaseId: number | null;
  url: string;
  /** Null while it waits. */
  outcome: AddressOutcome | null;
  fields: Partial<PageFields>;
  mentionId: string | null;
};

/** Addresses that wait to be read, or for the end of a lease. */
export const addressQueue = leasedTable({
  name: "clipping_addresses",
  table: "clipping_address",
  due: "due_at",
  // Three times as long as a page takes at most, with what its host allows and the thread's deadline.
  leaseMs: 60_000,
  onClaim: (sql) => sql`attempts = claimed.attempts + 1`,
  columns: (sql) => sql`
    claimed.batch_id as "batchId",
    claimed.client_id as "clientId",
    claimed.release_id as "releaseId",
    claimed.url,
    claimed.entered_by as "enteredBy",
    claimed.attempts
  `,
});

export type ClaimedAddress = Leased &
  Pick<Address, "batchId" | "clientId" | "releaseId" | "url"> & {
    enteredBy: string | null;
    attempts: number;
  };

/** What keeps pages of this medium from being read, if anything, and the agency's time zone; `hosts` are its name and those above it. */
export async function findReadingRule(
  sql: Queryable,
  agencyId: number,
  hosts: readonly string[],
): Promise<{ rule: "switched_off" | "medium_off" | null; timeZone: string }> {
  const [row] = await sql<{ isOn: boolean; isMediumOff: boolean; timeZone: string }[]>`
    select
      reads_articles as "isOn",
      exists (
        select from unread_medium where agency_id = ${agencyId} and host = any(${sql.array([...hosts])}::text[])
      ) as "isMediumOff",
      time_zone as "timeZone"
    from agency
    where id = ${agencyId}
  `;
  const { isOn, isMediumOff, timeZone } = row ?? { isOn: false, isMediumOff: false, timeZone: "UTC" };
  return { rule: isOn ? (isMediumOff ? "medium_off" : null) : "switched_off", timeZone };
}

/** Stores addresses in their order, to be read at once. An address that is alone is a batch of its own id. Returns the batch's id. */
export async function insertAddresses(
  sql: Queryable,
  agencyId: number,
  input: Pick<Address, "clientId" | "releaseId"> & { urls: readonly string[]; enteredBy: string | null },
): Promise<string> {
  const { clientId, releaseId, urls, enteredBy } = input;
  const batchId = uuidv7();
  const rows = urls.map((url, position) => ({ id: urls.length === 1 ? batchId : uuidv7(), position, url }));
  await writeWork(
    sql,
    { queue: addressQueue, agencyId },
    (transaction) => transaction<{ dueAt: Date }[]>`
      insert into clipping_address (agency_id, id, batch_id, position, client_id, release_id, url, entered_by, due_at)
      select
        ${agencyId}, given.id, ${batchId}, given.position, ${clientId}, ${releaseId}::integer, given.url, ${enteredBy}::uuid, now()
      from jsonb_to_recordset(${transaction.json(rows)}) as given (id uuid, position integer, url text)
      returning due_at as "dueAt"
    `,
  );
  return batchId;
}

/** Notes what became of an address; false when the lease is lost. */
export async function finishAddress(
  sql: Queryable,
  address: Leased,
  end: { outcome: AddressOutcome; fields?: PageFields; mentionId?: string },
): Promise<boolean> {
  const set = sql`
    outcome = ${end.outcome},
    fields = ${sql.json(end.fields ?? {})},
    mention_id = ${end.mentionId ?? null}::uuid
  `;
  return await endRow(sql, addressQueue, address, set);
}

/** Calls off what waits of a batch. Whoever is reading one of its pages has lost the lease. Returns how many addresses. */
export async function stopAddresses(sql: Queryable, agencyId: number, batchId: string): Promise<number> {
  const stopped = await sql`
    update clipping_address
    set outcome = 'stopped', due_at = null, lease_token = null
    where agency_id = ${agencyId}
      and batch_id = ${batchId}
      and outcome is null
  `;
  return stopped.count;
}

/** Has those of a batch read once more that were not read. Returns how many addresses. */
export async function readAddressesAgain(sql: Queryable, agencyId: number, batchId: string): Promise<number> {
  const waiting = await writeWork(
    sql,
    { queue: addressQueue, agencyId },
    (transaction) => transaction<{ dueAt: Date }[]>`
      update clipping_address
      set outcome = null, attempts = 0, due_at = now()
      where agency_id = ${agencyId}
        and batch_id = ${batchId}
        and outcome not in ('read', 'added', 'known')
      returning due_at as "dueAt"
    `,
  );
  return waiting.length;
}

/** Gives an address back that the service itself called off. */
export async function releaseAddress(sql: Queryable, address: Leased): Promise<void> {
  await putOffRow(sql, addressQueue, address, { delayMs: 0, set: sql`attempts = attempts - 1` });
}

/** The addresses that were handed over together, in their order; none for another agency's. */
export async function listAddresses(sql: Queryable, agencyId: number, batchId: string): Promise<Address[]> {
  return await sql<Address[]>`
    select
      id, batch_id as "batchId", client_id as "clientId", release_id as "releaseId", url, outcome, fields,
      mention_id as "mentionId"
    from clipping_address
    where agency_id = ${agencyId}
      and batch_id = ${batchId}
    order by position
    limit ${addressesMax}
  `;
}

export async function findAddress(sql: Queryable, agencyId: number, id: string): Promise<Address | null> {
  const [row] = await sql<Address[]>`
    select
      id, batch_id as "batchId", client_id as "clientId", release_id as "releaseId", url, outcome, fields,
      mention_id as "mentionId"
    from clipping_address
    where agency_id = ${agencyId}
      and id = ${id}
  `;
  return row ?? null;
}

/** Ties an address to the clipping that a person has made of it. */
export async function settleAddress(
  sql: Queryable,
  agencyId: number,
  { id, outcome, mentionId }: { id: string; outcome: "added" | "known"; mentionId: string },
): Promise<void> {
  await sql`
    update clipping_address
    set outcome = ${outcome}, mention_id = ${mentionId}, fields = '{}', due_at = null, lease_token = null
    where agency_id = ${agencyId}
      and id = ${id}
  `;
}

/** Forgets old addresses of all agencies. Returns true when there may be more. */
export async function deleteOldAddresses(sql: Queryable): Promise<boolean> {
  const where = sql`created_at < now() - make_interval(days => ${addressDaysMax})`;
  return await deleteOld(sql, { table: "clipping_address", where });
}

/** Whether pages of media are read, and of which they are not. */
export type ReadingSettings = { readsArticles: boolean; unreadHosts: string[] };

export async function findReadingSettings(sql: Queryable, agencyId: number): Promise<ReadingSettings> {
  const [row] = await sql<ReadingSettings[]>`
    select
      reads_articles as "readsArticles",
      array(select host from unread_medium where agency_id = ${agencyId} order by host) as "unreadHosts"
    from agency
    where id = ${agencyId}
  `;
  return row ?? { readsArticles: false, unreadHosts: [] };
}

export async function writeReadingSettings(
  transaction: Queryable,
  agencyId: number,
  { readsArticles, unreadHosts }: ReadingSettings,
): Promise<void> {
  await updateReadsArticles(transaction, agencyId, readsArticles);
  await transaction`delete from unread_medium where agency_id = ${agencyId}`;
  await transaction`
    insert into unread_medium (agency_id, host)
    select ${agencyId}, host
    from unnest(${transaction.array(unreadHosts)}::text[]) as host
  `;
}
