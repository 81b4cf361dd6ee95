import { beforeAll, describe, expect, test } from "bun:test";
import { listClientRows } from "../../../service/features/clients/sql.ts";
import { listClippings } from "../../../service/features/insights/clippings/list-clippings-sql.ts";
import { hashKey } from "../../../service/features/keys/key-format.ts";
import { findKeyOwners } from "../../../service/features/keys/sql.ts";
import { ensureComingPartitions } from "../../../service/features/measurement/partitions.ts";
import { insertHits } from "../../../service/features/measurement/sql.ts";
import { listPublishedReleases } from "../../../service/features/newsroom/releases-sql.ts";
import { getArticlePerformance } from "../../../service/features/reporting/articles/get-article-performance.ts";
import { insertConversions } from "../../../service/features/reporting/conversions/sql.ts";
import { exportQueue } from "../../../service/features/reporting/exports/claim-sql.ts";
import { listReports } from "../../../service/features/reporting/reports/sql.ts";
import { claimMessages, lockTurn } from "../../../service/features/reporting/webhooks/claim-sql.ts";
import { listAttempts } from "../../../service/features/reporting/webhooks/sql.ts";
import type { Queryable, Sql } from "../../../service/floor/db/open.ts";
import { claimRow } from "../../../service/floor/queues/leased-rows.ts";
import { databaseScene } from "../../support/cast.ts";
import { type Scan, scansOf } from "../../support/scans-of.ts";
import { type FilledTables, fillTables, rowsOfEachTable } from "./fill-tables.ts";

const hotStatements: HotStatement[] = [
  {
    what: "the look-up of a key",
    run: (sql, { key }) => findKeyOwners(sql as Sql, [hashKey(key)]),
    rowsMax: { api_key: 1 },
  },
  {
    what: "the insert of a conversion",
    run: (sql, filled) =>
      insertConversions(sql, [conversionOf(filled)], { lockTimeoutMs: 5_000, isCluster: false }),
    rowsMax: { release: 2, conversion: 1 },
  },
  {
    what: "the report of a release over 30 days",
    run: (sql, { agencyId, releaseId }) =>
      getArticlePerformance(sql, agencyId, { pressReleaseId: releaseId, days: 30 }),
    rowsMax: { release: 1, client: 2, hit_day: 120, hit_day_dimension: 300, conversion: 100 },
  },
  {
    what: "the claim of an export job",
    run: (sql, { agencyId }) => claimRow(sql, exportQueue, agencyId),
    rowsMax: { export_job: 3 },
  },
  {
    what: "the claim of webhook messages",
    async run(sql, { agencyId }) {
      await lockTurn(sql, agencyId);
      await claimMessages(sql, agencyId, 8);
    },
    rowsMax: { webhook_queue: 100, webhook_message: 8, webhook_attempt: 8 },
  },
  {
    what: "the insert of a batch of hits",
    run: (sql, { agencyId, releaseId }) => insertHits(sql, [hitOf(agencyId, releaseId)]),
    rowsMax: {},
  },
  {
    what: "a page of reports",
    run: (sql, { agencyId }) =>
      listReports(sql, agencyId, { scope: {}, createdSince: null, clientIds: null, before: null, limit: 21 }),
    // The name of the client that a report is about, for each row.
    rowsMax: { publication_report: 21, release: 21, client: 21, portfolio: 21 },
  },
  {
    what: "a page of a newsroom",
    run: (sql, { agencyId, clientId }) =>
      listPublishedReleases(sql as Sql, agencyId, { clientId, scope: null, before: null, after: null }),
    rowsMax: { release: 21 },
  },
  {
    what: "a page of clients",
    run: (sql, { agencyId }) =>
      listClientRows(sql, agencyId, { query: null, status: null, clientIds: null, afterId: 0, limit: 21 }),
    rowsMax: { client: 21 },
  },
  {
    what: "a page of clippings",
    run: (sql, { agencyId }) =>
      listClippings(sql, agencyId, { origin: "imported", clientIds: null, limit: 20 }),
    // Once for the page: that and what belongs to a row of it.
    rowsMax: { release: 21, client: 21 },
  },
  {
    what: "the latest attempts of deliveries",
    run: (sql, { agencyId }) => listAttempts(sql, agencyId),
    rowsMax: { webhook_attempt: 100 },
  },
];

describe(`with ${rowsOfEachTable.toLocaleString("en")} rows in each table`, () => {
  const { database } = databaseScene({ connectionsMax: 1 });
  let filled: FilledTables;
  beforeAll(async () => {
    await ensureComingPartitions(database.sql);
    filled = await fillTables(database.sql);
  });

  for (const { what, run, rowsMax } of hotStatements) {
    test(`${what} scans no whole table, and few rows of an index`, async () => {
      const scans = await scansOfFilled(database.sql, (sql) => run(sql, filled));
      expect(scans.filter(({ whole }) => whole > 0)).toEqual([]);
      for (const { table, rows } of scans) expect(rows, table).toBeLessThanOrEqual(rowsMax[table] ?? 0);
      expect(scans.map(({ table }) => table)).toEqual(
        expect.arrayContaining(Object.keys(rowsMax).slice(0, 1)),
      );
    });
  }

  test("a statement that reads a whole table is seen, so that the tests above can fail", async () => {
    const scans = await scansOfFilled(
      database.sql,
      (sql) => sql`select count(*) from conversion where kind = 'lead'`,
    );
    expect(scans).toContainEqual(expect.objectContaining({ table: "conversion", whole: 1 }));
  });
});

/** Of the filled tables and their partitions: small ones are rightly read as a whole. */
async function scansOfFilled(sql: Sql, run: (sql: Queryable) => Promise<unknown>): Promise<Scan[]> {
  const scans = await scansOf(sql, run);
  return scans.filter(({ table }) => filledTableNames.includes(table) || table.startsWith("hit_2"));
}

const filledTableNames = [
  "api_key",
  "client",
  "release",
  "conversion",
  "hit",
  "hit_day",
  "hit_day_dimension",
  "export_job",
  "publication_report",
  "webhook_queue",
  "webhook_message",
  "webhook_attempt",
];

function conversionOf({ agencyId, releaseId }: FilledTables) {
  return {
    agencyId,
    id: crypto.randomUUID(),
    eventId: crypto.randomUUID(),
    releaseId,
    kind: "lead",
    value: "49.9",
    currency: "EUR",
    referenceHash: null,
    occurredAt: new Date().toISOString(),
  };
}

function hitOf(agencyId: number, releaseId: number): Parameters<typeof insertHits>[1][number] {
  const none = {
    channel: null,
    interactionKind: null,
    scrollPercent: null,
    engagedMs: null,
    operatorId: null,
  };
  return {
    ...none,
    agencyId,
    occurredAt: new Date(),
    visitorId: "1",
    newsroomId: 1,
    releaseId,
    kind: 0,
    class: 0,
    reasons: 0,
    device: 0,
    sourceId: null,
    campaignId: null,
    targetId: null,
    referrerPath: null,
    viewId: null,
  };
}

type HotStatement = {
  what: string;
  run: (sql: Queryable, filled: FilledTables) => Promise<unknown>;
  /** Most rows that its scans may fetch from each of these tables; from other filled ones none. */
  rowsMax: Record<string, number>;
};
