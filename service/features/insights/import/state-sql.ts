import { v7 as uuidv7 } from "uuid";
import type { Queryable } from "../../../floor/db/open.ts";
import { ImportError } from "./faults.ts";
import type { ImportKind } from "./kinds.ts";

export type NewImport = { kind: ImportKind; fileName: string; fileHash: Uint8Array; rows: number };

/** Agencies of one look. */
const agenciesAtOnce = 100;
/**
 * Whoever stores rows renews this with each part, which takes milliseconds. No leased table: an import is not due at some time for whoever
 * claims it, but in the hands of its own caller, and only what was left behind is claimed. No token either: whoever has lost the lease finds
 * another state, and rows that were left behind may be removed by two.
 */
const leaseSeconds = 60;

/** The import that took in a file of this hash, or null. */
export async function findImport(
  sql: Queryable,
  agencyId: number,
  input: Pick<NewImport, "kind" | "fileHash">,
): Promise<string | null> {
  const [row] = await sql<{ id: string }[]>`
    select id
    from insight_import
    where agency_id = ${agencyId}
      and kind = ${input.kind}
      and file_hash = ${input.fileHash}
      and state in ('replacing', 'stored')
  `;
  return row?.id ?? null;
}

/** Begins an import and returns its id; null while another of the agency stores rows, or where the file is known. */
export async function beginImport(
  sql: Queryable,
  agencyId: number,
  input: NewImport,
): Promise<string | null> {
  const [row] = await sql<{ id: string }[]>`
    insert into insight_import (agency_id, id, kind, file_name, file_hash, rows, state, lease_until)
    values (
      ${agencyId}, ${uuidv7()}, ${input.kind}, ${input.fileName}, ${input.fileHash}, ${input.rows}, 'storing',
      now() + ${leaseSeconds} * interval '1 second'
    )
    on conflict do nothing
    returning id
  `;
  return row?.id ?? null;
}

/** Renews the lease of an import and holds it until the transaction ends; false where it was given up. */
export async function holdImport(
  transaction: Queryable,
  agencyId: number,
  importId: string,
): Promise<boolean> {
  const held = await transaction`
    update insight_import
    set lease_until = now() + ${leaseSeconds} * interval '1 second'
    where agency_id = ${agencyId}
      and id = ${importId}
      and state = 'storing'
  `;
  return held.count === 1;
}

/** The statement from which on the rows of an import count, all at once, instead of those that they replace. */
export async function countImport(
  sql: Queryable,
  agencyId: number,
  input: { importId: string; replacesRows: boolean },
): Promise<void> {
  const counted = await sql`
    update insight_import
    set state = ${input.replacesRows ? "replacing" : "stored"}, lease_until = null, imported_at = now()
    where agency_id = ${agencyId}
      and id = ${input.importId}
      and state = 'storing'
  `;
  if (counted.count === 0) throw new ImportError("given_up");
}

/** Gives up an import: its rows never count, and whoever comes next removes them. */
export async function giveUpImport(sql: Queryable, agencyId: number, importId: string): Promise<void> {
  await sql`
    update insight_import
    set state = 'given_up', lease_until = now()
    where agency_id = ${agencyId}
      and id = ${importId}
      and state in ('storing', 'given_up')
  `;
}

export type LeftOver = { agencyId: number; id: string; kind: ImportKind; state: "given_up" | "replacing" };

/** Agencies with imports that left rows behind and that nobody has. Those beyond the bound come with a later look. */
export async function listAgenciesWithLeftOvers(sql: Queryable): Promise<number[]> {
  const rows = await sql<{ agencyId: number }[]>`
    select distinct agency_id as "agencyId"
    from insight_import
    where ${isLeftOver(sql)}
    order by agency_id
    limit ${agenciesAtOnce}
  `;
  return rows.map(({ agencyId }) => agencyId);
}

/**
 * An import of the agency that left rows behind: it was given up, its process is gone, or it replaced rows. Whoever gets one that
 * was given up has it for the length of a lease.
 */
export async function claimLeftOver(sql: Queryable, agencyId: number): Promise<LeftOver | null> {
  const [row] = await sql<LeftOver[]>`
    with left_over as materialized (
      select
        id,
        case when state = 'storing' then 'given_up' else state end as state,
        -- Here, because a cluster takes no clock inside a case that is written.
        case when state <> 'replacing' then now() + ${leaseSeconds} * interval '1 second' end as lease_until
      from insight_import
      where agency_id = ${agencyId}
        and ${isLeftOver(sql)}
      order by id
      limit 1
      for update skip locked
    )
    update insight_import as taken
    set
      state = left_over.state,
      lease_until = left_over.lease_until
    from left_over
    where taken.agency_id = ${agencyId}
      and taken.id = left_over.id
    returning taken.agency_id as "agencyId", taken.id, taken.kind, taken.state
  `;
  return row ?? null;
}

function isLeftOver(sql: Queryable) {
  return sql`state <> 'stored' and (lease_until is null or lease_until <= now())`;
}

/** Notes that nothing is left to be removed: an import that was given up leaves no trace. */
export async function endLeftOver(sql: Queryable, { agencyId, id, state }: LeftOver): Promise<void> {
  if (state === "given_up")
    await sql`delete from insight_import where agency_id = ${agencyId} and id = ${id} and state = 'given_up'`;
  else await sql`update insight_import set state = 'stored' where agency_id = ${agencyId} and id = ${id}`;
}
