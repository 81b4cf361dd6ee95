import type { Queryable } from "../../../floor/db/open.ts";
import type { FiguresScope } from "../reports/scope-clients-sql.ts";

/** Adds a note and returns the client that it belongs to; null where the scope is no client or release. The same id twice is one note. */
export async function insertNote(
  transaction: Queryable,
  agencyId: number,
  { id, scope, day, text }: { id: string; scope: FiguresScope; day: string; text: string },
): Promise<number | null> {
  const isRelease = scope.type === "article";
  if (!isRelease && scope.type !== "client") return null;
  const [row] = await transaction<{ clientId: number }[]>`
    with owner as (
      select ${isRelease ? transaction`client_id` : transaction`id as client_id`}, ${isRelease ? transaction`id` : transaction`null::integer`} as release_id
      from ${transaction(isRelease ? "release" : "client")}
      where agency_id = ${agencyId}
        and id = ${Number(scope.id)}
    ),
    added as (
      insert into figure_note (agency_id, id, client_id, release_id, day, text)
      select ${agencyId}::integer, ${id}::uuid, client_id, release_id, ${day}::date, ${text}
      from owner
      on conflict (agency_id, id) do nothing
    )
    select client_id as "clientId" from owner
  `;
  return row?.clientId ?? null;
}

/** Deletes a note of this client, or of this release or its client; returns the client, null where there is no such note. */
export async function deleteNote(
  transaction: Queryable,
  agencyId: number,
  { id, scope }: { id: string; scope: FiguresScope },
): Promise<number | null> {
  const scopeId = Number(scope.id);
  const [row] = await transaction<{ clientId: number }[]>`
    delete from figure_note
    where agency_id = ${agencyId}
      and id = ${id}
      and ${
        scope.type === "article"
          ? transaction`client_id = (select client_id from release where agency_id = ${agencyId} and id = ${scopeId})`
          : transaction`client_id = ${scopeId}`
      }
    returning client_id as "clientId"
  `;
  return row?.clientId ?? null;
}
