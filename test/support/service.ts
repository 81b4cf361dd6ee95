import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { insertAgency } from "../../service/features/agencies/sql.ts";
import { insertClient } from "../../service/features/clients/sql.ts";
import { insertKey } from "../../service/features/keys/sql.ts";
import { publishAtOnce } from "../../service/features/workflow/releases/sql.ts";
import { openDatabase, type Sql } from "../../service/floor/db/open.ts";
import { connectionsMin } from "../../service/floor/db/share-connections.ts";
import { createLog } from "../../service/log.ts";
import { readConfig } from "../../service/program/config.ts";
import type { Environment } from "../../service/program/environment/plain-reader.ts";
import { registerFormats } from "../../service/schema.ts";
import { createDistributedDatabase } from "./citus.ts";
import { createEmbeddedDirectory } from "./embedded-template.ts";
import { databasesOfTheRun, isCitusRun, runtimeOfTheRun } from "./environment.ts";
import { findSecret } from "./find-secret.ts";
import { keepLog } from "./kept-logs.ts";
import { ensureMigratedTemplate, ensureStartedTemplate } from "./migrated-postgres.ts";
import { startOnOtherRuntime } from "./other-runtime.ts";
import { portOf } from "./port-of.ts";
import { sharedRedis } from "./redis.ts";
import { testKeyFile } from "./seal.ts";
import { takeEmbedded } from "./shared-embedded.ts";
import { bySocket, createDatabase, createLastingDatabase } from "./shared-postgres.ts";
import { type SharableService, type TestService, takeService } from "./shared-service.ts";

export type DatabaseKind = "embedded" | "server";

export type { TestService };

const both: readonly DatabaseKind[] = ["embedded", "server"];
const isElsewhere = runtimeOfTheRun() !== null || isCitusRun();
const ofRun = isElsewhere ? "server" : databasesOfTheRun();

/**
 * The two set-ups for tests of what a database does: statements, locks, counting, what is left after a fault. Pages, files and passwords
 * know neither of them: their tests are on "server" alone, because the embedded one takes more than half of the time of both.
 */
export const databaseKinds: readonly DatabaseKind[] =
  ofRun === "both" || ofRun === "where-they-differ" ? both : [ofRun];

/**
 * The same for tests that ask the whole service for something. A run of all has them on "server" alone, and asks the whole service for
 * everything once on the embedded one. `bun run test:embedded` has them there, and so has who names a file.
 */
export const serviceKinds: readonly DatabaseKind[] =
  ofRun === "where-they-differ" ? ["server"] : databaseKinds;

/** An empty, migrated PostgreSQL database of the run's server, as a URL. */
export async function createMigratedDatabase(
  ensureCopied: () => Promise<string> = ensureMigratedTemplate,
): Promise<string> {
  const distributed = await createDistributedDatabase();
  if (distributed !== null) return distributed;
  return await createDatabase(await ensureCopied());
}

/** In the names that operators use, beyond what is as in each test. */
type StartOptions = { environment?: Environment; isShared?: boolean };

/**
 * Starts the whole service inside the test process: `embedded` on PGlite with limits in memory, `server` on real PostgreSQL and Redis. The
 * embedded database, and the service on real servers that nothing is said of, are shared with the other files of this process and emptied
 * before. `environment` adds to its configuration, in the names that operators use. What a service does by itself is off, unless it says
 * `LOOPS: "on"`. In a run that is about another runtime, `server` is a child process on that one.
 */
export async function startTestService(
  kind: DatabaseKind,
  environment: Environment = {},
): Promise<TestService> {
  const isAsItIs = kind === "server" && Object.keys(environment).length === 0 && !isElsewhere;
  const taken = isAsItIs ? await takeService(() => startOwnService(kind, { isShared: true })) : null;
  const service = taken ?? (await startOwnService(kind, { environment }));
  return {
    ...service,
    async stop() {
      await service.stop();
      for (const line of service.logged) {
        const secret = findSecret(line);
        if (secret !== null) throw new Error(`A secret stands in the log: ${secret.excerpt}`);
      }
    },
  };
}

async function startOwnService(
  kind: DatabaseKind,
  { environment = {}, isShared = false }: StartOptions,
): Promise<SharableService> {
  const taken = kind === "embedded" ? await takeEmbedded() : null;
  const dataDirectory =
    taken?.dataDirectory ??
    (kind === "embedded" ? await createEmbeddedDirectory() : mkdtempSync(join(tmpdir(), "prs-")));
  const servers = kind === "server" ? await takeServers(isShared) : {};
  const settings: Environment = {
    DATA_DIR: dataDirectory,
    EMBEDDED_SYNC: "off",
    ...servers,
    PORT: "0",
    LOOPS: "off",
    // The fewest: a session learns every table and statement anew, and took a seventh of a run's processor time.
    DATABASE_CONNECTIONS: String(connectionsMin),
    REPORT_SIGNING_KEY_FILE: testKeyFile(),
    ...environment,
  };
  const logged: string[] = [];
  const runtime = runtimeOfTheRun();
  const service = await (servers.DATABASE_URL === undefined || runtime === null
    ? startHere(settings, { logged, sharesEmbedded: taken !== null })
    : startElsewhere(runtime, { ...settings, DATABASE_URL: servers.DATABASE_URL }, logged));
  return {
    url: service.url,
    sql: service.sql,
    redisUrl: servers.REDIS_URL,
    logged,
    async stop() {
      await service.stop();
      taken?.giveBack();
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
}

/** A database and a Redis database: of the file, or for as long as the process runs. */
async function takeServers(isShared: boolean): Promise<{ DATABASE_URL?: string; REDIS_URL?: string }> {
  const template = ensureStartedTemplate;
  const databaseUrl = await (isShared
    ? createLastingDatabase(await template())
    : createMigratedDatabase(template));
  const redis = await sharedRedis();
  return { DATABASE_URL: isElsewhere ? databaseUrl : await bySocket(databaseUrl), REDIS_URL: redis.url };
}

/** A service counts by itself where Redis takes longer than 100 ms; on a busy machine it does, and no limit would be exact. */
const limitTimeoutMs = 5_000;

type Started = { url: string; sql: Sql; stop(): Promise<void> };

async function startHere(
  settings: Environment,
  { logged, sharesEmbedded }: { logged: string[]; sharesEmbedded: boolean },
): Promise<Started> {
  const log = createLog("debug", (line) => {
    logged.push(line);
    keepLog(line);
  });
  // Not before: it loads the whole program, a quarter of a second for each file that only starts the service as a process.
  const { startService } = await import("../../service/program/start-service.ts");
  const service = await startService(readConfig(settings), log, {
    migrates: true,
    sharesEmbedded,
    limitTimeoutMs,
  });
  // Nobody else is there: nearly a second less at each of the suite's many ends.
  return { url: service.url, sql: service.database.sql, stop: () => service.stop({ leavingMs: 0 }) };
}

async function startElsewhere(
  runtime: readonly string[],
  settings: Environment & { DATABASE_URL: string },
  logged: string[],
): Promise<Started> {
  const service = await startOnOtherRuntime(runtime, settings, (line) => logged.push(line));
  const database = await openDatabase({
    databaseUrl: settings.DATABASE_URL,
    dataDirectory: "",
    connectionsMax: 10,
  });
  return {
    url: service.url,
    sql: database.sql,
    async stop() {
      await service.stop();
      await database.close();
    },
  };
}

export type TestAgency = { agencyId: number; key: string; keyId: string };

/** Redis is shared by the files of a run and ids begin anew in each database, so every agency starts elsewhere. */
export async function createTestAgency(
  sql: Sql,
  input: { name?: string; plan?: "agency" | "starter"; hourlyLimit?: number } = {},
): Promise<TestAgency> {
  registerFormats();
  await sql`select setval(pg_get_serial_sequence('agency', 'id'), (random() * 1000000000)::integer + 1)`;
  const agencyId = await insertAgency(sql, {
    name: input.name ?? "Nordlicht Kommunikation",
    plan: input.plan ?? "agency",
    hourlyLimit: input.hourlyLimit ?? 100_000,
  });
  const { id, key } = await insertKey(sql, agencyId, { name: "test", expiresAt: null });
  return { agencyId, key, keyId: id };
}

export type TestRelease = { pressReleaseId: number; clientId: number; clientSlug: string; path: string };

/** Nothing is published in a newsroom without one. */
export const testImprint = { url: "https://example.org/impressum" };

let releasesCreated = 0;

/** A published release with a client of its own. */
export async function createTestRelease(
  sql: Sql,
  agencyId: number,
  input: { title?: string; bodyMarkdown?: string; clientName?: string } = {},
): Promise<TestRelease> {
  releasesCreated += 1;
  const client = await insertClient(sql, agencyId, {
    name: input.clientName ?? "Müller Maschinenbau",
    slugs: [`kunde-${agencyId}-${releasesCreated}`],
    contactEmail: "presse@example.org",
    imprint: testImprint,
  });
  const release = await publishAtOnce(sql, client.clientId, {
    title: input.title ?? "Neues Werk in Bremen eröffnet",
    bodyMarkdown:
      input.bodyMarkdown ?? "Bremen. Das Werk hat **120** Arbeitsplätze. [Mehr](https://example.org/werk)",
    slugs: ["neues-werk"],
    publishedAt: null,
  });
  const path = `/newsroom/${client.slug}/${release.slug}`;
  return { pressReleaseId: release.pressReleaseId, clientId: client.clientId, clientSlug: client.slug, path };
}

/** A port that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const port = portOf(server);
      server.close(() => resolve(port));
    });
  });
}
