import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { placeOf } from "../../../service/agency-data/distribution/table-places.ts";
import { type PostgresServer, startPostgres } from "../../support/postgres.ts";
import { startTestService, type TestService } from "../../support/service.ts";
import { callEverything, callsEnvironment } from "./call-everything.ts";
import { findStrays } from "./find-strays.ts";

/** Statements that may do without, by a part of their text. */
const exceptions: readonly { part: string; why: string }[] = [
  { part: "from agency_work where queue = $1", why: "the loops ask which agencies have work" },
  {
    part: "from insight_import where state <> ",
    why: "a loop takes up what a dead process left of any agency",
  },
  {
    part: "from refused_call where agency_id = given.agency_id",
    why: "a loop shortens the lists of several",
  },
  { part: "delete from webhook_replay where finished_at", why: "a loop removes what is old of all" },
  { part: "from approval where id = $1", why: "an operator names an approval by its id alone" },
  { part: 'as "ownHost" from client c where id = $1', why: "an operator names a client by its id alone" },
  { part: "branding.color_primary", why: "the agency is named by agency.id" },
];

const timeoutMs = 90_000;
/** A run that stopped half-way would find fewer and prove little. */
const statementsMin = 200;

describe("on one server that counts its statements", () => {
  let server: PostgresServer;
  let service: TestService;
  let distributed: ReadonlySet<string>;

  beforeAll(async () => {
    server = await startPostgres({
      settings: { shared_preload_libraries: "pg_stat_statements", "pg_stat_statements.max": "10000" },
    });
    service = await startTestService("server", { ...callsEnvironment, DATABASE_URL: server.url });
    const { sql } = service;
    const tables = await sql<{ name: string }[]>`
      select relname as name
      from pg_class
      where relnamespace = 'public'::regnamespace
        and relkind in ('r', 'p')
        and not relispartition
    `;
    const names = tables.map(({ name }) => name);
    distributed = new Set(names.filter((name) => placeOf(name) === "distributed"));
    await sql`create extension pg_stat_statements`;
    await sql`select pg_stat_statements_reset()`;
  }, timeoutMs);
  afterAll(async () => {
    await service.stop();
    await server.stop();
  });

  async function counted(): Promise<string[]> {
    const rows = await service.sql<{ text: string }[]>`
      select query as text
      from pg_stat_statements
      where dbid = (select oid from pg_database where datname = current_database())
    `;
    return rows.map(({ text }) => text);
  }
  const strays = async () =>
    findStrays(await counted(), distributed).filter(
      (text) => !exceptions.some(({ part }) => text.includes(part)),
    );

  test(
    "every statement of REST, MCP, newsrooms, approvals, webhooks and the dashboard says whose rows it wants",
    async () => {
      const calls = await callEverything(service);
      expect(calls).toMatchObject({ tools: 14, delivered: 4 });
      expect(calls.pages).toBeGreaterThan(40);
      expect((await counted()).length).toBeGreaterThan(statementsMin);
      expect(await strays()).toEqual([]);
    },
    timeoutMs,
  );

  test("one that does not is found", async () => {
    await service.sql`select title from release where id = ${1}`;
    expect(await strays()).toEqual(["select title from release where id = $1"]);
  });
});
