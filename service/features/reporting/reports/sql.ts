import { integerArray } from "../../../floor/db/array-literals.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import type { ScopeType } from "../../../schema.ts";
import type { Clipping } from "../../insights/clippings/schema.ts";
import { moveChainEnd } from "../integrity/chain-sql.ts";
import type { SealedRow } from "../integrity/rules.ts";
import { sealColumns } from "../integrity/sql.ts";
import { type FiguresScope, reportIsWithin } from "./scope-clients-sql.ts";

/** A frozen report as it is kept; `number` is its position in the agency's chain, from 1. */
export type StoredReport = SealedRow & { scopeType: ScopeType; scopeId: string; days: number };

export type NewReport = Omit<StoredReport, "agencyId" | "previousHash" | "columns"> & {
  chainHash: string;
  signature: string;
  keyId: string;
  title: string;
  from: string;
  to: string;
  createdAt: Date;
  createdBy: string;
  idempotencyKey: string | null;
  /** Of all that it is about. */
  clientIds: readonly number[];
};

/** The agency as its reports name it. Throws for one that is not there. */
export async function readAgency(sql: Queryable, agencyId: number): Promise<{ id: number; name: string }> {
  const [row] = await sql<{ id: number; name: string }[]>`
    select id, name
    from agency
    where id = ${agencyId}
  `;
  if (row === undefined) throw new Error(`There is no agency ${agencyId}.`);
  return row;
}

/** Adds a report at the position that `lockChain` returned in the same transaction, and makes it the chain's end. */
export async function insertReport(sql: Queryable, agencyId: number, report: NewReport): Promise<void> {
  await sql`
    insert into publication_report (
      agency_id, id, number, scope_type, scope_id, title, days, from_day, to_day, created_at, created_by,
      idempotency_key, content, content_hash, previous_chain_hash, chain_hash, signature, key_id,
      client_ids
    )
    values (
      ${agencyId}, ${report.id}, ${report.number}, ${report.scopeType}, ${report.scopeId}, ${report.title},
      ${report.days}, ${report.from}, ${report.to}, ${report.createdAt}, ${report.createdBy},
      ${report.idempotencyKey}, ${report.content}, ${report.contentHash}, ${report.previousChainHash},
      ${report.chainHash}, ${report.signature}, ${report.keyId}, ${integerArray(report.clientIds)}::integer[]
    )
  `;
  await moveChainEnd(sql, agencyId, report);
}

/** A report of the agency, or null. */
export async function findReport(
  sql: Queryable,
  agencyId: number,
  reportId: string,
): Promise<StoredReport | null> {
  const [row] = await sql<StoredReport[]>`
    select ${storedColumns(sql)}
    from publication_report
    where agency_id = ${agencyId}
      and id = ${reportId}
  `;
  return row ?? null;
}

/** What a report of the agency is about, or null. */
export async function findReportScope(
  sql: Queryable,
  agencyId: number,
  reportId: string,
): Promise<Pick<StoredReport, "scopeType" | "scopeId" | "days"> | null> {
  const [row] = await sql<Pick<StoredReport, "scopeType" | "scopeId" | "days">[]>`
    select scope_type as "scopeType", scope_id as "scopeId", days
    from publication_report
    where agency_id = ${agencyId}
      and id = ${reportId}
  `;
  return row ?? null;
}

/** Ids of the clients that a report is about; null for one of an earlier release. */
export async function findClientsOfReport(
  sql: Queryable,
  agencyId: number,
  reportId: string,
): Promise<number[] | null> {
  const [row] = await sql<{ clientIds: number[] | null }[]>`
    select client_ids as "clientIds"
    from publication_report
    where agency_id = ${agencyId}
      and id = ${reportId}
  `;
  return row?.clientIds ?? null;
}

/** The report that was made under a key of the caller's, or null. */
export async function findReportByIdempotencyKey(
  sql: Queryable,
  agencyId: number,
  idempotencyKey: string,
): Promise<StoredReport | null> {
  const [row] = await sql<StoredReport[]>`
    select ${storedColumns(sql)}
    from publication_report
    where agency_id = ${agencyId}
      and idempotency_key = ${idempotencyKey}
  `;
  return row ?? null;
}

export type ListedRow = {
  number: number;
  reportId: string;
  scopeType: ScopeType;
  scopeId: string;
  title: string;
  from: string;
  to: string;
  createdAt: Date;
  clientName: string | null;
};

/** Reports of the agency, newest first, that come before the position `before` in its chain. */
export async function listReports(
  sql: Queryable,
  agencyId: number,
  input: {
    scope: Partial<FiguresScope>;
    createdSince: Date | null;
    clientIds: readonly number[] | null;
    before: number | null;
    limit: number;
  },
): Promise<ListedRow[]> {
  const { scope, createdSince, clientIds, before, limit } = input;
  return await sql<ListedRow[]>`
    select
      number,
      id as "reportId",
      scope_type as "scopeType",
      scope_id as "scopeId",
      title,
      from_day::text as "from",
      to_day::text as "to",
      created_at as "createdAt",
      (
        select name
        from client
        where agency_id = ${agencyId}
          and id = case scope_type
            when 'article' then (select client_id from release where agency_id = ${agencyId} and id = scope_id::integer)
            when 'portfolio' then (select client_id from portfolio where agency_id = ${agencyId} and id = scope_id::uuid)
          end
      ) as "clientName"
    from publication_report
    where agency_id = ${agencyId}
      ${scope.type === "client" ? ofClient(sql, agencyId, scope.id) : ofScope(sql, scope)}
      ${createdSince === null ? sql`` : sql`and created_at >= ${createdSince}`}
      ${clientIds === null ? sql`` : sql`and ${reportIsWithin(sql, agencyId, clientIds)}`}
      ${before === null ? sql`` : sql`and number < ${before}`}
    order by number desc
    limit ${limit}
  `;
}

function ofScope(sql: Queryable, { type, id }: Partial<FiguresScope>) {
  return sql`
    ${type === undefined ? sql`` : sql`and scope_type = ${type}`}
    ${id === undefined ? sql`` : sql`and scope_id = ${id}`}
  `;
}

/** Compared as text: what is no number of a client finds nothing. */
function ofClient(sql: Queryable, agencyId: number, clientId: string | undefined) {
  return sql`
    and scope_type = 'portfolio'
    and scope_id in (
      select portfolio.id::text
      from portfolio
      where portfolio.agency_id = ${agencyId}
        and portfolio.client_id is not null
        ${clientId === undefined ? sql`` : sql`and portfolio.client_id::text = ${clientId}`}
    )
  `;
}

/** Where the periods of many reports overlap, the latest are shown. */
const holdingReportsMax = 20;
/** Reports whose text is read for it: those of one day of an agency with hundreds of clients. */
const readReportsMax = 1_000;
/** How often a clipping is corrected at most, for this. */
const correctionsReadMax = 100;

/**
 * The reports that list a clipping, the newest first. Only those that may are read: of a day that it has or had, and of its release or one
 * of before, because what was frozen stays where it is when a clipping is moved or its day is corrected.
 */
export async function listReportsWithClipping(
  sql: Queryable,
  agencyId: number,
  input: {
    clipping: Pick<Clipping, "id" | "releaseId" | "day">;
    clientIds: readonly number[] | null;
  },
): Promise<Pick<ListedRow, "reportId" | "title" | "from" | "to">[]> {
  const { clipping, clientIds } = input;
  return await sql<Pick<ListedRow, "reportId" | "title" | "from" | "to">[]>`
    with known as materialized (
      select ${clipping.day}::text as day, ${String(clipping.releaseId)}::text as release
      union all
      (
        select details -> 'before' ->> 'publishedOn', details -> 'before' ->> 'releaseId'
        from audit
        where agency_id = ${agencyId}
          and subject_type = 'clipping'
          and subject_id = ${clipping.id}
          and action in ('clipping.updated', 'clipping.moved')
        order by id desc
        limit ${correctionsReadMax}
      )
    ),
    candidate as materialized (
      select number
      from publication_report
      where agency_id = ${agencyId}
        and exists (select from known where known.day::date between from_day and to_day)
        and (scope_type <> 'article' or scope_id in (select release from known where release is not null))
        ${clientIds === null ? sql`` : sql`and ${reportIsWithin(sql, agencyId, clientIds)}`}
      order by number desc
      limit ${readReportsMax}
    )
    select id as "reportId", title, from_day::text as "from", to_day::text as "to"
    from publication_report
    where agency_id = ${agencyId}
      and number in (select number from candidate)
      and position(${`"id":"${clipping.id}"`} in content) > 0
    order by number desc
    limit ${holdingReportsMax}
  `;
}

function storedColumns(sql: Queryable) {
  return sql`
    ${sealColumns(sql)},
    scope_type as "scopeType",
    scope_id as "scopeId",
    days
  `;
}

/** The chain hash at a position of the agency's chain; null for none, and for a report of before version 2. */
export async function findChainHash(
  sql: Queryable,
  agencyId: number,
  number: number,
): Promise<string | null> {
  const [row] = await sql<{ chainHash: string | null }[]>`
    select chain_hash as "chainHash"
    from publication_report
    where agency_id = ${agencyId}
      and number = ${number}
  `;
  return row?.chainHash ?? null;
}

/**
 * A report by its id alone, or null: for those who hold a report and belong to no agency. Whoever gets to see something of it
 * has to name its hash too.
 */
export async function findReportOfAnyAgency(sql: Queryable, reportId: string): Promise<StoredReport | null> {
  const [row] = await sql<StoredReport[]>`
    select ${storedColumns(sql)}
    from publication_report
    where id = ${reportId}
  `;
  return row ?? null;
}
