import { afterAll, beforeAll, expect, test } from "bun:test";
import { migrate } from "../../../service/floor/db/migrate.ts";
import { migrations } from "../../../service/floor/db/migrations.ts";
import { type Database, openDatabase } from "../../../service/floor/db/open.ts";
import { hexOf, noteForgottenAddresses, takeAddress } from "../../../service/floor/db/public-address.ts";
import { createDatabase } from "../../support/shared-postgres.ts";

const agencyLeads = 50;
const tokenHash = Buffer.alloc(32, 7);
let database: Database;

/** Two agencies as they were before the migration; the last client's id was given out once and may not be again. */
beforeAll(async () => {
  database = await openDatabase({
    databaseUrl: await createDatabase(),
    dataDirectory: "",
    connectionsMax: 2,
  });
  const { sql } = database;
  await migrate(
    sql,
    migrations.filter(({ number }) => number < agencyLeads),
  );
  await sql`
    insert into agency (name, plan, reference_pepper)
    select name, 'agency', ${Buffer.alloc(32)} from unnest(array['Erste', 'Zweite']) as name
  `;
  await sql`
    insert into client (agency_id, name, slug)
    values (1, 'A', 'alpha'), (2, 'B', 'beta'), (2, 'C', 'gone')
  `;
  await sql`delete from client where slug = 'gone'`;
  await sql`
    insert into address_word (agency_id, id, client_id, word)
    values (2, gen_random_uuid(), 2, 'old-beta')
  `;
  await sql`
    insert into newsroom_domain (agency_id, id, client_id, host, token, proven_at, proven_by)
    values
      (1, gen_random_uuid(), 1, 'presse.alpha.example', ${"t".repeat(43)}, now(), 'dns'),
      (2, gen_random_uuid(), 2, 'presse.alpha.example', ${"u".repeat(43)}, null, null)
  `;
  await sql`
    insert into publication_report (
      agency_id, id, number, scope_type, scope_id, title, days, from_day, to_day, created_at, created_by, content,
      content_hash, chain_hash, signature, key_id
    )
    values (
      1, ${"01a20572-0000-7000-8000-000000000001"}, 1, 'article', '1', 'Bericht', 30, '2026-10-01', '2026-10-30', now(), 'test',
      '{}', ${"a".repeat(64)}, ${"b".repeat(64)}, ${"c".repeat(86)}, ${"k".repeat(43)}
    )
  `;
  await sql`
    insert into report_link (agency_id, id, report_id, token_hash, created_by, expires_at)
    values (
      1, gen_random_uuid(), ${"01a20572-0000-7000-8000-000000000001"}, ${tokenHash}, 'test', now() + interval '1 day'
    )
  `;
  await migrate(sql, migrations);
});
afterAll(() => database.close());

const noted = [
  { kind: "domain", address: "presse.alpha.example", agencyId: 1, clientId: 1 },
  { kind: "newsroom", address: "alpha", agencyId: 1, clientId: 1 },
  { kind: "newsroom", address: "beta", agencyId: 2, clientId: 2 },
  { kind: "newsroom", address: "old-beta", agencyId: 2, clientId: 2 },
  { kind: "report", address: hexOf(tokenHash), agencyId: 1, clientId: null },
];

test("every address that was there is noted with its agency, and a claim that is not proven is none", async () => {
  expect([...(await addresses())]).toEqual(noted);
});

test("ids go on behind the last one that was ever given out", async () => {
  const [row] = await database.sql<{ id: number }[]>`
    insert into client (agency_id, name, slug) values (1, 'D', 'delta') returning id
  `;
  expect(row?.id).toBe(4);
});

test("what an older program adds beside is noted a little later, once", async () => {
  const { sql } = database;
  await sql`delete from public_address where address <> 'beta'`;
  expect(await noteForgottenAddresses(sql)).toBe(noted.length);
  expect(await noteForgottenAddresses(sql)).toBe(0);
  const delta = { kind: "newsroom", address: "delta", agencyId: 1, clientId: 4 };
  expect([...(await addresses())]).toEqual([...noted, delta].toSorted((a, b) => order(a) - order(b)));

  function order({ kind, address }: { kind: string; address: string }): number {
    return ["domain", "alpha", "beta", "delta", "old-beta", "report"].findIndex(
      (each) => each === kind || each === address,
    );
  }
});

test("a word that two newsrooms want is one's alone, whichever agencies they belong to", async () => {
  const take = (agencyId: number, clientId: number) =>
    takeAddress(database.sql, agencyId, { kind: "newsroom", address: "wanted", clientId });
  expect(await take(1, 1)).toBe(true);
  expect([await take(1, 1), await take(1, 4), await take(2, 2)]).toEqual([true, false, false]);
});

const addresses = async () =>
  await database.sql<{ kind: string; address: string; agencyId: number; clientId: number | null }[]>`
    select kind, address, agency_id as "agencyId", client_id as "clientId"
    from public_address
    order by kind, address
  `;
