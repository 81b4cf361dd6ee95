import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { v7 as uuidv7 } from "uuid";
import { signConversion } from "../../sdk/src/sign-conversion.ts";
import { migrate } from "../../service/db/migrate.ts";
import { migrations } from "../../service/db/migrations.ts";
import { openDatabase, type Sql } from "../../service/db/open.ts";
import { generateKey, hashKey } from "../../service/keys/key-format.ts";
import { newestPrograms, startPostgres } from "../support/postgres.ts";
import { startRedis } from "../support/redis.ts";
import { createFolder } from "../support/server-process.ts";
import { startServiceProcess } from "../support/service-process.ts";
import type { Figure, Report } from "./figure.ts";

const connections = 64;
const agenciesTotal = 10_000;
const rounds = 5;
const secondsPerRound = 4;

type Credentials = { key: string; pressReleaseId: number };

/**
 * P1: signed `POST /conversions` with every check on, durable commits and Redis, against `pgbench` with one prepared
 * single-row insert into a table of the same columns and indexes. Rounds alternate; the ratio is taken round by round.
 */
export async function benchConversions(report: Report): Promise<Figure[]> {
  const [server, redis] = await Promise.all([startPostgres({ durable: true }), startRedis()]);
  const database = await openDatabase({ databaseUrl: server.url, dataDirectory: "", connectionsMax: 2 });
  await migrate(database.sql, migrations);
  report(`preparing ${agenciesTotal} agencies`);
  const credentials = await createAgencies(database.sql);
  const service = await startServiceProcess({
    DATABASE_URL: server.url,
    REDIS_URL: redis.url,
    LOG_LEVEL: "warn",
  });
  const script = writeReferenceScript();
  const ratios: number[] = [];
  const details: string[] = [];
  await measureService(service.url, credentials, 2);
  for (let round = 1; round <= rounds; round += 1) {
    const reference = measureReference(server.port, script);
    const own = await measureService(service.url, credentials, secondsPerRound);
    ratios.push(own / reference);
    details.push(`${Math.round(own)} / ${Math.round(reference)} per second`);
    report(`round ${round} of ${rounds}: ${details.at(-1)}`);
  }
  await service.stop();
  await database.close();
  await Promise.all([server.stop(), redis.stop()]);
  return [
    {
      id: "P1",
      what: "signed POST /conversions, 64 connections",
      reference: "pgbench, 64 clients, one-row insert",
      target: { atLeast: 1 },
      values: ratios,
      details,
    },
  ];
}

/** Agencies, keys and releases in three statements: through the commands it would take minutes. */
async function createAgencies(sql: Sql): Promise<Credentials[]> {
  const keys = Array.from({ length: agenciesTotal }, generateKey);
  await sql`
    insert into agency (name, plan, reference_pepper)
    select 'Agentur ' || n, 'agency', decode(repeat('00', 32), 'hex') from generate_series(1, ${agenciesTotal}::int) n
  `;
  await sql`
    insert into api_key (agency_id, id, name, prefix, key_hash)
    select n, id::uuid, 'bench', 'svc_key_', hash
    from unnest(${sql.array(keys.map(() => uuidv7()))}::text[], ${sql.array(keys.map(hashKey))}::bytea[]) with ordinality as k (id, hash, n)
  `;
  await sql`
    with clients as (
      insert into client (agency_id, name, slug) select id, 'Kunde', 'kunde-' || id from agency returning agency_id, id
    )
    insert into release (agency_id, client_id, slug, title, body_markdown, status, published_at)
    select agency_id, id, 'meldung', 'Meldung', 'Text', 'published', now() from clients
  `;
  await sql`create table reference_row (like conversion including all)`;
  await sql`alter table reference_row add foreign key (agency_id, release_id) references release (agency_id, id)`;
  await sql`analyze`;
  const rows = await sql<{ agencyId: number; id: number }[]>`select agency_id as "agencyId", id from release`;
  return rows.map(({ agencyId, id }) => ({ key: keys[agencyId - 1] ?? "", pressReleaseId: id }));
}

/** Requests a second that were stored, by 64 workers that each wait for their answer. */
async function measureService(url: string, credentials: Credentials[], seconds: number): Promise<number> {
  let stored = 0;
  let turn = Math.floor(Math.random() * credentials.length);
  const end = performance.now() + seconds * 1000;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < end) {
        turn = (turn + 1) % credentials.length;
        const { key, pressReleaseId } = credentials[turn] ?? { key: "", pressReleaseId: 0 };
        const body = JSON.stringify({
          eventId: uuidv7(),
          pressReleaseId,
          kind: "lead",
          value: 49.9,
          currency: "EUR",
          occurredAt: new Date().toISOString(),
        });
        const { headers } = await signConversion({ apiKey: key, body });
        const response = await fetch(`${url}/api/reporting/v1/conversions`, {
          method: "POST",
          body,
          headers: { ...headers, "x-api-key": key },
        });
        await response.arrayBuffer();
        if (response.status !== 201) throw new Error(`The service answered ${response.status}.`);
        stored += 1;
      }
    }),
  );
  return stored / ((performance.now() - started) / 1000);
}

function writeReferenceScript(): string {
  const path = join(createFolder("bench-", "postgres"), "insert.sql");
  writeFileSync(
    path,
    `\\set agency random(1, ${agenciesTotal})
insert into reference_row (agency_id, event_id, id, release_id, kind, value, currency, occurred_at)
values (:agency, gen_random_uuid()::text, gen_random_uuid(), (select id from release where agency_id = :agency), 'lead', 49.9, 'EUR', now());
`,
  );
  return path;
}

function measureReference(port: number, script: string): number {
  const args = [
    "-h",
    "127.0.0.1",
    "-p",
    String(port),
    "-U",
    "postgres",
    "-n",
    "-M",
    "prepared",
    "-c",
    String(connections),
    "-j",
    "2",
    "-T",
    String(secondsPerRound),
    "-f",
    script,
    "postgres",
  ];
  const result = spawnSync(join(newestPrograms(), "pgbench"), args, { encoding: "utf8" });
  const rate = /tps = ([\d.]+)/.exec(result.stdout)?.[1];
  if (rate === undefined) throw new Error(`pgbench gave no figure: ${result.stderr}`);
  return Number(rate);
}
