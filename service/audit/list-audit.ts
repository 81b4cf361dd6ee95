import { decodeCursor } from "../db/cursor.ts";
import type { Sql } from "../db/open.ts";
import { pageOf } from "../db/page-of.ts";
import { uuidPattern } from "../schema.ts";

export type ListedAct = {
  id: string;
  occurredAt: Date;
  actorType: string;
  actorId: string | null;
  action: string;
  subjectType: string;
  subjectId: string;
  details: Record<string, unknown>;
};

const listName = "audit";
/** As many as a person looks through at once. */
const entriesMax = 50;
/** Larger than every id: a list without cursor begins here. */
const afterEveryId = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** Who did what for an agency, newest first. Throws `invalid_cursor`. */
export async function listAudit(
  sql: Sql,
  agencyId: number,
  input: { cursor?: string | undefined },
): Promise<{ acts: ListedAct[]; nextCursor: string | null }> {
  const beforeId = input.cursor === undefined ? afterEveryId : decodeCursor(listName, input.cursor, isId);
  const rows = await sql<ListedAct[]>`
    select
      id, action, details,
      occurred_at as "occurredAt",
      actor_type as "actorType",
      actor_id as "actorId",
      subject_type as "subjectType",
      subject_id as "subjectId"
    from audit
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
  return { acts: items, nextCursor };
}

function isId(value: unknown): value is string {
  return typeof value === "string" && uuidPattern.test(value);
}
