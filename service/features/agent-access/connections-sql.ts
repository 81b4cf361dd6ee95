import { textArray } from "../../floor/db/array-literals.ts";
import type { Queryable } from "../../floor/db/open.ts";
import { uuidPattern } from "../../schema.ts";
import type { Scope } from "./rules.ts";
import { isRedeemable } from "./sql.ts";

export type ListedConnection = {
  id: string;
  personName: string;
  clientName: string;
  clientHost: string;
  /** Whether the operator vouches for the name. */
  isChecked: boolean;
  scopes: Scope[];
  createdAt: Date;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  calls: number;
};

/** A team of ten with three assistants each has thirty; a list has an end. */
const listedMax = 500;

/** The open connections of an agency, or of one of its people, the newest first. */
export async function listConnections(
  sql: Queryable,
  agencyId: number,
  { personId }: { personId: string | null },
): Promise<ListedConnection[]> {
  return await sql<ListedConnection[]>`
    select
      c.id, c.scopes, c.calls,
      coalesce(p.name, p.email) as "personName",
      c.client_name as "clientName",
      c.client_host as "clientHost",
      c.client_kind = 'operator' as "isChecked",
      c.created_at as "createdAt",
      c.expires_at as "expiresAt",
      c.last_used_at as "lastUsedAt"
    from agent_connection c
    join person p on p.id = c.person_id
    join membership m on m.agency_id = c.agency_id and m.person_id = c.person_id and m.created_at <= c.created_at
    where c.agency_id = ${agencyId}
      and (${personId}::uuid is null or c.person_id = ${personId}::uuid)
      and c.ended_at is null
      and (c.expires_at is null or c.expires_at > now())
      and ${isRedeemable(sql)}
    order by c.created_at desc, c.id
    limit ${listedMax}
  `;
}

/** "Meike Thomsen über Claude" for connections by their ids, ended ones too. What is no id of one is left out. */
export async function findConnectionNames(
  sql: Queryable,
  agencyId: number,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)].filter((id) => uuidPattern.test(id));
  if (wanted.length === 0) return new Map();
  const rows = await sql<{ id: string; name: string }[]>`
    select c.id, coalesce(p.name, p.email) || ' über ' || c.client_name as name
    from agent_connection c
    join person p on p.id = c.person_id
    where c.agency_id = ${agencyId}
      and c.id = any(${textArray(wanted)}::uuid[])
  `;
  return new Map(rows.map(({ id, name }) => [id, name]));
}
