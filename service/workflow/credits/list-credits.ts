import { decodeCursor } from "../../db/cursor.ts";
import type { Queryable } from "../../db/open.ts";
import { pageOf } from "../../db/page-of.ts";
import { uuidPattern } from "../../schema.ts";

export type CreditEntry = {
  id: string;
  amount: number;
  reason: "grant" | "publication";
  draftId: string | null;
  createdAt: Date;
};

const listName = "credits";
const entriesMax = 50;
/** Larger than every id: a list without cursor begins here. */
const afterEveryId = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** The ledger, newest first, a page at a time. Throws `invalid_cursor`. */
export async function listCredits(
  sql: Queryable,
  agencyId: number,
  { cursor }: { cursor?: string | undefined },
): Promise<{ entries: CreditEntry[]; nextCursor: string | null }> {
  const beforeId = cursor === undefined ? afterEveryId : decodeCursor(listName, cursor, isId);
  const rows = await sql<CreditEntry[]>`
    select id, amount, reason, draft_id as "draftId", created_at as "createdAt"
    from credit_entry
    where agency_id = ${agencyId}
      and id < ${beforeId}
    order by id desc
    limit ${entriesMax + 1}
  `;
  const { items, nextCursor } = pageOf(rows, {
    list: listName,
    limit: entriesMax,
    toItem: (row) => row,
    idOf: ({ id }) => id,
  });
  return { entries: items, nextCursor };
}

function isId(value: unknown): value is string {
  return typeof value === "string" && uuidPattern.test(value);
}
