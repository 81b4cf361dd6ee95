import { randomBytes, randomUUID } from "node:crypto";
import type { Sql } from "../../../../service/floor/db/open.ts";

/** A picture of a client as the tables know it, without any bytes; returns its id. */
export async function insertPicture(
  sql: Sql,
  agencyId: number,
  { clientId, caption }: { clientId: number; caption: string },
): Promise<string> {
  const [id, blobId] = [randomUUID(), randomUUID()];
  await sql`insert into media_file (agency_id, id, unused_since) values (${agencyId}, ${blobId}, null)`;
  await sql`
    insert into media_blob (agency_id, id, sha256, media_type, bytes, width, height)
    values (${agencyId}, ${blobId}, ${randomBytes(32)}, 'image/jpeg', 1000000, 1200, 800)
  `;
  await sql`
    insert into asset (agency_id, id, client_id, blob_id, file_name, alt, credit, caption)
    values (${agencyId}, ${id}, ${clientId}, ${blobId}, 'bild.jpg', 'Ein Bild', 'Foto: A. Ärger', ${caption})
  `;
  return id;
}
