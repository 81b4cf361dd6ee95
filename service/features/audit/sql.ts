import type { JSONValue } from "postgres";
import { v7 as uuidv7 } from "uuid";
import type { Queryable } from "../../floor/db/open.ts";

export type AuditActor =
  | { type: "api_key"; id: string }
  /** An assistant in the name of a person; the id is that of its connection, which knows both. */
  | { type: "agent"; id: string }
  | { type: "contact"; id: string }
  | { type: "person"; id: string; sessionId: string }
  | { type: "operator" | "service"; id: null };

export type AuditEntry = {
  actor: AuditActor;
  /** What was done, as `<noun>.<verb in the past>`: `export.downloaded`, `tool.called`. */
  action: string;
  subject: { type: string; id: string };
  /** Facts of the act, without any secret. */
  details?: Record<string, JSONValue>;
  requestId?: string;
  /** Id of its row: the key of a form, by which its second copy finds what the first one did. A new one where none is given. */
  id?: string;
};

/** Notes one act of an agency's people, keys or agents; in the transaction of the act where there is one. */
export async function insertAudit(sql: Queryable, agencyId: number, entry: AuditEntry): Promise<void> {
  await sql`
    insert into audit (
      agency_id, id, actor_type, actor_id, session_id, action, subject_type, subject_id, details, request_id
    )
    values (
      ${agencyId}, ${entry.id ?? uuidv7()}, ${entry.actor.type}, ${entry.actor.id},
      ${entry.actor.type === "person" ? entry.actor.sessionId : null}, ${entry.action},
      ${entry.subject.type}, ${entry.subject.id}, ${sql.json(entry.details ?? {})}, ${entry.requestId ?? null}
    )
  `;
}

/** The same for several acts of one request, in one statement. */
export async function insertAudits(
  sql: Queryable,
  agencyId: number,
  entries: readonly AuditEntry[],
): Promise<void> {
  const rows = entries.map(({ actor, action, subject, details = {}, requestId = null }) => ({
    ...{ id: uuidv7(), action, details, requestId, actorType: actor.type, actorId: actor.id },
    sessionId: actor.type === "person" ? actor.sessionId : null,
    ...{ subjectType: subject.type, subjectId: subject.id },
  }));
  await sql`
    insert into audit (
      agency_id, id, actor_type, actor_id, session_id, action, subject_type, subject_id, details, request_id
    )
    select
      ${agencyId}, id, "actorType", "actorId", "sessionId", action, "subjectType", "subjectId", details, "requestId"
    from jsonb_to_recordset(${sql.json(rows)}) as entry (
      id uuid, "actorType" text, "actorId" text, "sessionId" uuid, action text, "subjectType" text, "subjectId" text,
      details jsonb, "requestId" uuid
    )
  `;
}

/** How often an action was done for an agency within the last 24 hours, counted up to `countMax`. */
export async function countActsOfDay(
  sql: Queryable,
  agencyId: number,
  input: { action: string; actorType: AuditActor["type"]; countMax: number },
): Promise<number> {
  const [row] = await sql<{ acts: number }[]>`
    select count(*)::integer as acts
    from (
      select
      from audit
      where agency_id = ${agencyId}
        and action = ${input.action}
        and actor_type = ${input.actorType}
        and occurred_at > now() - interval '1 day'
      order by id desc
      limit ${input.countMax}
    ) as latest
  `;
  return row?.acts ?? 0;
}
