import { createHash } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import type { ImportKind } from "../../../service/features/insights/import/kinds.ts";
import { receiveUpload, startUpload } from "../../../service/features/insights/uploads/receive-upload.ts";
import type { Upload } from "../../../service/features/insights/uploads/schema.ts";
import { createDatabaseFileStore } from "../../../service/features/media/database-file-store.ts";
import type { MediaStore } from "../../../service/features/media/store-files.ts";
import { appendUpload, partBytesMax } from "../../../service/features/media/uploads.ts";
import type { Sql } from "../../../service/floor/db/open.ts";
import { createLog } from "../../../service/log.ts";

export const byOperator = {
  actor: { type: "operator", id: null },
  requestId: "019aa000-0000-7000-8000-000000000000",
} as const;

/** Where the parts of files lie when no outside store is named. */
export function storeOf(sql: Sql): MediaStore {
  return { sql, log: createLog("silent", () => {}), fileStore: createDatabaseFileStore(sql) };
}

/** A file of clippings as it is after all its parts have come. */
export async function handOver(
  sql: Sql,
  agencyId: number,
  content: Uint8Array | string,
  kind: ImportKind = "media-mentions",
): Promise<Upload> {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  const input = { kind, fileName: "a.csv", bytes: bytes.byteLength } as const;
  const uploadId = await startUpload(sql, agencyId, input);
  for (let position = 0; position < bytes.byteLength; position += partBytesMax) {
    const part = bytes.subarray(position, position + partBytesMax);
    await appendUpload(storeOf(sql), agencyId, { uploadId, position, bytes: part });
  }
  return await receiveUpload(storeOf(sql), agencyId, { uploadId, ...byOperator });
}

/** A file that was taken in, without its rows. */
export async function createTestImport(sql: Sql, agencyId: number, kind = "media-mentions"): Promise<string> {
  const id = uuidv7();
  await sql`
    insert into insight_import (agency_id, id, kind, file_name, file_hash, rows)
    values (${agencyId}, ${id}, ${kind}, 'clippings.csv', sha256(${id}::text::bytea), 1)
  `;
  return id;
}

/** A feed whose next reading is far away. */
export async function createTestProvider(
  sql: Sql,
  agencyId: number,
  url = "https://feed.example/",
): Promise<string> {
  const id = uuidv7();
  await sql`
    insert into provider_connection (agency_id, id, kind, name, url, next_check_at)
    values (${agencyId}, ${id}, 'rss', 'Medienbeobachtung', ${url}, now() + interval '1 day')
  `;
  return id;
}

/** Columns of a table as a test wants them; the rest is what is valid for an imported row. */
export type Columns = Record<string, string | number | null | string[] | Date | Uint8Array>;

export async function insertMention(sql: Sql, agencyId: number, columns: Columns): Promise<void> {
  const id = uuidv7();
  const row: Columns = {
    agency_id: agencyId,
    id,
    item_hash: createHash("sha256").update(id).digest(),
    medium: "Weser-Kurier",
    media_type: "online",
    headline: "Neues Werk in Bremen",
    url: `https://www.weser-kurier.example/${id}`,
    published_at: new Date(),
    match_type: "mention",
    origin: "imported",
    source: "Clipping-Dienst",
    method: "CSV-Import",
    observed_at: new Date(),
    confidence: "high",
    ...columns,
  };
  await sql`insert into media_mention ${sql(row)}`;
}

export async function insertSearch(sql: Sql, agencyId: number, columns: Columns): Promise<void> {
  const row: Columns = {
    agency_id: agencyId,
    id: uuidv7(),
    query: "werk bremen",
    clicks: 12,
    impressions: 480,
    ctr: 0.025,
    position: 3.4,
    period_from: new Date(),
    period_to: new Date(),
    origin: "imported",
    source: "Google Search Console",
    method: "CSV-Import",
    observed_at: new Date(),
    confidence: "high",
    ...columns,
  };
  await sql`insert into search_visibility ${sql(row)}`;
}

export async function insertSample(sql: Sql, agencyId: number, columns: Columns): Promise<void> {
  const row: Columns = {
    agency_id: agencyId,
    id: uuidv7(),
    engine: "ChatGPT",
    model: "gpt-5-mini",
    prompt: "Wer baut in Bremen ein Werk?",
    runs: 20,
    mentioned: 8,
    cited: 5,
    cited_urls: ["https://newsroom.example/werk"],
    observed_at: new Date(),
    origin: "imported",
    source: "Messreihe",
    method: "CSV-Import",
    confidence: "low",
    ...columns,
  };
  await sql`insert into ai_visibility_run ${sql(row)}`;
}
