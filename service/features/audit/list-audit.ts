import { afterEveryUuid, byUuid, limitForPeople, listPage } from "../../floor/db/keyset-list.ts";
import type { Sql } from "../../floor/db/open.ts";

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

const list = { name: "audit", ...byUuid, limitDefault: limitForPeople };

/** Who did what for an agency, newest first: all of it, or what one person did, or one action. Throws `invalid_cursor`. */
export async function listAudit(
  sql: Sql,
  agencyId: number,
  input: { cursor?: string | undefined; personId?: string | null; action?: string | null },
): Promise<{ acts: ListedAct[]; nextCursor: string | null }> {
  const { personId = null, action = null } = input;
  const { items, nextCursor } = await listPage(
    list,
    input,
    ({ after, rowsMax }) => sql<ListedAct[]>`
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
        and a.id < ${after ?? afterEveryUuid}
        ${personId === null ? sql`` : sql`and a.actor_type = 'person' and a.actor_id = ${personId}`}
        ${action === null ? sql`` : sql`and a.action = ${action}`}
      order by a.id desc
      limit ${rowsMax}
    `,
  );
  return { acts: items, nextCursor };
}
