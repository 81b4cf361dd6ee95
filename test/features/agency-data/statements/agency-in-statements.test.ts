import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { distributionOf } from "../../../../service/features/agency-data/distribution/table-distribution.ts";
import { given, serviceScene } from "../../../support/cast.ts";
import { startPostgres } from "../../../support/postgres.ts";
import { startTestService, type TestService } from "../../../support/service.ts";
import { callEverything, callsEnvironment } from "./call-everything.ts";
import { findStrays } from "./find-strays.ts";

/** Statements that may do without, by a part of their text. */
const exceptions: readonly { part: string; why: string }[] = [
  { part: "branding.color_primary", why: "the agency is named by agency.id" },
  { part: 'chain_id as "chainId"', why: "the witness compares the ends of all chains, every five minutes" },
  { part: "as asked (agency_id, number)", why: "it asks for one place in each of these chains" },
];

/** A run that stopped half-way would find fewer and prove little. */
const statementsMin = 150;

describe("on one server that counts its statements", () => {
  /** What it asks of the database is counted: it answers calls and runs no loops. */
  let service: TestService;
  /** Runs the loops, and what the test itself asks of the database. */
  const server = given(() =>
    startPostgres({
      settings: { shared_preload_libraries: "pg_stat_statements", "pg_stat_statements.max": "10000" },
    }),
  );
  const { service: looping, atEnd } = serviceScene("server", () => ({
    ...callsEnvironment,
    DATABASE_URL: server.url,
  }));
  let distributed: ReadonlySet<string>;

  beforeAll(async () => {
    await looping.sql`create role calls superuser login`;
    service = await startTestService("server", {
      ...callsEnvironment,
      LOOPS: "off",
      DATABASE_URL: server.url.replace("postgres@", "calls@"),
    });
    const tables = await looping.sql<{ name: string }[]>`
      select relname as name
      from pg_class
      where relnamespace = 'public'::regnamespace
        and relkind in ('r', 'p')
        and not relispartition
    `;
    const names = tables.map(({ name }) => name);
    distributed = new Set(names.filter((name) => distributionOf(name) === "distributed"));
    await looping.sql`create extension pg_stat_statements`;
    await looping.sql`select pg_stat_statements_reset()`;
  });
  atEnd(() => service.stop());
  afterAll(() => server.stop());

  test("every statement of these calls of REST, MCP, newsrooms, approvals and the pages of the dashboard says of each table whose rows it wants", async () => {
    const calls = await callEverything({ ...service, sql: looping.sql });
    expect(calls).toMatchObject({ tools: 14, delivered: 4 });
    expect(calls.pages).toBeGreaterThan(40);
    expect((await counted()).length).toBeGreaterThan(statementsMin);
    expect(await strays()).toEqual([]);
  });

  test("one that does not is found", async () => {
    await service.sql`select title from release where id = ${1}`;
    expect(await strays()).toEqual(["select title from release where id = $1"]);
  });

  async function counted(): Promise<string[]> {
    const rows = await looping.sql<{ text: string }[]>`
      select query as text
      from pg_stat_statements
      where userid = 'calls'::regrole
    `;
    return rows.map(({ text }) => text);
  }
  const strays = async () =>
    findStrays(await counted(), distributed).filter(
      (text) => !exceptions.some(({ part }) => text.includes(part)),
    );
});
