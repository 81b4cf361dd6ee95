import type { Sql } from "../../../floor/db/open.ts";
import { type ClaimedMessage, claimMessages, type Endpoint, lockTurn } from "./claim-sql.ts";
import { type FinishedAttempt, finishAttempts, updateEndpointHealth } from "./finish-sql.ts";
import { foldHealth } from "./fold-health.ts";

export type Turn = {
  messages: ClaimedMessage[];
  /** Endpoints that the results turned inactive. */
  disabled: (Endpoint & { reason: string })[];
};

/** Writes the results of an agency's requests and claims up to `count` more of its messages, in one transaction. */
export async function takeTurn(
  sql: Sql,
  agencyId: number,
  { results, count }: { results: readonly FinishedAttempt[]; count: number },
): Promise<Turn> {
  const health = foldHealth(results);
  return await sql.begin(async (transaction) => {
    // The statements are sent together, which saves round trips; the server runs them in this order.
    const [, , disabled, messages] = await Promise.all([
      lockTurn(transaction, agencyId),
      results.length > 0 ? finishAttempts(transaction, agencyId, results) : undefined,
      health.length > 0 ? updateEndpointHealth(transaction, agencyId, health) : [],
      count > 0 ? claimMessages(transaction, agencyId, count) : [],
    ]);
    return { messages, disabled };
  });
}
