import type { Queryable } from "../../../floor/db/open.ts";
import { writeWork } from "../../../floor/queues/announce-work.ts";
import { leasedTable } from "../../../floor/queues/leased-rows.ts";
import { lockAgency } from "../../agencies/sql.ts";
import type { FeedFaultCode } from "./feed-fault.ts";

/** Providers that an agency may have: more are better read through one feed of a monitor. */
export const providersMax = 50;

export type ProviderConnection = {
  id: string;
  kind: "rss";
  name: string;
  state: "new" | "active" | "failing";
  lastCheckAt: Date | null;
  lastSyncAt: Date | null;
  lastItems: number | null;
  fault: FeedFaultCode | null;
  faultMessage: string | null;
  nextCheckAt: Date | null;
};

export type InsertProviderOutcome = "inserted" | "known" | "limit_reached" | "no_agency";

/** Feeds that wait for their next reading, or for the end of a lease. */
export const feedQueue = leasedTable({
  name: "feeds",
  table: "provider_connection",
  due: "next_check_at",
  // Three times the deadline of a reading: a lease ends only when its process is gone or hangs.
  leaseMs: 60_000,
  columns: (sql) => sql`
    claimed.name,
    claimed.url,
    claimed.etag,
    claimed.last_modified as "lastModified",
    claimed.parts,
    claimed.consecutive_faults as faults
  `,
});

/** Adds a feed, to be read at the next turn of the loop. Additions to one agency take turns until the end of the transaction. */
export async function insertProvider(
  transaction: Queryable,
  agencyId: number,
  input: { id: string; name: string; url: string },
): Promise<InsertProviderOutcome> {
  if (!(await lockAgency(transaction, agencyId))) return "no_agency";
  const [row] = await transaction<{ count: number }[]>`
    select count(*)::integer as count
    from provider_connection
    where agency_id = ${agencyId}
      and state <> 'removed'
  `;
  if ((row?.count ?? 0) >= providersMax) return "limit_reached";
  const inserted = await writeWork(
    transaction,
    { queue: feedQueue, agencyId },
    (inner) => inner<{ dueAt: Date }[]>`
      insert into provider_connection (agency_id, id, kind, name, url)
      values (${agencyId}, ${input.id}, 'rss', ${input.name}, ${input.url})
      on conflict (agency_id, url) where state <> 'removed' do nothing
      returning next_check_at as "dueAt"
    `,
  );
  return inserted.length === 1 ? "inserted" : "known";
}

/** The agency's feeds in the order of their making, without their addresses, which may hold a token. */
export async function listProviders(sql: Queryable, agencyId: number): Promise<ProviderConnection[]> {
  return await sql<ProviderConnection[]>`
    select
      id, kind, name, state, last_check_at as "lastCheckAt", last_sync_at as "lastSyncAt", last_items as "lastItems",
      fault, fault_message as "faultMessage", next_check_at as "nextCheckAt"
    from provider_connection
    where agency_id = ${agencyId}
      and state <> 'removed'
    order by id
  `;
}

/** Lets a feed be read at the next turn of the loop. False when there is none of this id, or it is being read. */
export async function readProviderSoon(sql: Queryable, agencyId: number, id: string): Promise<boolean> {
  const read = await writeWork(
    sql,
    { queue: feedQueue, agencyId },
    (transaction) => transaction<{ dueAt: Date }[]>`
      update provider_connection
      set next_check_at = now()
      where agency_id = ${agencyId}
        and id = ${id}
        and state <> 'removed'
        and lease_token is null
      returning next_check_at as "dueAt"
    `,
  );
  return read.length === 1;
}
