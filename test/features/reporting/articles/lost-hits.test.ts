import { describe, expect, test } from "bun:test";
import { localDay } from "../../../../service/features/measurement/local-day.ts";
import { createRecorder, type RecorderStats } from "../../../../service/features/measurement/record.ts";
import { renderReportPage } from "../../../../service/features/reporting/links/page/render-report-page.ts";
import { renderReportMail } from "../../../../service/features/reporting/mails/render-report-mail.ts";
import { chainHashOfReport } from "../../../../service/features/reporting/reports/rules.ts";
import type { PublicationReport } from "../../../../service/features/reporting/reports/schema.ts";
import { createLog } from "../../../../service/log.ts";
import { hitMetrics } from "../../../../service/program/metrics/hit-metrics.ts";
import { openPrometheus } from "../../../../service/program/metrics/prometheus.ts";
import { serviceScene } from "../../../support/cast.ts";
import { exportCalls } from "../../../support/export-calls.ts";
import { pdfText } from "../../../support/pdf-tools.ts";
import { createTestRelease, serviceKinds } from "../../../support/service.ts";
import { pageView } from "../../measurement/sample-hits.ts";

const views = 1_234;
const fits = 5;
const lost = views - fits;
const said = `Nicht gezählt: 1.229\u00a0Zugriffe am`;

for (const kind of serviceKinds) {
  describe(`hits that could not be counted, on the ${kind} database`, () => {
    const { service, agency, stranger, release, owner } = serviceScene(kind, { LOOPS: "on" });
    let day = "";

    test("a queue that is too small loses views, and counts each of them", async () => {
      const { pressReleaseId } = release;
      const [newsroom] = await service.sql<{ id: number }[]>`
        select id from newsroom where agency_id = ${agency.agencyId} and client_id = ${release.clientId}
      `;
      const log = createLog("silent", () => {});
      const recorder = createRecorder({ sql: service.sql, log, waitingMax: fits });
      const occurredAt = new Date();
      day = localDay(occurredAt, "Europe/Berlin");
      for (let visitor = 0; visitor < views; visitor += 1)
        recorder.recordPageView(
          pageView({
            ...{ agencyId: agency.agencyId, newsroomId: newsroom?.id ?? 0, releaseId: pressReleaseId },
            ...{ visitorId: BigInt(visitor), saltDay: localDay(occurredAt, "UTC"), occurredAt },
          }),
        );
      await recorder.close();
      const metrics = await metricsOf(recorder.stats());
      expect(metrics).toContain(`\npr_service_hits_dropped_total ${lost}\n`);
      expect(metrics).toContain(`\npr_service_hits_recorded_total ${fits}\n`);
    });

    test("the article's figures, every file and the data of the agency say the same number, and add it to no other", async () => {
      const article = await fetchJson(`/api/reporting/v1/articles/${release.pressReleaseId}?days=7`);
      expect(article.performance).toMatchObject({ views: fits, lostHits: [{ day, hits: lost }] });
      const report: PublicationReport = JSON.parse(new TextDecoder().decode(await fileOf("json")));
      expect(report.performance).toMatchObject({ views: fits, lostHits: [{ day, hits: lost }] });
      const csv = new TextDecoder().decode(await fileOf("csv"));
      expect(csv.split("\r\n").filter((line) => line.startsWith("lostHits"))).toEqual([
        `lostHits,${day},hits,,${lost},requests,measured`,
      ]);
      const shown = report.performance.window.to.split("-").toReversed().join(".");
      expect(pdfText(await fileOf("pdf")).replaceAll(/\s+/g, " ")).toContain(
        `${said} ${shown}`.replaceAll("\u00a0", " "),
      );
      const { page } = renderReportPage(report, { path: "/b", verifyUrl: "https://example.org/pruefen" });
      expect(page.split(`${said} ${shown}`)).toHaveLength(2);
      const mail = renderReportMail({
        ...{ report, recipient: "leser@example.org", agencyName: "Agentur", senderName: null, brand: null },
        ...{ replyTo: null, message: null, verifyUrl: "https://example.org/pruefen", content: { url: "/b" } },
      });
      expect(mail.text).toContain(said);
      const ofReport = await (await owner.get(`/app/berichte/${report.id}`)).text();
      expect(ofReport.split(`${said} ${shown}`)).toHaveLength(2);
      const body = new FormData();
      body.set("nummer", report.id);
      body.set("pruefsumme", chainHashOfReport(report));
      const checked = await fetch(`${service.url}/pruefen`, { method: "POST", body });
      expect(await checked.text()).toContain(said);
      const { reports: frozen } = await fetchJson("/api/reporting/v1/data");
      expect(frozen[0].performance.lostHits).toEqual([{ day, hits: lost }]);
    });

    test("the pages of the dashboard that show the day say it, those of another client do not", async () => {
      const other = await createTestRelease(service.sql, agency.agencyId);
      const { pressReleaseId, clientId } = release;
      const bodyOf = async (path: string) => await (await owner.get(path)).text();
      for (const path of [
        "/app/zahlen",
        "/app/zahlen/meldungen",
        `/app/zahlen/meldung/${pressReleaseId}?tage=7`,
        `/app/zahlen/kunde/${clientId}`,
        "/app",
        `/app/kunden/${clientId}`,
        `/app/meldungen/erschienen/${pressReleaseId}`,
        `/app/zahlen/meldung/${pressReleaseId}/erste-stunden`,
      ])
        expect(await bodyOf(path)).toContain(said);
      expect(await bodyOf(`/app/zahlen/meldung/${pressReleaseId}?tage=7&als=tage`)).toContain(
        "Nicht gezählt",
      );
      for (const path of [
        `/app/zahlen/kunde/${other.clientId}`,
        `/app/kunden/${other.clientId}`,
        `/app/meldungen/erschienen/${other.pressReleaseId}`,
        `/app/zahlen/meldung/${other.pressReleaseId}/erste-stunden`,
      ])
        expect(await bodyOf(path)).not.toContain("Nicht gezählt");
    });

    test("a draft says it, and so do a file of clients, of releases and of sources, once each", async () => {
      const { clientId } = release;
      const drafts = "/app/berichte/entwuerfe";
      const asked = { period: "free", from: day, to: day, comparison: "previous_period" };
      expect((await owner.post(`${drafts}/neu`, { ...asked, clients: [String(clientId)] })).status).toBe(303);
      const list = await (await owner.get(drafts)).text();
      const at = new RegExp(`href="(${drafts}/[0-9a-f-]{36})"`).exec(list)?.[1] ?? "";
      expect((await (await owner.get(at)).text()).split(said)).toHaveLength(2);
      for (const file of [
        "/app/zahlen?als=kunden",
        `/app/zahlen/kunde/${clientId}?als=meldungen`,
        `/app/zahlen/kunde/${clientId}?als=kanaele`,
      ]) {
        const lines = (await (await owner.get(file)).text()).trimEnd().split("\r\n");
        expect(lines.filter((line) => line.includes(said))).toEqual(lines.slice(-1));
        expect(lines.length).toBeGreaterThan(2);
      }
    });

    test("a period whose days before lost hits says so", async () => {
      const { pressReleaseId } = release;
      const [row] = await service.sql<{ before: string }[]>`
        insert into lost_hit_day (agency_id, release_id, day, newsroom_id, hits)
        values (${agency.agencyId}, ${pressReleaseId}, ${day}::date - 8, 1, 3)
        returning day::text as before
      `;
      const shown = row?.before.split("-").toReversed().join(".");
      const page = await owner.get(`/app/zahlen/meldung/${pressReleaseId}?tage=7`);
      expect(await page.text()).toContain(`Im Zeitraum davor: Nicht gezählt: 3\u00a0Zugriffe am ${shown}`);
    });

    test("another agency reads nothing of it, not even with the same release's id", async () => {
      const article = await fetchJson(`/api/reporting/v1/articles/${release.pressReleaseId}`, stranger.key);
      expect(article).toEqual({ error: "not_found" });
      const own = await createTestRelease(service.sql, stranger.agencyId);
      await service.sql`
        insert into lost_hit_day (agency_id, release_id, day, newsroom_id, hits)
        values (${agency.agencyId}, ${own.pressReleaseId}, ${day}, 1, 9)
      `;
      const theirs = await fetchJson(`/api/reporting/v1/articles/${own.pressReleaseId}`, stranger.key);
      expect(theirs.performance.views).toBe(0);
      expect(theirs.performance).not.toHaveProperty("lostHits");
    });

    const reports = () => exportCalls(service, agency);

    async function fetchJson(path: string, key = agency.key) {
      const answer = await fetch(`${service.url}${path}`, { headers: { "X-API-Key": key } });
      return await answer.json();
    }

    async function fileOf(format: string): Promise<Uint8Array> {
      const scope = { scopeType: "article", scopeId: String(release.pressReleaseId), days: 7 };
      const { job } = await reports().finished({ ...scope, format });
      return new Uint8Array(await (await reports().download(job.id)).arrayBuffer());
    }
  });
}

async function metricsOf(stats: RecorderStats): Promise<string> {
  const prometheus = await openPrometheus();
  hitMetrics(prometheus, () => stats);
  return await prometheus.registry.metrics();
}
