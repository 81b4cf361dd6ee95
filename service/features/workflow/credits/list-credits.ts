import { afterEveryUuid, byUuid, limitForPeople, listPage } from "../../../floor/db/keyset-list.ts";
import type { Queryable } from "../../../floor/db/open.ts";

export type CreditEntry = {
  id: string;
  amount: number;
  reason: "grant" | "publication";
  draftId: string | null;
  createdAt: Date;
};

const list = { name: "credits", ...byUuid, limitDefault: limitForPeople };

/** The ledger, newest first, a page at a time. Throws `invalid_cursor`. */
export async function listCredits(
  sql: Queryable,
  agencyId: number,
  { cursor }: { cursor?: string | undefined },
): Promise<{ entries: CreditEntry[]; nextCursor: string | null }> {
  const { items, nextCursor } = await listPage(
    list,
    { cursor },
    ({ after, rowsMax }) => sql<CreditEntry[]>`
      select id, amount, reason, draft_id as "draftId", created_at as "createdAt"
      from credit_entry
      where agency_id = ${agencyId}
        and id < ${after ?? afterEveryUuid}
      order by id desc
      limit ${rowsMax}
    `,
  );
  return { entries: items, nextCursor };
}
