import { beforeAll, describe, expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { type ImportResult, importFile } from "../../../service/features/insights/import/import-file.ts";
import { fileSource } from "../../../service/features/insights/import/source.ts";
import { isStored } from "../../../service/features/insights/import/stored-sql.ts";
import { childEnvironment } from "../../support/environment.ts";
import { thrownBy } from "../../support/error-of.ts";
import { ownProgram } from "../../support/own-program.ts";
import { until } from "../../support/until.ts";
import { importScene, mentionHeading } from "./import-scene.ts";

describe("importing files", () => {
  const { sql, agency, address, folder, file, importText, mention, countAll } = importScene();
  let agencyId: number;
  beforeAll(() => {
    ({ agencyId } = agency);
  });

  test("the command shows progress on stderr, prints one JSON document, and exits 1 for bad rows", async () => {
    const good = await runImport(file([mentionHeading, mention("cli")].join("\n")));
    expect(good).toMatchObject({ code: 0, result: { outcome: "imported", inserted: 1 } });
    expect(good.stderr).toMatch(/file-\d+\.csv: 100 %/);
    const bad = await runImport(file([mentionHeading, mention("cli", { reach: "x" })].join("\n")));
    expect(bad).toMatchObject({ code: 1, result: { outcome: "refused", badLines: [{ line: 2 }] } });
    expect(bad.stderr).toContain("pr-service: Nothing was imported: 1 of 1 rows");
    expect((await runImport(join(folder, "none.csv"))).code).toBe(2);
  });

  test("a process killed while it stores rows leaves nothing that counts, and the file can be taken in afterwards", async () => {
    await importText(
      "media-mentions",
      [mentionHeading, mention("kill-0", { headline: "Vorher" })].join("\n"),
    );
    const headline = async () => {
      const [row] = await sql<{ headline: string }[]>`
        select headline from media_mention
        where url like '%/kill-0' and ${isStored(sql, agencyId, "media_mention")}
      `;
      return row?.headline;
    };
    const before = await countAll();
    const path = file(
      [mentionHeading, ...Array.from({ length: 6_000 }, (_, n) => mention(`kill-${n}`))].join("\n"),
    );
    const child = spawn(...commandFor(path), { env: environment() });
    const ended = new Promise((resolve) => child.on("exit", (_code, signal) => resolve(signal)));
    await untilRowsAreStored();
    child.kill("SIGKILL");
    expect(await ended).toBe("SIGKILL");
    expect(await countAll()).toBe(before);
    expect(await headline()).toBe("Vorher");
    const again = () => importFile(sql, agencyId, { kind: "media-mentions", source: fileSource(path) });
    expect(await thrownBy(again())).toThrow("Another file of the agency is being stored");
    // As when the lease of the dead process has ended.
    await sql`update insight_import set lease_until = now() - interval '1 second' where state = 'storing'`;
    expect(await again()).toMatchObject({ inserted: 5_999, replaced: 1 });
    expect(await countAll()).toBe((before ?? 0) + 6_000);
    expect(await headline()).toBe("Neues Werk");
    const [left] = await sql<{ count: number }[]>`
      select count(*)::int as count from media_mention where superseded_by is not null
    `;
    expect(left?.count).toBe(0);
  });

  const environment = () => childEnvironment({ DATABASE_URL: address.databaseUrl, LOG_LEVEL: "silent" });
  const commandFor = (path: string) =>
    ownProgram(["import", "media-mentions", "--json", "--agency", String(agencyId), path]);

  function runImport(
    path: string,
  ): Promise<{ code: number | null; stderr: string; result: ImportResult | null }> {
    const child = spawn(...commandFor(path), { env: environment() });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (chunk) => {
      stdout += chunk;
    });
    child.stderr.on("data", (chunk) => {
      stderr += chunk;
    });
    return new Promise((resolve) =>
      child.on("close", (code) =>
        resolve({ code, stderr, result: stdout === "" ? null : JSON.parse(stdout) }),
      ),
    );
  }

  async function untilRowsAreStored(): Promise<void> {
    await until(async () => {
      const [row] = await sql`
        select 1
        from media_mention
        join insight_import on insight_import.agency_id = media_mention.agency_id and insight_import.id = import_id
        where insight_import.state = 'storing'
        limit 1
      `;
      return row;
    });
  }
});
