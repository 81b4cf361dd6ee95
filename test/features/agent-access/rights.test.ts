import { describe, expect, test } from "bun:test";
import { tools } from "../../../service/edges/mcp/tools.ts";
import { removeAgencyPartner } from "../../../service/features/agent-access/remove-partner.ts";
import { changeMember } from "../../../service/features/people/change-member.ts";
import { handOverLink } from "../../../service/features/people/hand-over-link.ts";
import { inviteMember } from "../../../service/features/people/invite-member.ts";
import type { Role } from "../../../service/features/people/rights.ts";
import { removeTeamMember } from "../../../service/features/reporting/schedules/remove-readers.ts";
import { createDraft } from "../../../service/features/workflow/drafts/create-draft.ts";
import { bodyOf, createDashboardUser, send } from "../../edges/dashboard/support.ts";
import { callTool, postMessage, rpc } from "../../edges/mcp/support/post-message.ts";
import { given, serviceScene } from "../../support/cast.ts";
import { createTestAgency, createTestRelease } from "../../support/service.ts";
import { context, createWorkshop, refusalOf } from "../../support/workflow.ts";
import { allow, ask, connectAgent, pathOf, refresh, registeredClient } from "./support/connect.ts";

const { service, agency, stranger, workshop, owner } = serviceScene();
const elsewhere = given(() => createWorkshop(service.sql, { agency }));
const operator = { type: "operator", id: null } as const;

const statusOf = async (token: string) => (await postMessage(service.url, token, rpc("tools/list"))).status;
const codeOf = async (token: string, name: string, args: Record<string, unknown> = {}) =>
  (await callTool(service.url, token, name, args))._meta?.code ?? "OK";

describe("an assistant has the rights of its person at the moment of each call", () => {
  test("and none from the call after the person was removed, nor when the person comes back", async () => {
    const person = await createDashboardUser(service, agency.agencyId, { role: "editor" });
    const agent = await connectAgent(service, person, { duration: "open" });
    expect(await statusOf(agent.access_token)).toBe(200);
    await removeTeamMember(service.sql, agency.agencyId, person.personId, operator);
    expect(await statusOf(agent.access_token)).toBe(401);
    const renewed = () => refresh(service, { refreshToken: agent.refresh_token, clientId: agent.clientId });
    expect((await renewed()).status).toBe(400);
    const input = { email: person.email, role: "editor" as Role, clientIds: null };
    await inviteMember(service.sql, agency.agencyId, input, operator);
    expect([await statusOf(agent.access_token), (await renewed()).status]).toEqual([401, 400]);
    expect(await (await owner.get("/app/einstellungen/agenten")).text()).not.toContain(person.email);
  });

  test("and none is connected by whom an owner's link signed in: the connection would outlive it", async () => {
    const email = `weitergegeben-${agency.agencyId}@example.org`;
    const input = { email, role: "editor" as Role, clientIds: null };
    const { personId } = await inviteMember(service.sql, agency.agencyId, input, operator);
    const link = await handOverLink(service.sql, agency.agencyId, personId, operator);
    const entered = await send(service, `/app/anmelden/${link?.token}`, { method: "POST" });
    const cookie = entered.headers.get("set-cookie")?.split(";")[0] ?? "";
    const asked = await ask(service, { client_id: await registeredClient(service), scope: "read" });
    const post = (path: string, fields: Record<string, string | readonly string[]> = {}) =>
      send(service, path, { method: "POST", body: bodyOf(fields), headers: { cookie } });
    const answer = await allow({ post }, pathOf(asked));
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain("Damit lassen sich keine Programme verbinden");
    const rows = await service.sql`select from agent_connection where person_id = ${personId}`;
    expect(rows).toHaveLength(0);
  });

  test("and what a changed role takes away is refused at the next call", async () => {
    const person = await createDashboardUser(service, agency.agencyId, { role: "editor" });
    const { access_token: token } = await connectAgent(service, person);
    const draft = { clientId: workshop.clientId, title: "Neu", bodyMarkdown: "Text" };
    expect(await codeOf(token, "create_draft", draft)).toBe("OK");
    expect(await codeOf(token, "get_agency_credits")).toBe("NOT_PERMITTED");
    await changeMember(
      service.sql,
      agency.agencyId,
      { personId: person.personId, role: "analyst", clientIds: null },
      operator,
    );
    expect(await codeOf(token, "create_draft", draft)).toBe("NOT_PERMITTED");
    expect(await codeOf(token, "list_drafts")).toBe("OK");
    expect(await codeOf((await connectAgent(service, owner)).access_token, "get_agency_credits")).toBe("OK");
  });

  test("and sees the person's clients alone; all else is unknown", async () => {
    const clientIds = [workshop.clientId];
    const person = await createDashboardUser(service, agency.agencyId, { role: "editor", clientIds });
    const all = { scopes: ["read", "write", "publish"] };
    const { access_token: token } = await connectAgent(service, person, all);
    const here = { clientId: workshop.clientId, title: "Hier", bodyMarkdown: "Text" };
    const own = await createDraft(service.sql, agency.agencyId, here, context);
    const there = { ...here, clientId: elsewhere.clientId };
    const other = await createDraft(service.sql, agency.agencyId, there, context);
    const release = await createTestRelease(service.sql, agency.agencyId);
    const whole = (await connectAgent(service, owner)).access_token;
    const report = await callTool(service.url, whole, "create_publication_report", {
      scopeType: "article",
      scopeId: release.pressReleaseId,
    });
    const reportId = report.structuredContent?.reportId;

    const listed = async (name: string, args = {}) =>
      JSON.stringify((await callTool(service.url, token, name, args)).structuredContent);
    const clients = (await callTool(service.url, token, "list_clients")).structuredContent?.clients;
    expect(clients).toMatchObject([{ id: workshop.clientId }]);
    const drafts = await listed("list_drafts", { limit: 100 });
    expect([drafts.includes(own.id), drafts.includes(other.id)]).toEqual([true, false]);
    expect(await listed("list_publication_reports")).toBe('{"reports":[],"nextCursor":null}');
    for (const [name, args] of [
      ["get_client_persona", { clientId: elsewhere.clientId }],
      ["create_draft", there],
      ["update_draft", { draftId: other.id, expectedVersion: 1, title: "x" }],
      ["list_drafts", { clientId: elsewhere.clientId }],
      ["list_drafts", { draftId: other.id, includeBody: true }],
      ["generate_seo_metadata", { draftId: other.id }],
      ["send_approval_request", { draftId: other.id, draftVersion: 1 }],
      ["check_approval_status", { draftId: other.id }],
      ["publish_release", { draftId: other.id, approvedVersion: 1, maxCredits: 1 }],
      ["get_article_performance", { pressReleaseId: release.pressReleaseId }],
      ["create_publication_report", { scopeType: "article", scopeId: release.pressReleaseId }],
      ["create_publication_report", { scopeType: "client", scopeId: elsewhere.clientId }],
      ["get_publication_report", { reportId }],
      ["list_publication_reports", { scopeType: "article", scopeId: release.pressReleaseId }],
    ] as const)
      expect([name, await codeOf(token, name, args)]).toEqual([name, "NOT_FOUND"]);
    for (const [name, args] of [
      ["get_client_persona", { clientId: workshop.clientId }],
      ["update_draft", { draftId: own.id, expectedVersion: 1, title: "Anders" }],
      ["check_approval_status", { draftId: own.id }],
    ] as const)
      expect([name, await codeOf(token, name, args)]).toEqual([name, "OK"]);
  });

  test("as long as the agency takes how the person had signed in", async () => {
    const other = await createTestAgency(service.sql);
    const person = await createDashboardUser(service, other.agencyId);
    const { access_token: token } = await connectAgent(service, person);
    const byPasskey = await connectAgent(service, person);
    await service.sql`
      update agent_connection set method = 'passkey'
      where id = (select connection_id from agent_token where token_hash = sha256(${byPasskey.access_token.slice(-43)}::bytea))`;
    await service.sql`
      insert into partner (agency_id, id, kind, name, issuer, client_id, client_secret_encrypted, is_required)
      values (${other.agencyId}, gen_random_uuid(), 'oidc', 'Konzern', 'https://idp.example', 'x', '\\x00', true)`;
    expect(await statusOf(token)).toBe(401);
    expect(await statusOf(byPasskey.access_token)).toBe(200);
    await service.sql`update agency set deletion_requested_at = now(), delete_after = now() - interval '1 second' where id = ${other.agencyId}`;
    expect(await statusOf(byPasskey.access_token)).toBe(401);
  });

  test("and what came by a removed provider stays away when the next one is set up", async () => {
    const other = await createTestAgency(service.sql);
    const person = await createDashboardUser(service, other.agencyId);
    const { access_token: token } = await connectAgent(service, person);
    const { agencyId } = other;
    await service.sql`update agent_connection set method = 'oidc' where agency_id = ${agencyId}`;
    const { access_token: byLink } = await connectAgent(service, person);
    const add = async () => {
      const id = crypto.randomUUID();
      await service.sql`
        insert into partner (agency_id, id, kind, name, issuer, client_id, client_secret_encrypted)
        values (${agencyId}, ${id}, 'oidc', 'Konzern', 'https://idp.example', 'x', '\\x00')`;
      return id;
    };
    const first = await add();
    expect([await statusOf(token), await statusOf(byLink)]).toEqual([200, 200]);
    await removeAgencyPartner(service.sql, agencyId, first, operator);
    await add();
    expect([await statusOf(token), await statusOf(byLink)]).toEqual([401, 200]);
    const [noted] = await service.sql`
      select details from audit where agency_id = ${agencyId} and action = 'agent.disconnected'`;
    expect(noted?.details).toMatchObject({ why: "partner_removed" });
    const stranger = await createTestAgency(service.sql);
    const theirs = removeAgencyPartner(service.sql, stranger.agencyId, first, operator);
    expect(await refusalOf(theirs)).toBe("not_found");
  });
});

test("who lets an assistant ask for an approval is told what became of it, as if they had asked", async () => {
  const all = { scopes: ["read", "write", "publish"] };
  const { access_token: token } = await connectAgent(service, owner, all);
  const text = {
    clientId: workshop.clientId,
    title: "Zur Freigabe",
    bodyMarkdown: "Ein Text für die Freigabe.",
  };
  const { id: draftId } = await createDraft(service.sql, agency.agencyId, text, context);
  const asked = await callTool(service.url, token, "send_approval_request", { draftId, draftVersion: 1 });
  expect(asked.isError).toBeUndefined();
  const [row] = await service.sql`select requested_by from approval where draft_id = ${draftId}`;
  expect(row?.requested_by).toBe(owner.personId);
});

describe("another agency's things", () => {
  test("are unknown to every tool that takes an id, for an owner with all scopes too", async () => {
    const there = await createWorkshop(service.sql, { agency: stranger });
    const text = { clientId: there.clientId, title: "Fremd", bodyMarkdown: "Text" };
    const theirs = await createDraft(service.sql, stranger.agencyId, text, context);
    const release = await createTestRelease(service.sql, stranger.agencyId);
    const report = await callTool(service.url, stranger.key, "create_publication_report", {
      ...{ scopeType: "article", scopeId: release.pressReleaseId },
    });
    const reportId = report.structuredContent?.reportId;
    expect(reportId).toBeString();
    const { access_token: token } = await connectAgent(service, owner, {
      scopes: ["read", "write", "publish"],
    });
    const named: [name: string, args: Record<string, unknown>][] = [
      ["get_client_persona", { clientId: there.clientId }],
      ["create_draft", text],
      ["update_draft", { draftId: theirs.id, expectedVersion: 1, title: "x" }],
      ["list_drafts", { clientId: there.clientId }],
      ["list_drafts", { draftId: theirs.id, includeBody: true }],
      ["generate_seo_metadata", { draftId: theirs.id }],
      ["send_approval_request", { draftId: theirs.id, draftVersion: 1 }],
      ["check_approval_status", { draftId: theirs.id }],
      ["publish_release", { draftId: theirs.id, approvedVersion: 1, maxCredits: 1 }],
      ["get_article_performance", { pressReleaseId: release.pressReleaseId }],
      ["create_publication_report", { scopeType: "article", scopeId: release.pressReleaseId }],
      ["create_publication_report", { scopeType: "client", scopeId: there.clientId }],
      ["get_publication_report", { reportId }],
    ];
    const withIds = tools.filter(({ input }) =>
      Object.keys(input.properties).some((name) => /(?:client|draft|report|release|scope)Id$/i.test(name)),
    );
    const covered = new Set([...named.map(([name]) => name), "list_publication_reports"]);
    expect(withIds.map(({ name }) => name).filter((name) => !covered.has(name))).toEqual([]);
    for (const [name, args] of named)
      expect([name, String(await codeOf(token, name, args)).endsWith("NOT_FOUND")]).toEqual([name, true]);
    // A list that is narrowed down to what is unknown is empty, or says so.
    const reports = await callTool(service.url, token, "list_publication_reports", {
      ...{ scopeType: "article", scopeId: release.pressReleaseId },
    });
    expect(JSON.stringify(reports)).not.toContain(String(reportId));
    const versions = await service.sql`select from draft_version where draft_id = ${theirs.id}`;
    expect(versions.length).toBe(1);
  });
});
