import { describe, expect, test } from "bun:test";
import { randomUUID } from "node:crypto";
import { createReportLink } from "../../../../service/features/reporting/links/report-links.ts";
import { type LinkDeps, reportLinkRoutes } from "../../../../service/features/reporting/links/routes.ts";
import { createPublicationReport } from "../../../../service/features/reporting/reports/create-publication-report.ts";
import { setRequestContext } from "../../../../service/floor/http/request-context.ts";
import { createMemoryLimiter } from "../../../../service/floor/limits/memory.ts";
import { createPublicSeats } from "../../../../service/floor/limits/public-seats.ts";
import { createSecretCipher } from "../../../../service/floor/secrets/secret-cipher.ts";
import { createLog } from "../../../../service/log.ts";
import { serviceScene } from "../../../support/cast.ts";
import { testSeal } from "../../../support/seal.ts";
import { createTestAgency, createTestRelease } from "../../../support/service.ts";
import { until } from "../../../support/until.ts";

/** One file that is drawn, and the line behind it. */
const filesOfAgency = 21;
/** One page that is read, and the line behind it. */
const readersOfAgency = 257;

describe("report links", () => {
  const { service } = serviceScene();

  test("are read one at a time for an agency: 256 readers wait, the next is refused, and another agency's comes first", async () => {
    const seal = await testSeal();
    const reading = Promise.withResolvers<void>();
    let started = 0;
    const keys = async (knowing?: string | null) => {
      started += 1;
      await reading.promise;
      return await seal.keys(knowing);
    };
    const renderer = {
      async *render() {
        yield new Uint8Array();
      },
      close: async () => undefined,
    };
    const get = opener({ renderer, seal: { ...seal, keys } });
    const [loud, quiet] = [await pathOfLink(), await pathOfLink()];
    const many = Array.from({ length: readersOfAgency }, () => get(loud));
    await until(() => started > 0);
    const refused = await Promise.race([get(loud), ...many]);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(started).toBe(1);
    const other = get(quiet);
    await until(() => started >= 2);
    reading.resolve();
    expect((await other).status).toBe(200);
    // On a busy machine the last of them have waited for too long by then.
    const statuses = new Set((await Promise.all(many)).map(({ status }) => status));
    expect(statuses).toContain(200);
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  });

  test("have files that are drawn one at a time for an agency, whose readers wait for each other and not others for them", async () => {
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
    const get = opener({ renderer, seal: await testSeal() });
    const [loud, quiet] = [`${await pathOfLink()}/bericht.pdf`, `${await pathOfLink()}/bericht.pdf`];
    const many = Array.from({ length: filesOfAgency }, () => get(loud));
    await until(() => started > 0);
    // The one past the line is refused while all others wait.
    const refused = await Promise.race([get(loud), ...many]);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
    const other = get(quiet);
    await until(() => started >= 2);
    expect(started).toBe(2);
    drawing.resolve();
    expect((await other).status).toBe(200);
    const statuses = (await Promise.all(many)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(filesOfAgency - 1);
  });

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
    return new URL(url).pathname;
  }

  /** Asks routes of their own for a path. */
  function opener(deps: Pick<LinkDeps, "renderer" | "seal">) {
    const routes = reportLinkRoutes({
      ...{ ...deps, sql: service.sql, publicUrl: service.url },
      log: createLog("silent", () => {}),
      limiter: createMemoryLimiter(),
      publicSeats: createPublicSeats(),
      secrets: createSecretCipher(Buffer.alloc(32, 7)),
    });
    return async (path: string) => {
      const request = new Request(service.url + path);
      setRequestContext(request, {
        ...{ requestId: randomUUID(), clientAddress: "127.0.0.1" },
        ...{ isSecure: false, receivedAtMs: 0, route: null },
      });
      return await routes.handle(request);
    };
  }
});
