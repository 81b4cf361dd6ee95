import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { migrate } from "../../service/floor/db/migrate.ts";
import { migrations } from "../../service/floor/db/migrations.ts";
import { openDatabase } from "../../service/floor/db/open.ts";
import { templateFolder } from "./environment.ts";

/**
 * Makes a data directory with an embedded database that is migrated already, as a copy of one that is made once for
 * these migrations: creating one anew takes 2 to 5 s, copying its 39 MB a tenth of a second.
 */
export async function createEmbeddedDirectory(): Promise<string> {
  const template = await ensureEmbeddedTemplate();
  const directory = mkdtempSync(join(tmpdir(), "prs-"));
  cpSync(join(template, "database"), join(directory, "database"), { recursive: true });
  return directory;
}

/** Makes the template unless it is there, and returns its path. */
export async function ensureEmbeddedTemplate(): Promise<string> {
  const template = join(templateFolder(), `prs-template-${templateVersion()}`);
  if (!existsSync(template)) await buildTemplate(template);
  return template;
}

function templateVersion(): string {
  const hash = createHash("sha256").update(packageJson.dependencies["@electric-sql/pglite"]);
  for (const { name, statements } of migrations) hash.update(name).update(statements);
  return hash.digest("hex").slice(0, 16);
}

/** Renaming is atomic: of two processes that build at once, one wins and the other throws its own away. */
async function buildTemplate(template: string): Promise<void> {
  const draft = mkdtempSync(`${template}-`);
  const place = { databaseUrl: null, dataDirectory: draft, embeddedSync: false };
  const database = await openDatabase({ ...place, connectionsMax: 1 });
  await migrate(database.sql, migrations);
  await database.close();
  try {
    renameSync(draft, template);
  } catch {
    rmSync(draft, { recursive: true, force: true });
  }
}
