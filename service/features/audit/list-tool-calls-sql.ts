import type { Queryable } from "../../floor/db/open.ts";

export type ToolCall = {
  occurredAt: Date;
  tool: string;
  /** The key, or the connection of an assistant, that called; null where the row names none. */
  actorId: string | null;
  /** `toolCallDone`, or the code of the refusal. */
  outcome: string;
};

/** Result code of a call that did what it was asked. */
export const toolCallDone = "OK";

/** As many as a page shows. */
const callsMax = 20;
/** Acts that are looked at: an agency without agents has other acts alone. */
const actsScannedMax = 5_000;

/** The latest calls of tools by agents, newest first. */
export async function listToolCalls(sql: Queryable, agencyId: number): Promise<ToolCall[]> {
  return await sql<ToolCall[]>`
    with latest as (
      select id, occurred_at, action, actor_id, subject_id, details
      from audit
      where agency_id = ${agencyId}
      order by id desc
      limit ${actsScannedMax}
    )
    select
      occurred_at as "occurredAt",
      subject_id as tool,
      actor_id as "actorId",
      coalesce(details ->> 'resultCode', '') as outcome
    from latest
    where action = 'tool.called'
    order by id desc
    limit ${callsMax}
  `;
}
