import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareDatabase } from "../../build/prepare-database.ts";
import packageJson from "../../package.json" with { type: "json" };
import { unpackPreparedDatabase } from "../../service/floor/db/embedded/unpack-prepared-database.ts";
import { migrations } from "../../service/floor/db/migrations.ts";
import { templateFolder } from "./environment.ts";

/** The program finds it by this name. */
const archiveName = "prepared-database.tar.gz";

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
  const template = join(templateFolder(), `prs-prepared-${templateVersion()}`);
  if (!existsSync(template)) await buildTemplate(template);
  return template;
}

/** The same database as the archive that a compiled program holds. */
export async function ensurePreparedArchive(): Promise<string> {
  return join(await ensureEmbeddedTemplate(), archiveName);
}

function templateVersion(): string {
  const hash = createHash("sha256").update(packageJson.dependencies["@electric-sql/pglite"]);
  for (const { name, statements } of migrations) hash.update(name).update(statements);
  return hash.digest("hex").slice(0, 16);
}

/** Renaming is atomic: of two processes that build at once, one wins and the other throws its own away. */
async function buildTemplate(template: string): Promise<void> {
  const draft = mkdtempSync(`${template}-`);
  const archive = join(draft, archiveName);
  await prepareDatabase(archive);
  await unpackPreparedDatabase(join(draft, "database"), { isSynced: false, archive });
  try {
    renameSync(draft, template);
  } catch {
    rmSync(draft, { recursive: true, force: true });
  }
}
