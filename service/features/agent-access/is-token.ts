import { createJoinedCalls } from "../../floor/concurrency/join-calls.ts";
import type { Sql } from "../../floor/db/open.ts";
import { areTokens } from "./sql.ts";

type TokenAt = { agencyId: number; tokenHash: Uint8Array };

/** Whether there is such a token at all. Nothing is remembered: a token that has just ended is none. */
export type IsToken = (at: TokenAt) => Promise<boolean>;

/** Tokens of a statement, calls in memory and their deadline: as for keys (`keys/authenticate.ts`). */
const batchMax = 500;
const callsMax = 10_000;
const deadlineMs = 3_000;

/**
 * Anybody can make up tokens, from as many addresses as they like. So those that come at the same time are asked for in one small
 * statement, and only what is there costs more. A limit by address would shut out an assistant's host, which calls for all its people
 * from a few addresses and brings many tokens that are over.
 */
export function createIsToken(sql: Sql): IsToken {
  const { call } = createJoinedCalls<TokenAt, boolean>({
    run: (asked) => areTokens(sql, asked),
    ...{ batchMax, callsMax, deadlineMs, batchesMax: 2 },
  });
  return call;
}
