import type { Queryable } from "../../../floor/db/open.ts";

export type ChainPosition = {
  chainId: string;
  number: number;
  previousChainHash: string | null;
  createdAt: Date;
};

/**
 * Holds the end of the agency's chain until the transaction ends, and returns the position after it: whoever wants to add a
 * report meanwhile waits. The time is read with the lock in hand, so reports are also in the order of their times.
 */
export async function lockChain(sql: Queryable, agencyId: number): Promise<ChainPosition> {
  // Sent together; the server reads the clock after it has the lock. A cluster takes no clock in what an insert returns.
  const [[position], [clock]] = await Promise.all([
    sql<Omit<ChainPosition, "createdAt">[]>`
      insert into report_chain (agency_id)
      values (${agencyId})
      on conflict (agency_id) do update
      set last_number = report_chain.last_number
      returning
        chain_id as "chainId",
        last_number + 1 as number,
        last_chain_hash as "previousChainHash"
    `,
    sql<Pick<ChainPosition, "createdAt">[]>`
      select date_trunc('milliseconds', clock_timestamp()) as "createdAt"
    `,
  ]);
  if (position === undefined || clock === undefined) throw new Error("The end of the chain returned no row.");
  if (position.number > 1 && position.previousChainHash === null)
    throw new Error(
      `The old reports of agency ${agencyId} are not signed. Look at them: pr-service report anchor sign --agency ${agencyId}`,
    );
  return { ...position, ...clock };
}

/** Makes a report the end of its agency's chain, in the transaction of `lockChain`. */
export async function moveChainEnd(
  sql: Queryable,
  agencyId: number,
  end: { number: number; chainHash: string; signature: string; keyId: string },
): Promise<void> {
  await sql`
    update report_chain
    set
      last_number = ${end.number},
      last_chain_hash = ${end.chainHash},
      last_signature = ${end.signature},
      last_key_id = ${end.keyId}
    where agency_id = ${agencyId}
  `;
}
