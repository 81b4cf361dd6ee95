import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { serviceScene } from "../../support/cast.ts";
import { serviceKinds } from "../../support/service.ts";
import { postMessage, rpc } from "./support/post-message.ts";

for (const kind of serviceKinds) {
  describe(`the audit of tool calls, ${kind} database`, () => {
    const { service, workshop } = serviceScene(kind);

    test("has one row for a call: the key, the tool, the hash of the arguments, the code, the time and the request", async () => {
      const rows = await callAndReadAudit("list_clients", { status: "active", limit: 5 });
      expect(rows).toHaveLength(1);
      expect(rows[0]).toMatchObject({
        actorType: "api_key",
        actorId: workshop.keyId,
        subjectId: "list_clients",
        details: { argumentsHash: sha256('{"limit":5,"status":"active"}'), resultCode: "OK" },
      });
      expect(rows[0]?.details.durationMs).toBeWithin(0, 20_000);
    });

    test("has the code of a refused call, and of arguments that don't fit", async () => {
      const [missing] = await callAndReadAudit("get_client_persona", { clientId: 2_147_483_647 });
      expect(missing?.details.resultCode).toBe("NOT_FOUND");
      const [wrong] = await callAndReadAudit("get_client_persona", { clientId: "one" });
      expect(wrong?.details.resultCode).toBe("VALIDATION_ERROR");
    });

    test("takes arguments that no canonical form exists for, and holds none of them", async () => {
      const [row] = await callAndReadAudit("list_clients", { query: "Klinik \ud800 geheim" });
      expect(row?.details.resultCode).toBe("VALIDATION_ERROR");
      expect(row?.details.argumentsHash).toMatch(/^[0-9a-f]{64}$/);
      expect(JSON.stringify(row)).not.toContain("geheim");
    });

    test("has no row for a tool that does not exist", async () => {
      expect(await callAndReadAudit("no_such_tool", {})).toEqual([]);
    });

    async function callAndReadAudit(name: string, args: unknown): Promise<AuditRow[]> {
      const message = rpc("tools/call", { name, arguments: args });
      const response = await postMessage(service.url, workshop.key, message);
      await response.text();
      return await service.sql<AuditRow[]>`
        select
          actor_type as "actorType",
          actor_id as "actorId",
          subject_id as "subjectId",
          request_id as "requestId",
          details
        from audit
        where agency_id = ${workshop.agencyId}
          and action = 'tool.called'
          and request_id = ${response.headers.get("x-request-id")}
      `;
    }
  });
}

type AuditRow = {
  actorType: string;
  actorId: string;
  subjectId: string;
  requestId: string;
  details: { argumentsHash: string; resultCode: string; durationMs: number };
};

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
