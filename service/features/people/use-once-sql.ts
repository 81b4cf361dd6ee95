import { createHash } from "node:crypto";
import type { Queryable } from "../../floor/db/open.ts";

/** Uses something up until it expires: true the first time, false ever after. `parts` name it among everything that is used once. */
export async function useOnce(sql: Queryable, parts: readonly string[], expiresAt: Date): Promise<boolean> {
  return await useEachOnce(sql, [parts], expiresAt);
}

/** Uses several things up at once: false where any of them had been used. */
export async function useEachOnce(
  sql: Queryable,
  things: readonly (readonly string[])[],
  expiresAt: Date,
): Promise<boolean> {
  const hashes = things.map((parts) => createHash("sha256").update(JSON.stringify(parts)).digest("hex"));
  const rows = await sql`
    insert into used_once (hash, expires_at)
    select decode(h.hash, 'hex'), ${expiresAt}::timestamptz
    from unnest(${sql.array(hashes)}::text[]) as h (hash)
    order by 1
    on conflict do nothing
    returning hash
  `;
  return rows.length === hashes.length;
}
