import { afterAll, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { timeStampOf } from "../../../sdk/src/index.ts";
import { createReportLink } from "../../../service/features/reporting/links/report-links.ts";
import { createPublicationReport } from "../../../service/features/reporting/reports/create-publication-report.ts";
import { chainHashOfReport } from "../../../service/features/reporting/reports/rules.ts";
import { checkToken } from "../../../service/features/stamps/check-token.ts";
import { findStamp } from "../../../service/features/stamps/sql.ts";
import { serviceScene } from "../../support/cast.ts";
import { thrownBy } from "../../support/error-of.ts";
import { testSeal } from "../../support/seal.ts";
import { createTestRelease } from "../../support/service.ts";
import { createAuthority, runLinesOf, serveAuthority } from "../../support/time-stamp-authority.ts";
import { until } from "../../support/until.ts";

const authority = await createAuthority({ isQualified: true });
const server = await serveAuthority((query) => authority.reply(query));
const credentials = join(authority.folder, "credentials");
writeFileSync(credentials, `${new URL(server.url).host} agentur:geheim\n`);
afterAll(async () => {
  await server.stop();
  authority.remove();
});

describe("a stamp on the pages", () => {
  const { service, agency, owner, stranger, release } = serviceScene("server", {
    LOOPS: "on",
    TIMESTAMP_URLS: server.url,
    TIMESTAMP_CA_FILE: authority.caFile,
    TIMESTAMP_CREDENTIALS_FILE: credentials,
    WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8",
    TRUSTED_PROXIES: "127.0.0.0/8,::1",
  });
  const visit = (path: string, cookie: string | null = null) =>
    fetch(`${service.url}${path}`, {
      headers: { "x-forwarded-for": "203.0.113.77", ...(cookie === null ? {} : { cookie }) },
    });

  test("a report's stamp is on its page, behind its link, at /pruefen and in GET /data, and never in another agency's", async () => {
    const { agencyId } = agency;
    const report = await createPublicationReport(service.sql, agencyId, {
      ...{
        seal: await testSeal(),
        scopeType: "article",
        scopeId: release.pressReleaseId,
        createdBy: "operator",
      },
    });
    const hash = chainHashOfReport(report);
    const stamp = await until("the loop has had the report stamped", async () => {
      const found = await findStamp(service.sql, agencyId, { type: "report", id: report.id });
      return found?.token ? found : null;
    });
    const input = { statement: stamp.statement, trust: { roots: [authority.root], policies: [] } };
    const link = await createReportLink(service.sql, agencyId, {
      ...{ reportId: report.id, days: 7, publicUrl: service.url, actor: { type: "operator", id: null } },
    });
    const linked = new URL(link.url).pathname;
    const named = `/pruefen/stempel/${report.id}/${hash}`;
    for (const [path, cookie] of [
      [`/app/berichte/${report.id}`, owner.cookie],
      [linked, null],
      [named, null],
    ] as const) {
      const page = await (await visit(path, cookie)).text();
      expect(page, path).toContain("Stempelstelle, Stempel GmbH (qualifiziert)");
      expect(page, path).toContain(`openssl ts -verify -digest ${hash}`);
      const file = await visit(`${path}/stempel.tsr`, cookie);
      expect([file.status, file.headers.get("content-type")]).toEqual([200, "application/timestamp-reply"]);
      const reply = new Uint8Array(await file.arrayBuffer());
      expect(Buffer.from(reply).includes(stamp.token ?? Buffer.from("none")), path).toBe(true);
      const { answers } = await runLinesOf(page, { reply, caFile: authority.caFile });
      expect([path, answers]).toEqual([path, ["Verification: OK", "Verification: OK"]]);
      const ofAnother = page.replaceAll(hash, "0".repeat(64));
      expect(await thrownBy(runLinesOf(ofAnother, { reply, caFile: authority.caFile }))).toThrow(
        "Command failed",
      );
    }
    const headers = { authorization: `Bearer ${agency.key}` };
    const data = await (await fetch(`${service.url}/api/reporting/v1/data`, { headers })).json();
    const taken = timeStampOf(report, data);
    expect(taken?.imprint).toBe(hash);
    expect(await checkToken(taken?.token ?? new Uint8Array(), input)).toMatchObject({ isQualified: true });
    expect(timeStampOf({ ...report, integrity: { ...report.integrity, chainHash: "0" } }, data)).toBeNull();

    expect((await visit(`/pruefen/stempel/${report.id}/${"0".repeat(64)}/stempel.tsr`)).status).not.toBe(404);
    expect(await (await visit(`/pruefen/stempel/${report.id}/${"0".repeat(64)}`)).text()).not.toContain(
      "Stempelstelle",
    );
    const other = await createPublicationReport(service.sql, stranger.agencyId, {
      ...{
        seal: await testSeal(),
        scopeType: "article",
        scopeId: await releaseOf(stranger.agencyId),
        createdBy: "operator",
      },
    });
    expect((await visit(`/app/berichte/${other.id}/stempel.tsr`, owner.cookie)).status).toBe(404);
  });

  async function releaseOf(agencyId: number): Promise<number> {
    return (await createTestRelease(service.sql, agencyId)).pressReleaseId;
  }
});
