import { draftForClients, orderDrafts } from "../service/features/reporting/drafts/change-drafts.ts";
import { listDraftRows } from "../service/features/reporting/drafts/list-sql.ts";
import { usualPeriod } from "../service/features/reporting/reports/period-names.ts";
import { insertViews } from "../test/edges/dashboard/reports/support.ts";
import { createTestAgency, createTestRelease, startTestService } from "../test/support/service.ts";
import { until } from "../test/support/until.ts";
import type { Figure, Report } from "./figure.ts";
import { pagesMeanwhile } from "./picture-copies.ts";

const clients = 50;
const secondsMax = 60;
const releasesEach = 5;
const slowdownMax = 3;
const quietMs = 3_000;
const actor = { type: "operator", id: null } as const;

/** P20: the month's reports of 50 clients, each in three formats, from the order to the last file; and a page's p99 meanwhile. */
export async function benchMonthReports(report: Report): Promise<Figure[]> {
  const service = await startTestService("server", { LOOPS: "on" });
  const { sql } = service;
  try {
    const { agencyId } = await createTestAgency(sql);
    const clientIds: number[] = [];
    let page = "";
    for (let client = 0; client < clients; client += 1) {
      const release = await createTestRelease(sql, agencyId, { clientName: `Kunde ${client}` });
      await sql`
        insert into release (agency_id, client_id, slug, title, body_markdown, published_at, status)
        select agency_id, client_id, 'm-' || nr, 'Meldung ' || nr, 'Text', now() - interval '50 days', 'published'
        from release, generate_series(2, ${releasesEach}::integer) as nr
        where agency_id = ${agencyId} and id = ${release.pressReleaseId}
      `;
      const releases = await sql<{ id: number }[]>`
        select id from release where agency_id = ${agencyId} and client_id = ${release.clientId}
      `;
      for (const { id } of releases) await insertViews(sql, agencyId, id);
      clientIds.push(release.clientId);
      page = `${service.url}${release.path}`;
    }
    const period = usualPeriod(new Date().toISOString().slice(0, 10));
    await draftForClients(
      sql,
      agencyId,
      { clientIds, period, comparison: "previous_period", formats: ["pdf"] },
      actor,
    );
    await sql`update report_draft set formats = '{pdf,csv,json}' where agency_id = ${agencyId}`;
    const drafts = await listDraftRows(sql, agencyId, { clientIds: null, before: null, limit: clients });
    const draftIds = drafts.map(({ id }) => id);
    const quiet = await pagesMeanwhile(page, () => Bun.sleep(quietMs));
    const begunMs = performance.now();
    const busy = await pagesMeanwhile(page, async () => {
      await orderDrafts(sql, agencyId, { draftIds, replyTo: null }, actor);
      await until(
        "150 files",
        async () => {
          const made = await sql`
            select from export_job where agency_id = ${agencyId} and status = 'completed'
          `;
          return made.length === clients * 3;
        },
        300_000,
      );
    });
    const seconds = (performance.now() - begunMs) / 1_000;
    const detail = `p99 of a page ${quiet.toFixed(1)} ms before, ${busy.toFixed(1)} ms meanwhile`;
    report(`${seconds.toFixed(1)} s, ${detail}`);
    const common = { details: [detail] };
    return [
      {
        ...common,
        ...{
          id: "P20",
          what: "50 clients' reports of a month, three formats each",
          unit: "s",
          reference: "",
        },
        ...{ target: { atMost: secondsMax }, values: [seconds] },
      },
      {
        ...common,
        ...{ id: "P20 readers", what: "a page's p99 meanwhile", reference: "the same without it" },
        ...{ target: { atMost: slowdownMax }, values: [busy / quiet] },
      },
    ];
  } finally {
    await service.stop();
  }
}
