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

/** What is wanted of the log; null and nothing for all of it. */
export type AuditFilter = {
  personId?: string | null;
  action?: string | null;
  /** Kind of what was changed: `draft`, `asset`. */
  subjectType?: string | null;
  from?: Date | null;
  /** The first moment that is not wanted any more. */
  until?: Date | null;
};

const list = { name: "audit", ...byUuid, limitDefault: limitForPeople };
/** Of a whole log that is read, in each of its short statements. */
const chunkRows = 500;

/** Who did what for an agency, newest first: all of it, or what a filter leaves. Throws `invalid_cursor`. */
export async function listAudit(
  sql: Sql,
  agencyId: number,
  input: AuditFilter & { cursor?: string | undefined },
): Promise<{ acts: ListedAct[]; nextCursor: string | null }> {
  const { items, nextCursor } = await listPage(list, input, ({ after, rowsMax }) =>
    readActs(sql, agencyId, { ...input, after: after ?? afterEveryUuid, rowsMax }),
  );
  return { acts: items, nextCursor };
}

/** All acts that a filter leaves, newest first, in pieces. */
export async function* readAudit(
  sql: Sql,
  agencyId: number,
  filter: AuditFilter,
): AsyncGenerator<ListedAct[]> {
  let after = afterEveryUuid;
  for (;;) {
    const acts = await readActs(sql, agencyId, { ...filter, after, rowsMax: chunkRows });
    if (acts.length > 0) yield acts;
    if (acts.length < chunkRows) return;
    after = acts.at(-1)?.id ?? after;
  }
}

function readActs(
  sql: Sql,
  agencyId: number,
  input: AuditFilter & { after: string; rowsMax: number },
): PromiseLike<ListedAct[]> {
  const { personId = null, action = null, subjectType = null, from = null, until = null } = input;
  return sql<ListedAct[]>`
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
      and a.id < ${input.after}
      ${personId === null ? sql`` : actsOf(sql, agencyId, personId)}
      ${action === null ? sql`` : sql`and a.action = ${action}`}
      ${subjectType === null ? sql`` : sql`and a.subject_type = ${subjectType}`}
      ${from === null ? sql`` : sql`and a.occurred_at >= ${from} and a.id >= ${idAt(from, -clockDifferenceMs)}`}
      ${until === null ? sql`` : sql`and a.occurred_at < ${until} and a.id < ${idAt(until, clockDifferenceMs)}`}
    order by a.id desc
    limit ${input.rowsMax}
  `;
}

/** What a person did, and what assistants did in its name. */
function actsOf(sql: Sql, agencyId: number, personId: string) {
  return sql`
    and (
      (a.actor_type = 'person' and a.actor_id = ${personId})
      or (
        a.actor_type = 'agent'
        and a.actor_id in (
          select c.id::text
          from agent_connection c
          where c.agency_id = ${agencyId} and c.person_id::text = ${personId}
        )
      )
    )
  `;
}

/** Ids begin with the moment by this process' clock (RFC 9562, version 7), so the index finds a time; the database's clock may differ. */
const clockDifferenceMs = 10 * 60_000;

function idAt(moment: Date, byMs: number): string {
  const digits = Math.max(0, moment.getTime() + byMs)
    .toString(16)
    .padStart(12, "0");
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-0000-0000-000000000000`;
}
