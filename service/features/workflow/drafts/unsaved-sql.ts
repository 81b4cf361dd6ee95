import { deleteOld } from "../../../floor/db/delete-old.ts";
import type { Queryable } from "../../../floor/db/open.ts";

/** The fields of a form by their names, as they were typed. */
export type TypedFields = Readonly<Record<string, readonly string[]>>;

/** What is being written: a text, the next new text of a client, or the correction of a release. */
export type UnsavedOf = { draftId: string } | { clientId: number } | { releaseId: number };

/** Where a state was typed: the window, and the moment of the newest state that it has shown. */
export type TypedIn = { windowId: string; shownAt: Date | null };

/** Long enough for a holiday; what nobody has come back to by then was not meant to stay. */
const unsavedDays = 30;

export async function findUnsaved(
  sql: Queryable,
  agencyId: number,
  { personId, of }: { personId: string; of: UnsavedOf },
): Promise<{ fields: TypedFields; savedAt: Date; windowId: string | null } | null> {
  const [row] = await sql<{ fields: TypedFields; savedAt: Date; windowId: string | null }[]>`
    select fields, saved_at as "savedAt", window_id as "windowId"
    from unsaved_text
    where agency_id = ${agencyId}
      and person_id = ${personId}
      and ${isAbout(sql, of)}
      and saved_at > now() - make_interval(days => ${unsavedDays})
  `;
  return row ?? null;
}

/**
 * Writes a person's state over the one before; null where the agency's states would take more than `agencyBytesMax`, and where another
 * window wrote one that `typedIn` has not shown. Two that come at once are counted without each other: the bound keeps the disk from
 * filling, and one state more does no harm.
 */
export async function upsertUnsaved(
  sql: Queryable,
  agencyId: number,
  input: {
    personId: string;
    of: UnsavedOf;
    fields: TypedFields;
    bytes: number;
    agencyBytesMax: number;
    /** Null overwrites what any window wrote. */
    typedIn: TypedIn | null;
  },
): Promise<Date | null> {
  const { personId, of, fields, bytes, typedIn } = input;
  const windowId = typedIn?.windowId ?? null;
  const { column, value } = columnOf(sql, of);
  const [others] = await sql<{ bytes: number }[]>`
    select coalesce(sum(bytes), 0)::integer as bytes
    from unsaved_text
    where agency_id = ${agencyId}
      and not (person_id = ${personId} and ${column} is not distinct from ${value})
  `;
  if ((others?.bytes ?? 0) + bytes > input.agencyBytesMax) return null;
  // With values, because Citus takes no parameter in the condition of a conflict of selected rows.
  const [row] = await sql<{ savedAt: Date }[]>`
    insert into unsaved_text (agency_id, person_id, ${column}, fields, bytes, window_id)
    values (${agencyId}, ${personId}, ${value}, ${sql.json(fields)}, ${bytes}, ${windowId})
    on conflict (agency_id, person_id, ${column}) do update
    set fields = excluded.fields, bytes = excluded.bytes, window_id = excluded.window_id, saved_at = excluded.saved_at
    where excluded.window_id is null
      or unsaved_text.window_id is not distinct from excluded.window_id
      or unsaved_text.saved_at <= ${typedIn?.shownAt ?? null}::timestamptz
    returning saved_at as "savedAt"
  `;
  return row?.savedAt ?? null;
}

/** Forgets a person's state; with `typedIn` only where no other window wrote it since that one showed it. */
export async function deleteUnsaved(
  sql: Queryable,
  agencyId: number,
  { personId, of, typedIn = null }: { personId: string; of: UnsavedOf; typedIn?: TypedIn | null },
): Promise<void> {
  const windowId = typedIn?.windowId ?? null;
  await sql`
    delete from unsaved_text
    where agency_id = ${agencyId}
      and person_id = ${personId}
      and ${isAbout(sql, of)}
      and (
        ${windowId}::uuid is null
        or window_id is null
        or window_id = ${windowId}::uuid
        or saved_at <= ${typedIn?.shownAt ?? null}::timestamptz
      )
  `;
}

/** Removes what nobody came back to; true when there may be more. */
export async function deleteOldUnsaved(sql: Queryable): Promise<boolean> {
  const where = sql`saved_at < now() - make_interval(days => ${unsavedDays})`;
  return await deleteOld(sql, { table: "unsaved_text", where });
}

function isAbout(sql: Queryable, of: UnsavedOf) {
  const { column, value } = columnOf(sql, of);
  return sql`${column} = ${value}`;
}

function columnOf(sql: Queryable, of: UnsavedOf) {
  if ("draftId" in of) return { column: sql`draft_id`, value: sql`${of.draftId}::uuid` };
  if ("clientId" in of) return { column: sql`client_id`, value: sql`${of.clientId}::integer` };
  return { column: sql`release_id`, value: sql`${of.releaseId}::integer` };
}
