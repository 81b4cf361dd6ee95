import { createHash } from "node:crypto";
import type { Queryable } from "../../floor/db/open.ts";

/** Uses something up until it expires: true the first time, false ever after. `parts` name it among everything that is used once. */
export async function useOnce(sql: Queryable, parts: readonly string[], expiresAt: Date): Promise<boolean> {
  const hash = createHash("sha256").update(JSON.stringify(parts)).digest();
  const rows = await sql`
    insert into used_once (hash, expires_at)
    values (${hash}, ${expiresAt})
    on conflict do nothing
    returning hash
  `;
  return rows.length > 0;
}
