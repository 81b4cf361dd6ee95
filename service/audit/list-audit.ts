import { decodeCursor } from "../db/cursor.ts";
import type { Sql } from "../db/open.ts";
import { pageOf } from "../db/page-of.ts";
import { uuidPattern } from "../schema.ts";

export type ListedAct = {
  id: string;
  occurredAt: Date;
  actorType: string;
  actorId: string | null;
  /** Browser and system of a person's session, as long as the session is kept. */
  device: string | null;
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

/** Who did what for an agency, newest first: all of it, or what one person did, or one action. Throws `invalid_cursor`. */
export async function listAudit(
  sql: Sql,
  agencyId: number,
  input: { cursor?: string | undefined; personId?: string | null; action?: string | null },
): Promise<{ acts: ListedAct[]; nextCursor: string | null }> {
  const { personId = null, action = null } = input;
  const beforeId = input.cursor === undefined ? afterEveryId : decodeCursor(listName, input.cursor, isId);
  const rows = await sql<ListedAct[]>`
    select
      a.id, a.action, a.details, s.device,
      a.occurred_at as "occurredAt",
      a.actor_type as "actorType",
      a.actor_id as "actorId",
      a.subject_type as "subjectType",
      a.subject_id as "subjectId"
    from audit a
    left join person_session s on s.id = a.session_id
    where a.agency_id = ${agencyId}
      and a.id < ${beforeId}
      ${personId === null ? sql`` : sql`and a.actor_type = 'person' and a.actor_id = ${personId}`}
      ${action === null ? sql`` : sql`and a.action = ${action}`}
    order by a.id desc
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
