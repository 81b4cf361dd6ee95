import { afterAll } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { importFile } from "../../../service/features/insights/import/import-file.ts";
import type { ImportKind } from "../../../service/features/insights/import/kinds.ts";
import { fileSource } from "../../../service/features/insights/import/source.ts";
import { isStored } from "../../../service/features/insights/import/stored-sql.ts";
import { databaseScene } from "../../support/cast.ts";

export const mentionHeading =
  "release_id,medium,media_type,headline,url,published_at,match_type,reach,source";

/** An agency with a release, and files of it as they are taken in. */
export function importScene() {
  const { sql, agency, release, address } = databaseScene({ connectionsMax: 4 });
  const folder = mkdtempSync(join(tmpdir(), "prs-import-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  let files = 0;

  function file(content: string | Uint8Array): string {
    files += 1;
    const path = join(folder, `file-${files}.csv`);
    writeFileSync(path, content);
    return path;
  }
  const importText = (kind: ImportKind, content: string | Uint8Array) =>
    importFile(sql, agency.agencyId, { kind, source: fileSource(file(content)), waitMs: 10_000 });
  /** A row of a mention; each differs by its address. */
  const mention = (
    n: number | string,
    cells: Partial<Record<"headline" | "published_at" | "reach", string>> = {},
  ) =>
    `${release.pressReleaseId},Weser-Kurier,online,${cells.headline ?? "Neues Werk"},https://weser.example/${n},${cells.published_at ?? "2026-11-02"},mention,${cells.reach ?? ""},Clipping`;
  const countAll = async () => {
    const [row] = await sql<{ count: number }[]>`
      select
        (select count(*) from media_mention where ${isStored(sql, agency.agencyId, "media_mention")}) + (select count(*) from search_visibility)
          + (select count(*) from ai_visibility_run) + (select count(*) from insight_import where state = 'stored') as count
    `;
    return row?.count;
  };

  return { sql, agency, release, address, folder, file, importText, mention, countAll };
}
