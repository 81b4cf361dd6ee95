import { describe, expect, test } from "bun:test";
import { createDashboardUser } from "../../edges/dashboard/support.ts";
import { postMessage, rpc } from "../../edges/mcp/support/post-message.ts";
import { serviceScene } from "../../support/cast.ts";
import { createTestAgency } from "../../support/service.ts";
import { until } from "../../support/until.ts";
import { connectAgent } from "./support/connect.ts";

const { service, agency, owner } = serviceScene();

const statusOf = async (token: string) => (await postMessage(service.url, token, rpc("tools/list"))).status;

describe("scopes", () => {
  test("each tool of another scope answers 403 and names what is needed", async () => {
    const { access_token: token } = await connectAgent(service, owner, { scopes: ["read"] });
    const needed: Record<string, string | null> = {
      ...{ list_clients: null, get_client_persona: null, list_drafts: null, check_approval_status: null },
      ...{ get_agency_credits: null, get_article_performance: null, get_publication_report: null },
      ...{ list_publication_reports: null, create_draft: "write", update_draft: "write" },
      ...{ generate_seo_metadata: "write", create_publication_report: "write" },
      ...{ send_approval_request: "publish", publish_release: "publish" },
    };
    for (const [name, scope] of Object.entries(needed)) {
      const answer = await postMessage(service.url, token, rpc("tools/call", { name, arguments: {} }));
      expect([name, answer.status]).toEqual([name, scope === null ? 200 : 403]);
      if (scope === null) continue;
      expect(answer.headers.get("www-authenticate")).toBe(
        `Bearer error="insufficient_scope", scope="read ${scope}", resource_metadata="${service.url}/.well-known/oauth-protected-resource/api/mcp"`,
      );
      expect(await answer.json()).toMatchObject({ id: 1, error: { data: { error: "insufficient_scope" } } });
    }
    const rows = await service.sql`
      select subject_id as tool from audit
      where action = 'tool.called' and actor_type = 'agent' and details ->> 'resultCode' = 'INSUFFICIENT_SCOPE'`;
    const refused = Object.entries(needed).flatMap(([name, scope]) => (scope === null ? [] : [name]));
    expect(rows.map(({ tool }) => String(tool)).sort()).toEqual(refused.sort());
    await until(async () => {
      const page = await (await owner.get("/app/einstellungen/anfragen?code=insufficient_scope")).text();
      return page.includes(`${owner.email} über Claude`);
    });
    expect(
      (
        await postMessage(
          service.url,
          agency.key,
          rpc("tools/call", { name: "publish_release", arguments: {} }),
        )
      ).status,
    ).toBe(200);
  });
});

describe("a notification, which nobody counts", () => {
  test("leaves no trace of a tool that the assistant may not call, however often it comes", async () => {
    const { access_token: token } = await connectAgent(service, owner, { scopes: ["read"] });
    const traces = async () =>
      (await service.sql`select from audit where agency_id = ${agency.agencyId} and action = 'tool.called'`)
        .length;
    const before = await traces();
    const { id: _id, ...message } = rpc("tools/call", { name: "publish_release", arguments: {} });
    for (let count = 0; count < 3; count += 1)
      expect((await postMessage(service.url, token, message)).status).toBe(202);
    expect(await traces()).toBe(before);
    const withNull = { ...message, id: null };
    expect((await postMessage(service.url, token, withNull)).status).toBe(403);
  });
});

describe("the hourly limit", () => {
  test("is the agency's, and the assistants of one person get half of it", async () => {
    const small = await createTestAgency(service.sql, { hourlyLimit: 7 });
    const [one, other] = [
      await createDashboardUser(service, small.agencyId),
      await createDashboardUser(service, small.agencyId),
    ];
    const [first, second] = [await connectAgent(service, one), await connectAgent(service, one)];
    const third = await connectAgent(service, other);
    for (const { access_token: token } of [first, second, first]) expect(await statusOf(token)).toBe(200);
    const refused = await postMessage(service.url, second.access_token, rpc("tools/list"));
    expect([refused.status, Number(refused.headers.get("retry-after")) > 3500]).toEqual([429, true]);
    expect(await refused.text()).toContain(
      "The part of 3 requests an hour that one person's assistants get is used up",
    );
    const hints = async () => {
      const rows = await service.sql<{ hint: string }[]>`
        select hint from refused_call where agency_id = ${small.agencyId}
      `;
      return rows.map(({ hint }) => hint).join("\n");
    };
    expect(await until("the refusal is noted", hints)).toContain("one person's assistants");
    expect(await hints()).not.toContain("limit of the agency");
    for (let call = 0; call < 3; call += 1) expect(await statusOf(third.access_token)).toBe(200);
    expect(await statusOf(third.access_token)).toBe(429);
    expect([await statusOf(small.key), await statusOf(small.key)]).toEqual([200, 429]);
    await until("the agency's is noted too", async () => (await hints()).includes("limit of the agency"));
  });
});
