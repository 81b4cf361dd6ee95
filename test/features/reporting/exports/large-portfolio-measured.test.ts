import { beforeAll, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { verifyReport } from "../../../../sdk/src/index.ts";
import { insertClient } from "../../../../service/features/clients/sql.ts";
import { insertPortfolio } from "../../../../service/features/reporting/portfolios/sql.ts";
import type { PublicationReport } from "../../../../service/features/reporting/reports/schema.ts";
import { databaseScene } from "../../../support/cast.ts";
import { type ExportCalls, exportCalls } from "../../../support/export-calls.ts";
import { createTestAgency } from "../../../support/service.ts";
import { type ServiceProcess, startServiceProcess } from "../../../support/service-process.ts";

const releases = 200;
const days = 365;
/** Mostly the thread with its code and fonts, which comes with the first report: 102 to 130 MB in two dozen runs. */
const growthMegabytesMax = 160;

const { database, address, atEnd } = databaseScene({ connectionsMax: 2 });
let service: ServiceProcess;
let calls: ExportCalls;
let portfolioId: string;

beforeAll(async () => {
  const agency = await createTestAgency(database.sql);
  const { agencyId } = agency;
  const client = await insertClient(database.sql, agencyId, {
    name: "Großhandel AG",
    slugs: ["gross"],
    contactEmail: null,
  });
  await database.sql`
    insert into release (agency_id, client_id, slug, title, body_markdown, status, published_at)
    select
      ${agencyId}::integer, ${client.clientId}::integer, 'meldung-' || number,
      'Meldung ' || number || ': Großhandel eröffnet das nächste Lager und schafft neue Arbeitsplätze in der Region', 'Text',
      'published', now() - number * interval '1 day'
    from generate_series(1, ${releases}::integer) as number
  `;
  await database.sql`
    insert into hit_day
    select
      ${agencyId}::integer, release.id, today - back, class, 40, 30, 35, 5, 0, 0, 0, 0, 0, 0
    from release
    cross join (select (now() at time zone 'Europe/Berlin')::date) as calendar (today)
    cross join generate_series(0, ${days - 1}::integer) as back
    cross join generate_series(0, 2) as class
  `;
  await database.sql`
    insert into hit_source (agency_id, id, source, channel)
    select ${agencyId}::integer, number, 'quelle-' || number || '.example', 9
    from generate_series(1, 300) as number
  `;
  portfolioId = await insertPortfolio(database.sql, agencyId, {
    name: "Handel",
    clientIds: [client.clientId],
    campaignIds: [],
  });
  service = await startServiceProcess({ DATABASE_URL: address.databaseUrl, LOG_LEVEL: "warn" });
  calls = exportCalls(service, agency);
});
atEnd(() => service.stop());

test("a portfolio of 200 releases over 365 days is exported in three formats while the process grows by less than 160 MB", async () => {
  const before = startMeasuring(service.process.pid);
  const scope = { scopeType: "portfolio", scopeId: portfolioId, days };
  const formats = ["pdf", "csv", "json"];
  const states = await Promise.all(formats.map((format) => calls.finished({ ...scope, format })));
  const peak = memoryMegabytes(service.process.pid, "VmHWM");
  expect(states.map(({ job }) => job.status)).toEqual(["completed", "completed", "completed"]);
  expect(peak - before).toBeLessThan(growthMegabytesMax);

  const response = await calls.download(states[2]?.job.id ?? "");
  const report = (await response.json()) as PublicationReport;
  expect(report.releases).toHaveLength(releases);
  expect(report.performance).toMatchObject({
    views: releases * days * 40,
    uniqueVisitors: { value: releases * days * 30 },
    visits: releases * days * 35,
  });
  const sumOfReleases = (report.releases ?? []).reduce((sum, { views }) => sum + views, 0);
  expect(sumOfReleases).toBe(report.performance.views);
  expect(report.performance.series).toHaveLength(days);
  expect(await verifyReport(report)).toMatchObject({ isValid: true });
});

/** Sets the peak back to what is used now (proc(5), clear_refs), and returns that. */
function startMeasuring(pid: number): number {
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
  return memoryMegabytes(pid, "VmRSS");
}

function memoryMegabytes(pid: number, field: "VmRSS" | "VmHWM"): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
}
