import { randomBytes } from "node:crypto";
import type { Sql } from "../../service/floor/db/open.ts";

/** Pictures of a client with these ids, described as a publication wants it. Their files are in no store. */
export async function insertTestAssets(
  sql: Sql,
  { agencyId, clientId }: { agencyId: number; clientId: number },
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) {
    await sql`insert into media_file (agency_id, id, unused_since) values (${agencyId}, ${id}, null)`;
    await sql`
      insert into media_blob (agency_id, id, sha256, media_type, bytes, width, height)
      values (${agencyId}, ${id}, ${randomBytes(32)}, 'image/png', 1, 1, 1)`;
    await sql`
      insert into asset (agency_id, id, client_id, blob_id, file_name, alt, credit)
      values (${agencyId}, ${id}, ${clientId}, ${id}, ${`${id}.png`}, 'Das Werk', 'Werkfoto')`;
  }
}
