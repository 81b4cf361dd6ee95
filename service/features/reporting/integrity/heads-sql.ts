import { integerArray, textArray } from "../../../floor/db/array-literals.ts";
import { asIso } from "../../../floor/db/as-iso.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import type { ClosedChain, Closing } from "./closing.ts";
import type { Signature } from "./report-seal.ts";
import type { Head } from "./witness.ts";

const agenciesAtOnce = 500;
/** An agency deletes its reporting data once in years. */
const closingsMax = 5_000;

/** The ends of the chains of all agencies behind one, in order. */
export async function listHeads(sql: Queryable, afterAgencyId: number): Promise<Head[]> {
  return await sql<Head[]>`
    select
      agency_id as "agencyId",
      chain_id as "chainId",
      last_number as number,
      last_chain_hash as "chainHash"
    from report_chain
    where agency_id > ${afterAgencyId}
    order by agency_id
    limit ${agenciesAtOnce}
  `;
}

/** The chain hashes that now stand at the positions of `heads`: those of reports, or of anchors. */
export async function listHashesAt(
  sql: Queryable,
  heads: readonly Head[],
): Promise<{ agencyId: number; chainHash: string | null }[]> {
  const agencyIds = integerArray(heads.map(({ agencyId }) => agencyId));
  const numbers = integerArray(heads.map(({ number }) => number));
  const [reports, anchors] = await Promise.all(
    [sql`publication_report`, sql`report_anchor`].map(
      (table) => sql<{ agencyId: number; chainHash: string | null }[]>`
        select link.agency_id as "agencyId", link.chain_hash as "chainHash"
        from ${table} as link
        join unnest(${agencyIds}::integer[], ${numbers}::bigint[]) as asked (agency_id, number)
          on asked.agency_id = link.agency_id and asked.number = link.number
        where link.chain_hash is not null
      `,
    ),
  );
  return [...(reports ?? []), ...(anchors ?? [])];
}

/** Deletes the end of the agency's chain of reports and returns it; null where there is none. */
export async function endReportChain(transaction: Queryable, agencyId: number): Promise<ClosedChain | null> {
  const [chain] = await transaction<Omit<ClosedChain, "closedAt">[]>`
    delete from report_chain
    where agency_id = ${agencyId}
    returning
      chain_id as "chainId",
      last_number as "lastNumber",
      last_chain_hash as "lastChainHash"
  `;
  if (chain === undefined) return null;
  // By itself: a cluster takes no clock in what a statement on an agency's table returns.
  const [clock] = await transaction<
    { closedAt: string }[]
  >`select ${asIso(transaction, "now()")} as "closedAt"`;
  return { ...chain, closedAt: clock?.closedAt ?? "" };
}

/** What the operator's log says of the end of these chains. */
export async function listClosings(sql: Queryable, heads: readonly Head[]): Promise<Closing[]> {
  const rows = await sql<{ agencyId: number; closing: ClosedChain & Signature }[]>`
    select agency_id as "agencyId", details -> 'reportChain' as closing
    from operator_log
    where agency_id = any(${integerArray(heads.map(({ agencyId }) => agencyId))}::integer[])
      and details -> 'reportChain' ->> 'chainId' = any(${textArray(heads.map(({ chainId }) => chainId))}::text[])
    order by id desc
    limit ${closingsMax}
  `;
  return rows.map(({ agencyId, closing }) => ({ ...closing, agencyId }));
}

/** What the operator's log says of the chains that the agency ended by deleting its reporting data, the newest first. */
export async function listClosingsOf(sql: Queryable, agencyId: number): Promise<Closing[]> {
  const rows = await sql<{ closing: ClosedChain & Signature }[]>`
    select details -> 'reportChain' as closing
    from operator_log
    where agency_id = ${agencyId}
      and event = 'reporting_data.deleted'
      and jsonb_typeof(details -> 'reportChain') = 'object'
    order by id desc
    limit ${closingsMax}
  `;
  return rows.map(({ closing }) => ({ ...closing, agencyId }));
}
