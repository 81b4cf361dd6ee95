import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type TransferredTable, transfer } from "../../../../service/edges/cli/transfer/transfer.ts";
import { type Database, openDatabase, type Sql } from "../../../../service/floor/db/open.ts";
import { createEmbeddedDirectory } from "../../../support/embedded-template.ts";
import { isCitusRun } from "../../../support/environment.ts";
import { thrownBy } from "../../../support/error-of.ts";
import { removeFolder } from "../../../support/server-process.ts";
import { createMigratedDatabase } from "../../../support/service.ts";
import { createDatabase } from "../../../support/shared-postgres.ts";
import { emptySources } from "./support/empty-sources.ts";

const hitsTotal = 5_000;

describe("a transfer from the embedded database to PostgreSQL", () => {
  let directory: string;
  let from: Database;
  let to: Database;
  let tables: TransferredTable[];

  beforeAll(async () => {
    directory = await createEmbeddedDirectory();
    from = await openDatabase({ databaseUrl: null, dataDirectory: directory, connectionsMax: 2 });
    await fill(from.sql);
    to = await openDatabase({ databaseUrl: await createDatabase(), dataDirectory: "", connectionsMax: 2 });
    tables = await transfer(from, to, () => undefined);
  });
  afterAll(async () => {
    await from.close();
    await to.close();
    removeFolder(directory);
  });
  const emptySource = emptySources();

  test("brings every row: bytes, JSON, arrays, ranges, decimals and odd texts", async () => {
    expect(tables.find(({ name }) => name === "hit")?.rows).toBe(hitsTotal);
    await both((sql) => sql`select * from agency order by id`);
    await both((sql) => sql`select * from release order by id`);
    await both((sql) => sql`select *, activity::text as activity_text from visitor_day order by visitor_id`);
    await both((sql) => sql`select * from conversion order by event_id`);
    await both((sql) => sql`select job_id, number, md5(bytes) as hash from export_chunk order by number`);
    await both((sql) => sql`select * from hit order by occurred_at, id limit 100`);
  });

  test("brings partitions with their bounds and their room for updates", async () => {
    await both(
      (sql) => sql`
        select relname, pg_get_expr(relpartbound, oid) as bounds, reloptions
        from pg_class
        where relispartition and relkind = 'r'
        order by relname
      `,
    );
  });

  test("goes on counting where the source stood", async () => {
    const [row] = await to.sql<{ id: number }[]>`
      insert into agency (name, plan, reference_pepper)
      values ('Danach', 'agency', decode(repeat('00', 32), 'hex'))
      returning id
    `;
    expect(row?.id).toBe(8);
  });

  test("leaves every key checked, and none deferrable", async () => {
    const [row] = await to.sql`
      select count(*) filter (where condeferrable)::integer as deferrable, bool_and(convalidated) as validated
      from pg_constraint
      where contype = 'f'
    `;
    expect(row).toEqual({ deferrable: 0, validated: true });
  });

  test("refuses a target that holds rows, or somebody else's tables, and leaves it as it is", async () => {
    expect(await thrownBy(transfer(from, to, () => undefined))).toThrow("not empty");
    const foreignUrl = await createDatabase();
    const foreign = await openDatabase({ databaseUrl: foreignUrl, dataDirectory: "", connectionsMax: 2 });
    await foreign.sql`create table wp_posts (id integer)`;
    expect(await thrownBy(transfer(from, foreign, () => undefined))).toThrow("wp_posts");
    const found = await foreign.sql`select relname from pg_class where relname in ('agency', 'migration')`;
    expect([...found]).toEqual([]);
    await foreign.close();
  });

  if (isCitusRun()) {
    test("refuses a target that is distributed, and says in which order to go", async () => {
      const databaseUrl = await createMigratedDatabase();
      const distributed = await openDatabase({ databaseUrl, dataDirectory: "", connectionsMax: 2 });
      expect(await thrownBy(transfer(from, distributed, () => undefined))).toThrow("pr-service distribute");
      await distributed.close();
    });
  }

  test("keeps nothing when a single row arrives changed", async () => {
    const url = await createDatabase();
    const broken = await openDatabase({ databaseUrl: url, dataDirectory: "", connectionsMax: 2 });
    await transfer((await emptySource()).database, broken, () => undefined);
    await broken.sql.unsafe(`
      create function change() returns trigger language plpgsql as
        $$ begin new.title := new.title || ' '; return new; end $$;
      create trigger change before insert on release for each row execute function change();
    `);
    expect(await thrownBy(transfer(from, broken, () => undefined))).toThrow('"release" arrived');
    const [row] = await broken.sql`select (select count(*) from agency)::integer as agencies`;
    expect(row?.agencies).toBe(0);
    await broken.close();
  });

  /** The same question to both databases. */
  async function both(ask: (sql: Sql) => Promise<unknown>): Promise<void> {
    expect(await ask(to.sql)).toEqual(await ask(from.sql));
  }
});

async function fill(sql: Sql): Promise<void> {
  await sql`
    insert into agency (id, name, plan, reference_pepper)
    overriding system value
    values (7, 'Größe & Söhne \\ "GmbH", {}', 'agency', decode(repeat('00ff5c22', 8), 'hex'))
  `;
  await sql`select setval(pg_get_serial_sequence('agency', 'id'), 7)`;
  await sql`insert into client (agency_id, name, slug) values (7, 'Kunde', 'kunde')`;
  await sql`
    insert into release (
      agency_id, client_id, slug, title, body_markdown, keywords, status, published_at
    )
    select
      7, 1, 'titel-' || n, E'Zeile\\n\\t"(,)" \\\\ 🎉', repeat('x', 10000), array['a,b', 'c"d', '', 'null'], 'published', now()
    from generate_series(1, 20) as n
  `;
  await sql`
    insert into audit (agency_id, id, actor_type, action, subject_type, subject_id, details)
    values (
      7, gen_random_uuid(), 'operator', 'release.archived', 'release', '1',
      '{"größe": 1.50, "leer": null, "text": "\\\\u00e4\\\\n"}'
    )
  `;
  await sql`
    insert into conversion (agency_id, event_id, id, release_id, kind, value, currency, occurred_at)
    select 7, 'e' || n, gen_random_uuid(), 1, 'lead', n / 7.0, 'EUR', now() - n * interval '1.000001 seconds'
    from generate_series(1, 500) as n
  `;
  await sql`
    insert into export_chunk (agency_id, job_id, artifact_id, number, bytes)
    select 7, '00000000-0000-7000-8000-000000000000', '00000000-0000-7000-8000-000000000001', n,
      decode(repeat(md5(n::text), 16384), 'hex')
    from generate_series(1, 8) as n
  `;
  await sql.unsafe(`
    create table hit_20260102 (like hit including defaults including constraints including indexes);
    alter table hit attach partition hit_20260102
      for values from ('2026-01-02 00:00:00+00') to ('2026-01-03 00:00:00+00');
    create table visitor_day_20260102 (like visitor_day including defaults including constraints including indexes)
      with (fillfactor = 60);
    alter table visitor_day attach partition visitor_day_20260102 for values from ('2026-01-02') to ('2026-01-03');
  `);
  await sql`
    insert into hit (agency_id, occurred_at, visitor_id, newsroom_id, kind, class, reasons, device)
    select 7, '2026-01-02T00:00:00Z'::timestamptz + n * interval '10.123456 seconds', n * 1234567890123, 1, 0, 0, 0, 0
    from generate_series(1, ${hitsTotal}) as n
  `;
  await sql`
    insert into visitor_day (
      agency_id, day, release_id, class, visitor_id, activity, visits, channels, interaction_kinds,
      new_visitors, new_visits, new_channels, new_interaction_kinds
    )
    select 7, '2026-01-02', 1, 0, n,
      tstzmultirange(
        tstzrange('2026-01-02 01:00:00.5+00', '2026-01-02 02:00:00+00'),
        tstzrange('2026-01-02 05:00:00+00', '2026-01-02 06:00:00+00')
      ), 2, 1, 0, 1, 2, 1, 0
    from generate_series(1, 10) as n
  `;
}
