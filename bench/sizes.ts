import { dimensions } from "../service/features/measurement/dimensions.ts";
import { migrate } from "../service/floor/db/migrate.ts";
import { migrations } from "../service/floor/db/migrations.ts";
import { openDatabase, type Sql } from "../service/floor/db/open.ts";
import { startPostgres } from "../test/support/postgres.ts";
import { seededChance } from "../test/support/seeded-chance.ts";
import { createTestAgency } from "../test/support/service.ts";
import { startServiceProcess } from "../test/support/service-process.ts";
import type { Bench, Figure, Report } from "./figure.ts";
import { familyMemory, residentMemory } from "./support/resident-memory.ts";
import { type WrittenWeek, writeWeek } from "./support/simulated-week.ts";

/** Agencies of the three sizes. What an agency takes has to be the same at each, or it can't be extrapolated. */
const sizes = [1, 3, 10] as const;
/** An agency of ten clients with two releases a month each. */
const clients = 10;
const releasesOfYear = 240;
/** Days on which a release is read by somebody, people and two kinds of machines. */
const daysRead = 60;
const valuesOfDay = 8;
/** Half as much again would mean that the cost grows with the number of agencies. */
const growthMax = 1.5;

/**
 * What the database and the service take for a year of 1, 3 and 10 agencies, and what a week of readers adds that is written as the
 * service writes it; docs/operations.md, "Sizes", rests on it.
 */
export const benchSizes: Bench = { measure, isNamedOnly: true };

async function measure(report: Report): Promise<Figure[]> {
  const server = await startPostgres({ durable: true });
  const { sql, close } = await openDatabase({
    databaseUrl: server.url,
    dataDirectory: "",
    connectionsMax: 1,
  });
  await migrate(sql, migrations);
  await sql`set statement_timeout = 0`;
  const empty = await bytesOf(sql);
  const chance = seededChance(31);
  const each: number[] = [];
  const weeks: WrittenWeek = { hits: 0, visitors: 0 };
  let agencies = 0;
  for (const size of sizes) {
    for (; agencies < size; agencies += 1) {
      const { agencyId } = await createTestAgency(sql);
      const releaseIds = await insertYear(sql, agencyId);
      const { hits, visitors } = await writeWeek(sql, agencyId, { releaseIds, chance });
      weeks.hits += hits;
      weeks.visitors += visitors;
    }
    await sql`vacuum (analyze)`;
    const { hitBytes, visitorBytes } = await bytesOfWeek(sql);
    report(
      `${size} agencies, a week: ${weeks.hits.toLocaleString("en")} hits of ${(hitBytes / weeks.hits).toFixed(0)} bytes, ${weeks.visitors.toLocaleString("en")} visitors of releases with ${(visitorBytes / weeks.visitors).toFixed(0)} bytes`,
    );
    const service = await startServiceProcess({ DATABASE_URL: server.url, LOG_LEVEL: "warn" });
    await Bun.sleep(settleMs);
    const [used] = await sql<{ connections: number }[]>`
      select count(*)::integer as connections from pg_stat_activity where application_name = 'pr-service'
    `;
    const { residentMb } = residentMemory(service.process.pid);
    const database = familyMemory(server.pid());
    await service.stop();
    const years = (await bytesOf(sql)) - empty - hitBytes - visitorBytes;
    each.push(years / size / 1_000_000);
    report(
      `${size} agencies: ${each.at(-1)?.toFixed(1)} MB each, ${used?.connections} connections, ${residentMb.toFixed(0)} MB of the service, ${database.proportionalMb.toFixed(0)} MB of PostgreSQL`,
    );
  }
  await close();
  await server.stop();
  return [
    {
      id: "SIZES",
      what: `database of an agency's year, with ${sizes.at(-1)} agencies`,
      reference: "with one",
      target: { atMost: growthMax },
      values: [(each.at(-1) ?? 0) / (each[0] ?? 1)],
      details: each.map((megabytes) => `${megabytes.toFixed(1)} MB`),
    },
  ];
}

/** Until its first loops have run. */
const settleMs = 3_000;

async function bytesOf(sql: Sql): Promise<number> {
  const [row] = await sql<{ bytes: number }[]>`select pg_database_size(current_database())::bigint as bytes`;
  return Number(row?.bytes ?? 0);
}

/** Raw hits, and what is kept of their visitors for two days. */
async function bytesOfWeek(sql: Sql): Promise<{ hitBytes: number; visitorBytes: number }> {
  const [row] = await sql<{ hitBytes: number; visitorBytes: number }[]>`
    select
      coalesce(sum(pg_total_relation_size(inhrelid)) filter (where inhparent = 'hit'::regclass), 0)::bigint as "hitBytes",
      coalesce(sum(pg_total_relation_size(inhrelid)) filter (where inhparent <> 'hit'::regclass), 0)::bigint as "visitorBytes"
    from pg_inherits
    join pg_class as parent on parent.oid = inhparent
    where parent.relkind = 'p'
  `;
  return { hitBytes: Number(row?.hitBytes ?? 0), visitorBytes: Number(row?.visitorBytes ?? 0) };
}

/** Clients, releases and sums. Pictures and files are a matter of how much is read and uploaded: docs/operations.md. */
async function insertYear(sql: Sql, agencyId: number): Promise<number[]> {
  await sql`
    insert into client (agency_id, name, slug)
    select ${agencyId}, 'Kunde ' || n, ${`agentur-${agencyId}-`} || n
    from generate_series(1, ${clients}::integer) as n
  `;
  const releases = await sql<{ id: number }[]>`
    insert into release (agency_id, client_id, slug, title, body_markdown, status, published_at)
    select
      ${agencyId}, c.id, 'meldung-' || n, 'Meldung ' || n, repeat(md5(n::text) || ' ', 100), 'published',
      now() - n * interval '36 hours'
    from (select id, row_number() over (order by id) as position from client where agency_id = ${agencyId}) as c
    join generate_series(1, ${releasesOfYear}::integer) as n on n % ${clients} + 1 = c.position
    returning id
  `;
  await sql`
    insert into hit_day (
      agency_id, release_id, day, class, requests, visitors, visits, interactions, beacons, engaged_ms,
      scroll_25, scroll_50, scroll_75, scroll_100, levels
    )
    select ${agencyId}, id, published_at::date + after, class, 12, 9, 9, 2, 8, 90000, 8, 6, 4, 2, 2
    from release
    cross join generate_series(0, ${daysRead - 1}::integer) as after
    cross join unnest(array[0, 2, 4]::smallint[]) as class
    where agency_id = ${agencyId}
  `;
  await sql`
    insert into hit_day_dimension (agency_id, release_id, day, dimension, value_id, count, visitors, visits)
    select ${agencyId}, id, published_at::date + after, ${dimensions.source}, value, 6, 5, 5
    from release
    cross join generate_series(0, ${daysRead - 1}::integer) as after
    cross join generate_series(1, ${valuesOfDay}::integer) as value
    where agency_id = ${agencyId}
  `;
  return releases.map(({ id }) => id);
}
