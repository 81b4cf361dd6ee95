import { expect, test } from "bun:test";
import { setClientStatus } from "../../../../service/features/clients/update-client.ts";
import { addClipping } from "../../../../service/features/insights/clippings/add-clipping.ts";
import { localDay } from "../../../../service/features/measurement/local-day.ts";
import { coverageLines } from "../../../../service/features/reporting/exports/coverage-figures.ts";
import { wordingOf } from "../../../../service/features/reporting/exports/wording/wording.ts";
import { selectClientFigures } from "../../../../service/features/reporting/figures/figure-rows-sql.ts";
import { keptPortfolio } from "../../../../service/features/reporting/portfolios/kept-portfolio.ts";
import { insertPortfolio, replaceMembers } from "../../../../service/features/reporting/portfolios/sql.ts";
import { createPublicationReport } from "../../../../service/features/reporting/reports/create-publication-report.ts";
import { listPublicationReports } from "../../../../service/features/reporting/reports/list-publication-reports.ts";
import {
  periodBefore,
  periodKey,
  shiftDays,
} from "../../../../service/features/reporting/reports/periods.ts";
import { isReportWithin } from "../../../../service/features/reporting/reports/require-report-within.ts";
import type { Scope } from "../../../../service/features/reporting/reports/scope.ts";
import { findReports } from "../../../../service/features/search/sql.ts";
import { findReportOfLastMonth } from "../../../../service/features/today/client-sql.ts";
import { patternsOf } from "../../../../service/floor/db/word-patterns.ts";
import { databaseScene, given } from "../../../support/cast.ts";
import { testSeal } from "../../../support/seal.ts";
import { createTestAgency, createTestRelease } from "../../../support/service.ts";
import { setTriggersAside } from "../../../support/triggers.ts";

const actor = { type: "operator", id: null } as const;
const october = { from: "2026-10-01", to: "2026-10-31" };
const { sql } = databaseScene();
const seal = given(() => testSeal());

test("a report is not within the clients of its releases where another has clippings in it", async () => {
  const { agencyId } = await createTestAgency(sql);
  const a = await createTestRelease(sql, agencyId, { clientName: "A" });
  const b = await createTestRelease(sql, agencyId, { clientName: "B" });
  await sql`update release set status = 'approved' where agency_id = ${agencyId} and id = ${b.pressReleaseId}`;
  await clip(agencyId, { clientId: b.clientId, releaseId: null, publishedOn: "2026-10-05" });
  const both = { clientIds: [a.clientId, b.clientId], campaignIds: [] };
  const id = await insertPortfolio(sql, agencyId, { name: "Beide", ...both });
  const scope = { scopeType: "portfolio", scopeId: id } as const;
  const report = await createPublicationReport(sql, agencyId, {
    ...{ ...scope, createdBy: "operator", seal, period: "2026-10" },
  });
  const isWithin = (clientIds: number[]) => isReportWithin(sql, agencyId, { report, clientIds });
  const namedFor = async (clientIds: number[]) => {
    const { reports } = await listPublicationReports(sql, agencyId, { clientIds });
    const found = await findReports(sql, agencyId, { patterns: patternsOf("Beide"), clientIds, limit: 9 });
    return [reports, found].map((each) => each.map(({ reportId }) => reportId));
  };
  const nothing = [[], []];
  const named = [[report.id], [report.id]];
  expect([await isWithin([a.clientId]), await isWithin(both.clientIds)]).toEqual([false, true]);
  expect([await namedFor([a.clientId]), await namedFor(both.clientIds)]).toEqual([nothing, named]);
  // Nor once the other has left the portfolio: the frozen report still has its clipping, and its title is nobody else's.
  const onlyA = { portfolioId: id, name: "Nur A", clientIds: [a.clientId], campaignIds: [] };
  await replaceMembers(sql, agencyId, onlyA);
  expect(await isWithin([a.clientId])).toBe(false);
  expect([await namedFor([a.clientId]), await namedFor(both.clientIds)]).toEqual([nothing, named]);
  expect(await namedFor([])).toEqual(nothing);
  // An earlier release kept no clients with a report: what its portfolio has today says who reads of it, and its text who opens it.
  await forgetClients(agencyId);
  expect([await namedFor([a.clientId]), await namedFor([b.clientId])]).toEqual([named, nothing]);
  expect([await isWithin([a.clientId]), await isWithin(both.clientIds)]).toEqual([false, true]);
});

test("a report about one client stays within it when another joins its portfolio, and is that client's report of last month", async () => {
  const { agencyId } = await createTestAgency(sql);
  const a = await createTestRelease(sql, agencyId, { clientName: "A" });
  const b = await createTestRelease(sql, agencyId, { clientName: "B" });
  const name = "Wächst";
  const id = await insertPortfolio(sql, agencyId, { name, clientIds: [a.clientId], campaignIds: [] });
  const report = await createPublicationReport(sql, agencyId, {
    ...{ scopeType: "portfolio", scopeId: id, createdBy: "operator", seal, days: 90 },
  });
  const clientIds = [a.clientId, b.clientId];
  await replaceMembers(sql, agencyId, { portfolioId: id, name, clientIds, campaignIds: [] });
  const seenBy = async (clientId: number) => [
    await isReportWithin(sql, agencyId, { report, clientIds: [clientId] }),
    (await listPublicationReports(sql, agencyId, { clientIds: [clientId] })).reports.length === 1,
    (await findReportOfLastMonth(sql, agencyId, { clientId, timeZone: "Europe/Berlin" })) !== null,
  ];
  expect(await seenBy(a.clientId)).toEqual([true, true, true]);
  expect(await seenBy(b.clientId)).toEqual([false, false, false]);
  await forgetClients(agencyId);
  expect(await seenBy(a.clientId)).toEqual([false, false, false]);
});

test("a client's report of last month is one about all of the client and the whole month", async () => {
  const { agencyId } = await createTestAgency(sql);
  const { clientId, pressReleaseId } = await createTestRelease(sql, agencyId);
  const timeZone = "Europe/Berlin";
  const today = localDay(new Date(), timeZone);
  const month = periodBefore("month", today);
  const ofClient = await keptPortfolio(sql, agencyId, clientId);
  const isMade = async ({ type, id }: Scope, period: string) => {
    await createPublicationReport(sql, agencyId, {
      ...{ scopeType: type, scopeId: id, createdBy: "operator", seal, period },
    });
    return (await findReportOfLastMonth(sql, agencyId, { clientId, timeZone })) !== null;
  };
  const ofRelease = { type: "article", id: String(pressReleaseId) } as const;
  expect(await isMade(ofRelease, periodKey(month))).toBe(false);
  expect(await isMade(ofClient, `${month.to}..${today}`)).toBe(false);
  expect(await isMade(ofClient, `${month.from}..${shiftDays(month.to, -1)}`)).toBe(false);
  expect(await isMade(ofClient, periodKey(month))).toBe(true);
});

/** Leaves the agency's reports as an earlier release wrote them. */
async function forgetClients(agencyId: number): Promise<void> {
  await sql.begin(async (transaction) => {
    await setTriggersAside(transaction);
    await transaction`update publication_report set client_ids = null where agency_id = ${agencyId}`;
  });
}

test("an archived client with clippings alone is a row of the overview, as it is in its sum", async () => {
  const { agencyId } = await createTestAgency(sql);
  const { clientId, pressReleaseId } = await createTestRelease(sql, agencyId);
  await clip(agencyId, { clientId, releaseId: pressReleaseId, publishedOn: "2026-10-05" });
  await setClientStatus(sql, agencyId, { clientId, status: "archived" }, actor);
  const page = { sort: "name", after: null, rowsMax: 50, query: null } as const;
  const { rows, totals } = await selectClientFigures(sql, agencyId, {
    ...{ ...page, clientIds: null, days: october },
  });
  expect([rows.map(({ clippings }) => clippings), totals.clippings, totals.clients]).toEqual([[1], 1, 1]);
});

test("the line of clippings by day has those before the first publication too", async () => {
  const { agencyId } = await createTestAgency(sql);
  const { clientId, pressReleaseId } = await createTestRelease(sql, agencyId);
  await sql`update release set published_at = '2026-10-20 10:00+02' where agency_id = ${agencyId}`;
  await sql`insert into hit_day values (${agencyId}, ${pressReleaseId}, '2026-10-21', 0, 5, 2, 2, 1, 0, 0, 0, 0, 0, 0)`;
  await clip(agencyId, { clientId, releaseId: null, publishedOn: "2026-10-05" });
  await clip(agencyId, { clientId, releaseId: pressReleaseId, publishedOn: "2026-10-22" });
  const { type, id } = await keptPortfolio(sql, agencyId, clientId);
  const report = await createPublicationReport(sql, agencyId, {
    ...{ scopeType: type, scopeId: id, createdBy: "operator", seal, period: "2026-10" },
  });
  const line = coverageLines(report, wordingOf(report)).find(({ title }) => title.startsWith("Nach Tagen"));
  expect(line?.text).toContain("5.10. 1");
  expect(line?.text).toContain("22.10. 1");
});

type Clip = { clientId: number; releaseId: number | null; publishedOn: string };

async function clip(agencyId: number, { clientId, releaseId, publishedOn }: Clip): Promise<void> {
  const url = `https://kurier.example/${publishedOn}`;
  await addClipping(sql, agencyId, {
    fields: {
      ...{ clientId, releaseId, medium: "Kurier", mediaType: "online", headline: "Neues", url, publishedOn },
      ...{ author: null, place: null, language: null, note: null, reach: null, reachSource: null },
      matchType: "mention",
    },
    actor,
  });
}
