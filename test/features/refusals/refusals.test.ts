import { describe, expect, test } from "bun:test";
import { listRefusalChoices, listRefusals } from "../../../service/features/refusals/list-refusals-sql.ts";
import { createRefusalRecorder } from "../../../service/features/refusals/record-refusals.ts";
import {
  deleteOldRefusals,
  insertRefusals,
  type NewRefusal,
} from "../../../service/features/refusals/sql.ts";
import { createLog } from "../../../service/log.ts";
import { serviceScene } from "../../support/cast.ts";
import { createTestAgency, serviceKinds, type TestAgency } from "../../support/service.ts";
import { until } from "../../support/until.ts";

const kept = 1_000;
const requestId = "019aa000-0000-7000-8000-000000000000";

for (const kind of serviceKinds) {
  describe(`refused calls on the ${kind} database`, () => {
    const { service, agency, stranger } = serviceScene(kind);

    test("a refused call of a known key is listed with route pattern, code and hint, and with nothing that was sent", async () => {
      const answer = await call(agency.key, "/api/reporting/v1/articles/4711?days=geheim");
      await call(agency.key, "/api/reporting/v1/exports", { method: "POST", body: '{"geheim":1}' });
      await call(agency.key, "/api/reporting/v1/webhooks");
      await call("svc_key_wrong", "/api/reporting/v1/webhooks");
      const refusals = await listed(agency.agencyId, 2);
      expect(refusals).toMatchObject([
        {
          method: "POST",
          route: "/api/reporting/v1/exports",
          status: 400,
          code: "idempotency_key_required",
          hint: expect.stringContaining("Idempotency-Key"),
        },
        {
          method: "GET",
          route: "/api/reporting/v1/articles/:pressReleaseId",
          status: 400,
          code: "invalid_parameters",
          hint: "days: must be a whole number from 1 to 365.",
          keyName: "test",
          keyPrefix: agency.key.slice(0, 12),
          requestId: answer.headers.get("x-request-id"),
        },
      ]);
      expect(JSON.stringify(refusals)).not.toMatch(/geheim|4711/);
    });

    test("a refused tool call of an agent is listed with its tool", async () => {
      const message = {
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "get_client_persona", arguments: { clientId: 2_000_000_000 } },
      };
      const headers = {
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
        "MCP-Protocol-Version": "2025-11-25",
      };
      const answer = await call(stranger.key, "/api/mcp", {
        method: "POST",
        headers,
        body: JSON.stringify(message),
      });
      expect(answer.status).toBe(200);
      expect(await listed(stranger.agencyId, 1)).toMatchObject([
        { method: "POST", route: "/api/mcp get_client_persona", status: 404, code: "not_found" },
      ]);
    });

    test("another agency sees none of them", async () => {
      const { agencyId } = await createTestAgency(service.sql);
      expect(await listRefusals(service.sql, agencyId, {})).toEqual({ refusals: [], nextCursor: null });
    });

    test("of a flood the latest 1,000 stay, those of others are untouched, and all can be paged and filtered", async () => {
      const flooding = await createTestAgency(service.sql);
      const quiet = await createTestAgency(service.sql);
      await insertRefusals(service.sql, [refusal(quiet, 0, {})]);
      for (let batch = 0; batch < 6; batch += 1) {
        const rows = Array.from({ length: 200 }, (_, index) =>
          refusal(flooding, batch * 200 + index, index === 0 ? { code: "not_found" } : {}),
        );
        await insertRefusals(service.sql, rows);
      }
      const { keys, codes } = await listRefusalChoices(service.sql, flooding.agencyId);
      expect(keys).toEqual([{ keyId: flooding.keyId, name: "test", count: kept }]);
      expect(codes.find(({ code }) => code === "not_found")?.count).toBe(5);
      expect((await listRefusals(service.sql, quiet.agencyId, {})).refusals).toHaveLength(1);
      const { agencyId } = flooding;
      const first = await listRefusals(service.sql, agencyId, {});
      const second = await listRefusals(service.sql, agencyId, { cursor: first.nextCursor ?? "" });
      expect(first.refusals[0]?.hint).toBe("hint 1199");
      expect(second.refusals[0]?.hint).toBe("hint 1149");
      const found = await listRefusals(service.sql, agencyId, { code: "not_found" });
      expect(found.refusals).toHaveLength(5);
      expect((await listRefusals(service.sql, agencyId, { keyId: "'" })).refusals).toEqual([]);
    });

    test("what is older than seven days is not listed and is removed", async () => {
      const old = await createTestAgency(service.sql);
      const day = 24 * 3600 * 1000;
      await insertRefusals(service.sql, [
        refusal(old, 1, { age_ms: 7 * day + 60_000 }),
        refusal(old, 2, { age_ms: 7 * day - 60_000 }),
      ]);
      expect((await listRefusals(service.sql, old.agencyId, {})).refusals).toHaveLength(1);
      expect(await deleteOldRefusals(service.sql)).toBe(false);
      const rows = await service.sql`select id from refused_call where agency_id = ${old.agencyId}`;
      expect(rows.count).toBe(1);
    });

    test("the memory of one agency is bounded, a flood drops its own only, and close writes the rest", async () => {
      const flooding = await createTestAgency(service.sql);
      const quiet = await createTestAgency(service.sql);
      const recorder = createRefusalRecorder({ sql: service.sql, log: createLog("silent", () => {}) });
      observe(recorder, quiet, "first");
      for (let number = 0; number < 5_000; number += 1) observe(recorder, flooding, `flood ${number}`);
      expect(recorder.stats()).toEqual({ waiting: 101, dropped: 4_900 });
      await recorder.close();
      expect((await listRefusals(service.sql, quiet.agencyId, {})).refusals).toMatchObject([
        { hint: "first" },
      ]);
      const { refusals } = await listRefusals(service.sql, flooding.agencyId, {});
      expect(refusals[0]?.hint).toBe("flood 4999");
    });

    test("of more than 1,000 agencies at once no more are kept in memory", () => {
      const recorder = createRefusalRecorder({ sql: service.sql, log: createLog("silent", () => {}) });
      for (let agencyId = 1; agencyId <= 1_001; agencyId += 1)
        observe(recorder, { agencyId: -agencyId, key: "", keyId: requestId }, "one");
      expect(recorder.stats()).toEqual({ waiting: 1_000, dropped: 1 });
    });

    const call = (key: string, path: string, init: RequestInit = {}) =>
      fetch(`${service.url}${path}`, { ...init, headers: { "X-API-Key": key, ...init.headers } });

    async function listed(agencyId: number, count: number) {
      return await until(`${count} refusals are listed`, async () => {
        const { refusals } = await listRefusals(service.sql, agencyId, {});
        return refusals.length >= count && refusals;
      });
    }
  });
}

function refusal({ agencyId, keyId }: TestAgency, number: number, changes: Partial<NewRefusal>): NewRefusal {
  return {
    agency_id: agencyId,
    id: `019aa000-0000-7000-8000-${String(number).padStart(12, "0")}`,
    age_ms: 0,
    key_id: keyId,
    method: "GET",
    route: "/api/reporting/v1/webhooks",
    status: 400,
    code: "invalid_parameters",
    hint: `hint ${number}`,
    request_id: requestId,
    ...changes,
  };
}

function observe(
  recorder: ReturnType<typeof createRefusalRecorder>,
  { agencyId, keyId }: TestAgency,
  hint: string,
): void {
  recorder.observe({
    request: new Request("http://localhost/api/reporting/v1/webhooks"),
    context: {
      requestId,
      clientAddress: "192.0.2.1",
      isSecure: true,
      receivedAtMs: 0,
      route: "/api/reporting/v1/webhooks",
      refusal: { agencyId, keyId, status: 400, code: "invalid_parameters", hint },
    },
    status: 400,
    durationMs: 1,
  });
}
