import type { Queryable } from "../../floor/db/open.ts";
import { writeWork } from "../../floor/queues/announce-work.ts";
import { backOffMs, endRow, type Leased, leasedTable, putOffRow } from "../../floor/queues/leased-rows.ts";
import type { WorkQueue } from "../../floor/queues/work-queue.ts";
import type { StampFacts } from "./check-token.ts";
import type { StampFault } from "./stamp-fault.ts";
import { type SubjectType, statementsOf } from "./statements-sql.ts";

/** An authority that is away for a night costs each hash some ten requests. */
const backOff = { firstMs: 30_000, factor: 3, maxMs: 3_600_000 };
/** Reports that a release beside this one issued get their stamp within these days. */
const lookedBackDays = 7;
const foundAtOnceMax = 1_000;

/** Hashes that wait for an authority. */
export const stampQueue = leasedTable({
  name: "stamps",
  table: "time_stamp",
  due: "due_at",
  // Five authorities that hang until their deadlines, and the checks of their answers.
  leaseMs: 90_000,
  columns: (sql) => sql`claimed.statement, claimed.attempts`,
});

export type ClaimedStamp = Leased & { statement: string; attempts: number };

/** Agencies take the day's stamp at moments of their own, so that an authority is not asked for all of them at midnight. */
const headSpreadSeconds = 23 * 3600;
const headStepSeconds = 7_919;

/** Agencies whose chain was not stamped today (UTC). A day has one stamp, however late that of the day before came. */
export const headQueue: WorkQueue = {
  name: "stamp-heads",
  waiting: (sql) => sql`
    select
      c.agency_id,
      coalesce(
        (date_trunc('day', t.latest_at at time zone 'utc') + interval '1 day') at time zone 'utc'
          + (c.agency_id::bigint * ${headStepSeconds} % ${headSpreadSeconds}) * interval '1 second',
        now()
      ) as due_at
    from report_chain c
    left join (
      select agency_id, max(created_at) as latest_at
      from time_stamp
      where subject_type = 'head'
      group by agency_id
    ) as t on t.agency_id = c.agency_id
    where c.last_chain_hash is not null
  `,
};

/** Has things stamped, each once. Call it in the transaction that writes them; an authority is asked later. */
export async function enqueueStamps(
  transaction: Queryable,
  agencyId: number,
  subjects: { type: SubjectType; ids: readonly string[] },
): Promise<number> {
  const rows = await writeWork(
    transaction,
    { queue: stampQueue, agencyId },
    (inner) => inner<{ dueAt: Date }[]>`
      insert into time_stamp (agency_id, subject_type, subject_id, statement, imprint)
      select ${agencyId}::integer, ${subjects.type}, id, statement, encode(sha256(convert_to(statement, 'UTF8')), 'hex')
      from (${statementsOf(inner, agencyId, subjects)}) as said
      on conflict (agency_id, subject_type, subject_id) do nothing
      returning due_at as "dueAt"
    `,
  );
  return rows.length;
}

/** The id of the chain's head now, as a subject: `2026-11-24#17`; `isByHand` asks for one more on the same day. Null without a chain. */
export async function findHead(
  sql: Queryable,
  agencyId: number,
  { isByHand }: { isByHand: boolean },
): Promise<string | null> {
  const day = isByHand ? `YYYY-MM-DD"T"HH24:MI:SS.MS"Z"` : "YYYY-MM-DD";
  const [row] = await sql<{ id: string }[]>`
    select to_char(now() at time zone 'utc', ${day}) || '#' || last_number as id
    from report_chain
    where agency_id = ${agencyId}
      and last_chain_hash is not null
      and (
        ${isByHand}
        or not exists (
          select
          from time_stamp
          where agency_id = ${agencyId}
            and subject_type = 'head'
            and created_at >= date_trunc('day', now() at time zone 'utc') at time zone 'utc'
        )
      )
  `;
  return row?.id ?? null;
}

/** Reports of the last days that nobody has had stamped. */
export async function findUnstamped(sql: Queryable, agencyId: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select r.id::text
    from publication_report r
    where r.agency_id = ${agencyId}
      and r.chain_hash is not null
      and r.created_at > now() - ${lookedBackDays} * interval '1 day'
      and not exists (
        select
        from time_stamp t
        where t.agency_id = ${agencyId} and t.subject_type = 'report' and t.subject_id = r.id::text
      )
    order by r.number
    limit ${foundAtOnceMax}
  `;
  return rows.map(({ id }) => id);
}

/** Keeps a checked token; false when the lease is lost. */
export async function finishStamp(
  sql: Queryable,
  stamp: ClaimedStamp,
  { token, facts }: { token: Uint8Array; facts: StampFacts },
): Promise<boolean> {
  const set = sql`
    token = ${Buffer.from(token)}, stamped_at = ${facts.stampedAt}, authority = ${facts.authority}, policy = ${facts.policy},
    is_qualified = ${facts.isQualified}, certificate_ends_at = ${facts.certificateEndsAt},
    attempts = attempts + 1, fault = null
  `;
  return await endRow(sql, stampQueue, stamp, set);
}

/** Notes why there is no stamp yet, and waits longer each time. */
export async function putOffStamp(sql: Queryable, stamp: ClaimedStamp, fault: StampFault): Promise<void> {
  const set = sql`attempts = attempts + 1, fault = ${`${fault.code}: ${fault.message}`.slice(0, 300)}`;
  await putOffRow(sql, stampQueue, stamp, { delayMs: backOffMs(stamp.attempts + 1, backOff), set });
}

/** Gives a stamp back that the service itself called off. */
export async function releaseStamp(sql: Queryable, stamp: ClaimedStamp): Promise<void> {
  await putOffRow(sql, stampQueue, stamp, { delayMs: 0 });
}

/** What pages and exports show of a stamp; `token` is null while an authority is awaited. */
export type KeptStamp = {
  statement: string;
  imprint: string;
  createdAt: Date;
  token: Buffer | null;
  stampedAt: Date | null;
  authority: string | null;
  policy: string | null;
  isQualified: boolean | null;
  certificateEndsAt: Date | null;
};

/** The stamp of a thing of the agency, or null where none was asked for. */
export async function findStamp(
  sql: Queryable,
  agencyId: number,
  subject: { type: SubjectType; id: string },
): Promise<KeptStamp | null> {
  const [row] = await sql<KeptStamp[]>`
    select ${keptColumns(sql)}
    from time_stamp
    where agency_id = ${agencyId}
      and subject_type = ${subject.type}
      and subject_id = ${subject.id}
  `;
  return row ?? null;
}

function keptColumns(sql: Queryable) {
  return sql`
    statement, imprint, created_at as "createdAt", token, stamped_at as "stampedAt", authority, policy,
    is_qualified as "isQualified", certificate_ends_at as "certificateEndsAt"
  `;
}

export type StampToCheck = KeptStamp & {
  type: SubjectType;
  id: string;
  /** What the rows say now; null where the thing is gone. */
  current: string | null;
  /** When it came into being, as its own row says. */
  at: Date | null;
};

/** Tokens of some kilobytes each. */
const checkedAtOnce = 50;

/** Stamps of one kind behind `after`, with what is to be stamped by the rows as they stand. */
export async function listStampsToCheck(
  sql: Queryable,
  agencyId: number,
  { type, after }: { type: SubjectType; after: string },
): Promise<StampToCheck[]> {
  const stamps = await sql<Omit<StampToCheck, "current" | "at">[]>`
    select subject_type as type, subject_id as id, ${keptColumns(sql)}
    from time_stamp
    where agency_id = ${agencyId}
      and subject_type = ${type}
      and subject_id > ${after}
    order by subject_id
    limit ${checkedAtOnce}
  `;
  if (stamps.length === 0) return [];
  const ids = stamps.map(({ id }) => id);
  const rows = await sql<{ id: string; statement: string; at: Date | null }[]>`
    select id, statement, at
    from (${statementsOf(sql, agencyId, { type, ids })}) as said
  `;
  const said = new Map(rows.map((row) => [row.id, row]));
  return stamps.map((stamp) => {
    const { statement: current = null, at = null } = said.get(stamp.id) ?? {};
    return { ...stamp, current, at };
  });
}

/** Stamps of all agencies that an authority still has to give. */
export async function countWaiting(sql: Queryable): Promise<number> {
  const [row] = await sql<{ waiting: number }[]>`
    select count(*)::integer as waiting
    from time_stamp
    where due_at is not null
  `;
  return row?.waiting ?? 0;
}
