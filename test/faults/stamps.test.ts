import { afterAll, expect, test } from "bun:test";
import type { ServerResponse } from "node:http";
import { createPublicationReport } from "../../service/features/reporting/reports/create-publication-report.ts";
import { verifyStamps } from "../../service/features/stamps/verify-stamps.ts";
import { openDatabase } from "../../service/floor/db/open.ts";
import { startServe } from "../edges/cli/run-program.ts";
import { testKeyFile, testSeal } from "../support/seal.ts";
import { createMigratedDatabase, createTestAgency, createTestRelease } from "../support/service.ts";
import { createAuthority, serveAuthority } from "../support/time-stamp-authority.ts";
import { until } from "../support/until.ts";

const timeoutMs = 120_000;
const authority = await createAuthority();
const waiting: { response: ServerResponse; answer: Buffer }[] = [];
let isHeldBack = true;
const server = await serveAuthority(async (query, response) => {
  const answer = await authority.reply(query);
  if (!isHeldBack) return answer;
  response.writeHead(200, { "content-length": answer.length }).write(answer.subarray(0, -1));
  waiting.push({ response, answer });
  return null;
});
afterAll(async () => {
  await server.stop();
  authority.remove();
});

test(
  "a service that is killed between an authority's answer and storing it leaves one stamp in the end, with the time at which it was given",
  async () => {
    const databaseUrl = await createMigratedDatabase();
    const database = await openDatabase({ databaseUrl, dataDirectory: "", connectionsMax: 2 });
    const { sql } = database;
    const { agencyId } = await createTestAgency(sql);
    const { pressReleaseId } = await createTestRelease(sql, agencyId);
    const request = { scopeType: "article", scopeId: pressReleaseId, createdBy: "operator" } as const;
    await createPublicationReport(sql, agencyId, { ...request, seal: await testSeal() });
    const environment = {
      DATABASE_URL: databaseUrl,
      REPORT_SIGNING_KEY_FILE: testKeyFile(),
      TIMESTAMP_URLS: server.url,
      TIMESTAMP_CA_FILE: authority.caFile,
      WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8",
    };
    const killed = await startServe([], environment);
    await until("the authority was asked", async () => waiting[0] ?? null);
    // Stopped, so that the last byte reaches it and it does nothing with it.
    process.kill(killed.pid, "SIGSTOP");
    for (const { response, answer } of waiting)
      await new Promise<void>((resolve) => response.end(answer.subarray(-1), resolve));
    await killed.stop("SIGKILL");
    const stamps = () =>
      sql<{ type: string; token: Buffer | null; createdAt: Date; stampedAt: Date | null }[]>`
        select subject_type as type, token, created_at as "createdAt", stamped_at as "stampedAt"
        from time_stamp where agency_id = ${agencyId} and subject_type = 'report'
      `;
    const before = await stamps();
    expect(before).toMatchObject([{ token: null, stampedAt: null }]);
    const killedAt = await clock();
    isHeldBack = false;
    const next = await startServe([], environment);
    try {
      // The lease of the dead one ends by itself after 90 s.
      await sql`update time_stamp set due_at = now() - interval '1 second' where agency_id = ${agencyId} and due_at is not null`;
      await sql`update agency_work set due_at = now() - interval '1 second' where agency_id = ${agencyId} and queue = 'stamps'`;
      const after = await until("the next one has it stamped", async () => {
        const rows = await stamps();
        return rows[0]?.token ? rows : null;
      });
      expect(after).toHaveLength(1);
      expect(after[0]?.createdAt).toEqual(before[0]?.createdAt ?? new Date(0));
      // A stamp names whole seconds.
      expect(after[0]?.stampedAt?.getTime()).toBeGreaterThanOrEqual(Math.floor(killedAt / 1000) * 1000);
      const check = await verifyStamps(sql, agencyId, { trust: { roots: [authority.root], policies: [] } });
      expect(check).toMatchObject({ wrong: [], kinds: { report: { stamped: 1, waiting: 0, missing: 0 } } });
    } finally {
      await next.stop("SIGTERM");
      await database.close();
    }

    async function clock(): Promise<number> {
      const [row] = await sql<{ at: Date }[]>`select now() as at`;
      return row?.at.getTime() ?? 0;
    }
  },
  timeoutMs,
);
