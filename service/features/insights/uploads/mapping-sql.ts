import { createHash } from "node:crypto";
import type { Queryable } from "../../../floor/db/open.ts";
import type { ImportMapping } from "../import/columns.ts";
import type { ImportKind } from "../import/kinds.ts";
import { normaliseColumn } from "../import/refused-columns.ts";

/** Kinds of files of one agency that are remembered; the one not used for longest goes first. */
const mappingsMax = 100;

/** How columns of such a heading were named last time, or null. */
export async function findMapping(
  sql: Queryable,
  agencyId: number,
  input: { kind: ImportKind; heading: readonly string[] },
): Promise<ImportMapping | null> {
  const [row] = await sql<{ mapping: ImportMapping }[]>`
    select mapping
    from import_mapping
    where agency_id = ${agencyId}
      and kind = ${input.kind}
      and heading_hash = ${hashOf(input.heading)}
  `;
  return row?.mapping ?? null;
}

export async function rememberMapping(
  sql: Queryable,
  agencyId: number,
  input: { kind: ImportKind; heading: readonly string[]; mapping: ImportMapping },
): Promise<void> {
  await sql`
    insert into import_mapping (agency_id, kind, heading_hash, mapping, used_at)
    values (${agencyId}, ${input.kind}, ${hashOf(input.heading)}, ${sql.json(input.mapping)}, now())
    on conflict (agency_id, kind, heading_hash) do update
    set mapping = excluded.mapping, used_at = excluded.used_at
  `;
  await sql`
    delete from import_mapping
    where agency_id = ${agencyId}
      and (kind, heading_hash) in (
        select kind, heading_hash
        from import_mapping
        where agency_id = ${agencyId}
        order by used_at desc
        offset ${mappingsMax}
      )
  `;
}

/** Files of one tool have one heading; how it is quoted or spaced makes no difference. */
function hashOf(heading: readonly string[]): Uint8Array {
  return createHash("sha256")
    .update(JSON.stringify(heading.map(normaliseColumn)))
    .digest();
}
