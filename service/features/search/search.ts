import type { Queryable } from "../../floor/db/open.ts";
import { wordsOf } from "./rules.ts";
import { type FoundClient, type FoundText, findClients, findTexts } from "./sql.ts";

/** Of each kind on one page: whoever needs more asks more exactly. */
const foundMax = 50;

export type Found = { texts: FoundText[]; clients: FoundClient[]; hasMore: boolean };

/** Releases, drafts and clients of the agency for what somebody typed; nothing for nothing. */
export async function search(
  sql: Queryable,
  agencyId: number,
  { query, clientIds }: { query: string; clientIds: readonly number[] | null },
): Promise<Found> {
  const words = wordsOf(query);
  if (words.length === 0) return { texts: [], clients: [], hasMore: false };
  const question = { words, clientIds, limit: foundMax + 1 };
  const [texts, clients] = await Promise.all([
    findTexts(sql, agencyId, question),
    findClients(sql, agencyId, question),
  ]);
  return {
    texts: texts.slice(0, foundMax),
    clients: clients.slice(0, foundMax),
    hasMore: texts.length > foundMax || clients.length > foundMax,
  };
}
