import { byteaOf, textArray } from "../../floor/db/array-literals.ts";
import type { Sql } from "../../floor/db/open.ts";
import type { Loop } from "../../floor/loops/start-loops.ts";
import { usedTokenDays } from "./rules.ts";

/** Rows that one statement removes: short locks. */
const rowsPerRoundMax = 2_000;
/** A consent whose code was never redeemed: long after the code, so that nobody is just redeeming it. */
const unredeemedHours = 1;

/**
 * Removes tokens that are worth nothing any more, and consents that no program ever used. Once a day, because it looks at all tokens;
 * those of a connection that is in use go at each refresh.
 */
export function agentRetentionLoop({ sql }: { sql: Sql }): Loop {
  return { name: "agent-retention", schedule: "41 37 3 * * *", run: () => removeOldAgentRows(sql) };
}

/** One round; true when there may be more. Agency by agency, because a cluster locks rows of one agency alone. */
export async function removeOldAgentRows(sql: Sql): Promise<boolean> {
  const tokens = await listOldTokens(sql);
  for (const [agencyId, own] of Map.groupBy(tokens, (token) => token.agencyId)) {
    const hashes = own.map(({ tokenHash }) => tokenHash);
    await sql`
      delete from agent_token
      where agency_id = ${agencyId}
        and token_hash = any (${textArray(hashes.map(byteaOf))}::bytea[])
    `;
  }
  const unused = await listUnredeemed(sql);
  for (const [agencyId, own] of Map.groupBy(unused, (connection) => connection.agencyId)) {
    const ids = own.map(({ id }) => id);
    await sql`
      delete from agent_connection
      where agency_id = ${agencyId}
        and id = any (${textArray(ids)}::uuid[])
    `;
  }
  return tokens.length >= rowsPerRoundMax || unused.length >= rowsPerRoundMax;
}

/** Over, used long ago, or of a connection that is over, ended or of somebody who left. A used code warns of a thief for a while. */
async function listOldTokens(sql: Sql): Promise<{ agencyId: number; tokenHash: Uint8Array }[]> {
  return await sql<{ agencyId: number; tokenHash: Uint8Array }[]>`
    select t.agency_id as "agencyId", t.token_hash as "tokenHash"
    from agent_token t
    join agent_connection c on c.agency_id = t.agency_id and c.id = t.connection_id
    left join membership m
      on m.agency_id = c.agency_id and m.person_id = c.person_id and m.created_at <= c.created_at
    where (t.expires_at < now() and (t.kind = 'at' or t.used_at is null))
      or t.used_at < now() - make_interval(days => ${usedTokenDays})
      or c.ended_at is not null
      or c.expires_at < now()
      or m.person_id is null
    limit ${rowsPerRoundMax}
  `;
}

/** Nothing was done by these, so no log names them by their row. */
async function listUnredeemed(sql: Sql): Promise<{ agencyId: number; id: string }[]> {
  return await sql<{ agencyId: number; id: string }[]>`
    select c.agency_id as "agencyId", c.id
    from agent_connection c
    where c.created_at < now() - make_interval(hours => ${unredeemedHours})
      and c.ended_at is null
      and (c.expires_at is null or c.expires_at > now())
      and c.calls = 0
      and not exists (
        select
        from agent_token t
        where t.agency_id = c.agency_id
          and t.connection_id = c.id
      )
    limit ${rowsPerRoundMax}
  `;
}
