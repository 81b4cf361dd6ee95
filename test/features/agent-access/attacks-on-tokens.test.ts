import { describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { createDraft } from "../../../service/features/workflow/drafts/create-draft.ts";
import { callTool, postMessage, rpc } from "../../edges/mcp/support/post-message.ts";
import { serviceScene } from "../../support/cast.ts";
import { context, createWorkshop } from "../../support/workflow.ts";
import {
  allowedCode,
  connectAgent,
  newProof,
  post,
  redeem,
  redirectUri,
  refresh,
  registeredClient,
  type Tokens,
} from "./support/connect.ts";

const secretKey = randomBytes(32);
const { service, agency, stranger, workshop, owner } = serviceScene("server", {
  SECRET_KEY: secretKey.toString("hex"),
});

const statusOf = async (token: string) => (await postMessage(service.url, token, rpc("tools/list"))).status;
const errorOf = async (answer: Response) => [
  answer.status,
  ((await answer.json()) as { error: string }).error,
];

test("a form that says something twice is refused, also where both say the same or nothing", async () => {
  const { code, clientId, verifier } = await allowedCode(service, owner);
  const said = { grant_type: "authorization_code", code, client_id: clientId, redirect_uri: redirectUri };
  const form = { ...said, code_verifier: verifier, resource: `${service.url}/api/mcp` };
  for (const again of [`code=${code}`, "client_id=x", "unknown&unknown"]) {
    const body = new URLSearchParams(`${new URLSearchParams(form)}&${again}`);
    const answer = await fetch(`${service.url}/oauth/token`, { method: "POST", body });
    expect(await errorOf(answer)).toEqual([400, "invalid_request"]);
  }
  expect((await post(service, "/oauth/token", { ...form, unknown: "" })).status).toBe(200);
});

describe("a code", () => {
  test("is worth nothing without its proof, its client and its address", async () => {
    const allowed = await allowedCode(service, owner);
    const other = await registeredClient(service);
    for (const wrong of [
      { verifier: newProof().verifier },
      { verifier: "" },
      { clientId: other },
      { redirect_uri: "https://assistant.example/other" },
      { code: `${allowed.code.slice(0, -1)}${allowed.code.endsWith("A") ? "B" : "A"}` },
      { code: allowed.code.replace(`_${agency.agencyId}_`, `_${stranger.agencyId}_`) },
    ])
      expect(await errorOf(await redeem(service, { ...allowed, ...wrong }))).toEqual([400, "invalid_grant"]);
    const elsewhere = await redeem(service, { ...allowed, resource: "https://elsewhere.example/" });
    expect(await errorOf(elsewhere)).toEqual([400, "invalid_target"]);
    // RFC 8707: the program names what its tokens are for, also where there is one thing only.
    const { code, clientId, verifier } = allowed;
    const unsaid = await post(service, "/oauth/token", {
      ...{ grant_type: "authorization_code", code, client_id: clientId },
      ...{ code_verifier: verifier, redirect_uri: redirectUri },
    });
    expect(await errorOf(unsaid)).toEqual([400, "invalid_target"]);
    expect((await redeem(service, allowed)).status).toBe(200);
  });

  test("is over after a minute", async () => {
    const [young, old] = [await allowedCode(service, owner), await allowedCode(service, owner)];
    const age = (code: string, seconds: number) => service.sql`
      update agent_token set expires_at = now() + interval '1 minute' - make_interval(secs => ${seconds})
      where token_hash = sha256(${code.slice(-43)}::bytea)`;
    await age(young.code, 30);
    await age(old.code, 61);
    expect((await redeem(service, young)).status).toBe(200);
    expect(await errorOf(await redeem(service, old))).toEqual([400, "invalid_grant"]);
  });

  test("that comes twice ends all that came of it", async () => {
    const allowed = await allowedCode(service, owner);
    const tokens = (await (await redeem(service, allowed)).json()) as Tokens;
    expect(await statusOf(tokens.access_token)).toBe(200);
    expect(await errorOf(await redeem(service, allowed))).toEqual([400, "invalid_grant"]);
    expect(await statusOf(tokens.access_token)).toBe(401);
    const renewed = refresh(service, { refreshToken: tokens.refresh_token, clientId: allowed.clientId });
    expect(await errorOf(await renewed)).toEqual([400, "invalid_grant"]);
    const [noted] =
      await service.sql`select details from audit where action = 'agent.disconnected' order by id desc limit 1`;
    expect(noted?.details).toEqual({ name: "Claude", why: "reused" });
  });

  test("of ten that redeem it at once is worth tokens to one at most, and in the end to nobody", async () => {
    const allowed = await allowedCode(service, owner);
    const answers = await Promise.all(Array.from({ length: 10 }, () => redeem(service, allowed)));
    const given = answers.filter(({ status }) => status === 200);
    expect(given).toHaveLength(1);
    for (const answer of given)
      expect(await statusOf(((await answer.json()) as Tokens).access_token)).toBe(401);
  });
});

describe("a refresh token", () => {
  test("may cross itself for ten seconds, and ends everything after", async () => {
    const agent = await connectAgent(service, owner);
    const { clientId, refresh_token: refreshToken } = agent;
    const crossing = await Promise.all([1, 2, 3].map(() => refresh(service, { refreshToken, clientId })));
    const [first, ...others] = await Promise.all(
      crossing.map(async (answer) => (await answer.json()) as Tokens),
    );
    for (const tokens of [first, ...others]) expect(await statusOf(tokens?.access_token ?? "")).toBe(200);
    const used = (seconds: number) => service.sql`
      update agent_token set used_at = now() - make_interval(secs => ${seconds})
      where token_hash = sha256(${refreshToken.slice(-43)}::bytea)`;
    await used(5);
    expect((await refresh(service, { refreshToken, clientId })).status).toBe(200);
    await used(11);
    expect(await errorOf(await refresh(service, { refreshToken, clientId }))).toEqual([400, "invalid_grant"]);
    expect(await statusOf(first?.access_token ?? "")).toBe(401);
    const late = refresh(service, { refreshToken: first?.refresh_token ?? "", clientId });
    expect(await errorOf(await late)).toEqual([400, "invalid_grant"]);
  });

  test("of another client changes nothing, and none lets scopes or the resource grow", async () => {
    const agent = await connectAgent(service, owner, { scopes: ["read"] });
    const { clientId, refresh_token: refreshToken } = agent;
    const other = await registeredClient(service);
    const with_ = (more: Record<string, string>) => refresh(service, { refreshToken, clientId, ...more });
    expect(await errorOf(await with_({ clientId: other }))).toEqual([400, "invalid_grant"]);
    for (const scope of ["read write", "publish", "admin"])
      expect(await errorOf(await with_({ scope }))).toEqual([400, "invalid_scope"]);
    expect(await errorOf(await with_({ resource: `${service.url}/api/reporting/v1` }))).toEqual([
      400,
      "invalid_target",
    ]);
    const renewed = await with_({ scope: "read" });
    expect([renewed.status, ((await renewed.json()) as Tokens).scope]).toEqual([200, "read"]);
  });

  test("is exchanged sixty times an hour and not more", async () => {
    const agent = await connectAgent(service, owner);
    await service.sql`
      insert into agent_token (agency_id, token_hash, connection_id, kind)
      select agency_id, sha256(n::text::bytea || token_hash), connection_id, kind
      from agent_token, generate_series(1, 58) n
      where token_hash = sha256(${agent.refresh_token.slice(-43)}::bytea)`;
    const ask60 = { refreshToken: agent.refresh_token, clientId: agent.clientId };
    expect((await refresh(service, ask60)).status).toBe(200);
    expect(await errorOf(await refresh(service, ask60))).toEqual([429, "slow_down"]);
  });

  test("is never given by another grant", async () => {
    const clientId = await registeredClient(service);
    for (const grant_type of ["client_credentials", "password", "implicit", ""])
      expect(await errorOf(await post(service, "/oauth/token", { grant_type, client_id: clientId }))).toEqual(
        [400, "unsupported_grant_type"],
      );
    expect(await errorOf(await post(service, "/oauth/token", { grant_type: "refresh_token" }))).toEqual([
      400,
      "invalid_request",
    ]);
    const asJson = await fetch(`${service.url}/oauth/token`, {
      method: "POST",
      body: "{}",
      headers: { "content-type": "application/json" },
    });
    expect(await errorOf(asJson)).toEqual([400, "invalid_request"]);
  });
});

describe("an access token", () => {
  test("is for the agent endpoint alone, in the header alone, and for its own agency", async () => {
    const agent = await connectAgent(service, owner, { scopes: ["read", "write"] });
    const token = agent.access_token;
    const rest = await fetch(`${service.url}/api/reporting/v1/webhooks`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(rest.status).toBe(401);
    for (const wrong of [
      token.replace("svc_at_", "svc_rt_"),
      agent.refresh_token.replace("svc_rt_", "svc_at_"),
      agent.refresh_token,
      token.replace(`_${agency.agencyId}_`, `_${stranger.agencyId}_`),
      token.replace(`_${agency.agencyId}_`, "_99999999999_"),
      `${token}x`,
    ])
      expect([wrong.length, await statusOf(wrong)]).toEqual([wrong.length, 401]);
    const both = await postMessage(service.url, token, rpc("tools/list"), { "x-api-key": agency.key });
    expect(both.status).toBe(401);
    expect(both.headers.get("www-authenticate")).toStartWith('Bearer error="invalid_token", scope=');
    const inAddress = await fetch(`${service.url}/api/mcp?access_token=${token}`, {
      method: "POST",
      body: "{}",
    });
    expect(inAddress.status).toBe(401);

    const there = await createWorkshop(service.sql, { agency: stranger });
    const theirs = await createDraft(
      service.sql,
      stranger.agencyId,
      { clientId: there.clientId, title: "Fremd", bodyMarkdown: "x" },
      context,
    );
    for (const [name, args] of [
      ["get_client_persona", { clientId: there.clientId }],
      ["check_approval_status", { draftId: theirs.id }],
      ["update_draft", { draftId: theirs.id, expectedVersion: 1, title: "Meins" }],
      ["create_draft", { clientId: there.clientId, title: "x", bodyMarkdown: "x" }],
    ] as const)
      expect((await callTool(service.url, token, name, args))._meta?.code).toBe("NOT_FOUND");
    expect(
      (await callTool(service.url, token, "get_client_persona", { clientId: workshop.clientId })).isError,
    ).toBeUndefined();
  });

  test("is over after an hour, and with the end of what was allowed", async () => {
    const agent = await connectAgent(service, owner);
    const hash = service.sql`sha256(${agent.access_token.slice(-43)}::bytea)`;
    const aged = (seconds: number) =>
      service.sql`update agent_token set expires_at = now() + interval '1 hour' - make_interval(secs => ${seconds}) where token_hash = ${hash}`;
    await aged(3000);
    expect(await statusOf(agent.access_token)).toBe(200);
    await aged(3601);
    expect(await statusOf(agent.access_token)).toBe(401);
    const ended = await connectAgent(service, owner, { duration: "90" });
    await service.sql`
      update agent_connection set expires_at = now() - interval '1 second'
      where id = (select connection_id from agent_token where token_hash = sha256(${ended.access_token.slice(-43)}::bytea))`;
    expect(await statusOf(ended.access_token)).toBe(401);
    const late = refresh(service, { refreshToken: ended.refresh_token, clientId: ended.clientId });
    expect(await errorOf(await late)).toEqual([400, "invalid_grant"]);
  });
});
