import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { randomUUID } from "node:crypto";
import { setRequestContext } from "../../../service/http/request-context.ts";
import { createMemoryLimiter } from "../../../service/limits/memory.ts";
import { createLog } from "../../../service/log.ts";
import { createReportLink } from "../../../service/reporting/links/report-links.ts";
import { reportLinkRoutes } from "../../../service/reporting/links/routes.ts";
import { createPublicationReport } from "../../../service/reporting/reports/create-publication-report.ts";
import { testSeal } from "../../support/seal.ts";
import {
  createTestAgency,
  createTestRelease,
  startTestService,
  type TestService,
} from "../../support/service.ts";

/** One file that is drawn, and the line behind it. */
const filesOfAgency = 21;

describe("files of report links", () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService("server", { LOOPS: "off" });
  });
  afterAll(() => service.stop());

  async function pathOfLink(): Promise<string> {
    const { sql, url: publicUrl } = service;
    const { agencyId } = await createTestAgency(sql);
    const { pressReleaseId } = await createTestRelease(sql, agencyId);
    const report = await createPublicationReport(sql, agencyId, {
      scopeType: "article",
      scopeId: pressReleaseId,
      createdBy: "operator",
      seal: await testSeal(),
      publicUrl,
    });
    const actor = { type: "operator", id: null } as const;
    const { url } = await createReportLink(sql, agencyId, { reportId: report.id, actor, publicUrl });
    return `${new URL(url).pathname}/bericht.pdf`;
  }

  test("are drawn one at a time for an agency, whose readers wait for each other and not others for them", async () => {
    const drawing = Promise.withResolvers<void>();
    let started = 0;
    const renderer = {
      async *render() {
        started += 1;
        await drawing.promise;
        yield new TextEncoder().encode("%PDF-");
      },
      close: async () => undefined,
    };
    const routes = reportLinkRoutes({
      ...{ sql: service.sql, publicUrl: service.url, renderer, seal: await testSeal() },
      log: createLog("silent", () => {}),
      limiter: createMemoryLimiter(),
    });
    const get = async (path: string) => {
      const request = new Request(service.url + path);
      setRequestContext(request, {
        ...{
          requestId: randomUUID(),
          clientAddress: "127.0.0.1",
          isSecure: false,
          receivedAtMs: 0,
          route: null,
        },
      });
      return await routes.handle(request);
    };
    const [loud, quiet] = [await pathOfLink(), await pathOfLink()];
    const many = Array.from({ length: filesOfAgency }, () => get(loud));
    while (started === 0) await Bun.sleep(5);
    // The one past the line is refused while all others wait.
    const refused = await Promise.race([get(loud), ...many]);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
    const other = get(quiet);
    while (started < 2) await Bun.sleep(5);
    expect(started).toBe(2);
    drawing.resolve();
    expect((await other).status).toBe(200);
    const statuses = (await Promise.all(many)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(filesOfAgency - 1);
  }, 30_000);
});
