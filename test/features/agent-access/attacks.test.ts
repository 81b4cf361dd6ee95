import { describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { signClientId } from "../../../service/features/agent-access/client-id.ts";
import { createDraft } from "../../../service/features/workflow/drafts/create-draft.ts";
import { createSecretCipher } from "../../../service/floor/secrets/secret-cipher.ts";
import { createDashboardUser, send } from "../../edges/dashboard/support.ts";
import { callTool, postMessage, rpc } from "../../edges/mcp/support/post-message.ts";
import { serviceScene } from "../../support/cast.ts";
import { context, createWorkshop } from "../../support/workflow.ts";
import {
  allow,
  allowedCode,
  ask,
  connectAgent,
  goesOnTo,
  newProof,
  pathOf,
  post,
  redeem,
  redirectUri,
  refresh,
  register,
  registeredClient,
  type Tokens,
} from "./support/connect.ts";

const secretKey = randomBytes(32);
const { service, agency, stranger, workshop, owner, analyst } = serviceScene("server", {
  SECRET_KEY: secretKey.toString("hex"),
});
const ownMachine = "http://127.0.0.1/callback";

const statusOf = async (token: string) => (await postMessage(service.url, token, rpc("tools/list"))).status;
const errorOf = async (answer: Response) => [
  answer.status,
  ((await answer.json()) as { error: string }).error,
];

describe("a request for a code", () => {
  test("sends nobody to an address that the client has not registered", async () => {
    const clientId = await registeredClient(service);
    for (const redirect_uri of [
      "https://evil.example/callback",
      `${redirectUri}/`,
      `${redirectUri}?next=https://evil.example`,
      `${redirectUri}#code`,
      "https://assistant.example:444/callback",
      "http://assistant.example/callback",
      "https://assistant.example@evil.example/callback",
      "https://assistant.example\\@evil.example/callback",
      "https://assistant.example.evil.example/callback",
      "javascript:alert(1)",
      "",
      undefined,
    ]) {
      const answer = await ask(service, { client_id: clientId, redirect_uri });
      expect([redirect_uri, answer.status, answer.headers.get("location")]).toEqual([
        redirect_uri,
        400,
        null,
      ]);
      expect(await answer.text()).toContain("Verbindung nicht möglich");
    }
    const twice = `${service.url}/oauth/authorize?client_id=${clientId}&redirect_uri=${encodeURIComponent(redirectUri)}&redirect_uri=https%3A%2F%2Fevil.example`;
    expect((await fetch(twice, { redirect: "manual" })).status).toBe(400);
  });

  test("is not taken from a client that nobody registered, or whose id somebody changed", async () => {
    const clientId = await registeredClient(service);
    const [body = "", signature = ""] = clientId.slice("svc_client_".length).split(".");
    const said = JSON.parse(Buffer.from(body, "base64url").toString());
    const forged = Buffer.from(JSON.stringify({ ...said, o: true, r: ["https://evil.example/"] })).toString(
      "base64url",
    );
    for (const id of [
      "",
      "x",
      `${clientId}.`,
      clientId.slice(0, -1),
      `svc_client_${forged}.${signature}`,
      `svc_client_${forged}.`,
    ])
      expect((await ask(service, { client_id: id, redirect_uri: "https://evil.example/" })).status).toBe(400);
  });

  test("is taken from any port of the person's own machine, and from no other machine in its place", async () => {
    const clientId = await registeredClient(service, { redirect_uris: ["http://127.0.0.1/callback"] });
    const statusAt = async (redirect_uri: string) =>
      (await ask(service, { client_id: clientId, redirect_uri })).status;
    for (const uri of ["http://127.0.0.1/callback", "http://127.0.0.1:49152/callback"])
      expect([uri, await statusAt(uri)]).toEqual([uri, 302]);
    for (const uri of [
      "http://127.0.0.1:49152/other",
      "http://localhost:49152/callback",
      "https://127.0.0.1:49152/callback",
      "http://127.0.0.1:1@evil.example/callback",
      "http://127.0.0.1.evil.example/callback",
    ])
      expect([uri, await statusAt(uri)]).toEqual([uri, 400]);
  });

  test("is answered to the client with what is wrong, its state and who says so", async () => {
    const clientId = await registeredClient(service, { redirect_uris: [ownMachine] });
    for (const [wrong, error] of [
      [{ response_type: "token" }, "unsupported_response_type"],
      [{ response_type: undefined }, "unsupported_response_type"],
      [{ code_challenge: undefined }, "invalid_request"],
      [{ code_challenge: "short" }, "invalid_request"],
      [{ code_challenge_method: "plain" }, "invalid_request"],
      [{ code_challenge_method: undefined }, "invalid_request"],
      [{ resource: undefined }, "invalid_target"],
      [{ resource: "https://elsewhere.example/api/mcp" }, "invalid_target"],
      [{ resource: `${service.url}/api/reporting/v1` }, "invalid_target"],
      [{ scope: "admin" }, "invalid_scope"],
    ] as const) {
      const answer = await ask(service, { client_id: clientId, redirect_uri: ownMachine, ...wrong });
      const { origin, pathname, searchParams } = new URL(pathOf(answer));
      expect([wrong, answer.status, origin + pathname, Object.fromEntries(searchParams)]).toEqual([
        wrong,
        302,
        ownMachine,
        { error, state: "state-of-the-host", iss: service.url },
      ]);
    }
  });

  test("sends nobody to a stranger's page by itself, whatever is wrong with it", async () => {
    const phish = "https://phish.example/login";
    const clientId = await registeredClient(service, { client_name: "Ihre Bank", redirect_uris: [phish] });
    for (const wrong of [
      { response_type: "x" },
      { code_challenge: undefined },
      { resource: "https://elsewhere.example/" },
      { scope: "admin" },
      { state: '"><script>alert(1)</script>', response_type: "x" },
    ]) {
      const answer = await ask(service, { client_id: clientId, redirect_uri: phish, ...wrong });
      const page = await answer.text();
      expect([answer.status, answer.headers.get("location"), answer.headers.get("refresh")]).toEqual([
        400,
        null,
        null,
      ]);
      expect(page).toContain(`href="${phish}?error=`);
      expect(page).toContain("Zurück zu phish.example");
      expect(page).toContain("hat niemand geprüft");
      expect(page).not.toContain("<script>alert");
    }
    const operators = signClientId(createSecretCipher(secretKey), {
      name: "Haus-Assistent",
      redirectUris: [redirectUri],
      isOfOperator: true,
    });
    const answer = await ask(service, { client_id: operators, response_type: "x" });
    expect([answer.status, pathOf(answer).split("?")[0]]).toEqual([302, redirectUri]);
  });

  test("with a state that fits no address of ours is refused here", async () => {
    const clientId = await registeredClient(service);
    expect((await ask(service, { client_id: clientId, state: "s".repeat(700) })).status).toBe(302);
    expect((await ask(service, { client_id: clientId, state: "s".repeat(1_500) })).status).toBe(400);
  });
});

describe("a registration", () => {
  test("leaves no row, however many there are", async () => {
    const before = await allRows();
    const answers = await Promise.all(Array.from({ length: 500 }, () => registeredClient(service)));
    expect(new Set(answers).size).toBe(500);
    await Promise.all(answers.slice(0, 50).map((client_id) => ask(service, { client_id })));
    expect(await allRows()).toEqual(before);
  });

  test("takes ten addresses of 400 characters in all bounds, and none past them", async () => {
    const address = (characters: number) => "https://a.example/".padEnd(characters, "x");
    const statusFor = async (redirect_uris: unknown) => (await register(service, { redirect_uris })).status;
    const ten = Array.from({ length: 10 }, () => address(200));
    expect(await statusFor(ten)).toBe(201);
    expect(await statusFor([address(400)])).toBe(201);
    for (const wrong of [
      [...ten.slice(1), address(201)],
      Array.from({ length: 11 }, () => address(20)),
      [address(401)],
      [],
      "https://a.example/",
      ["http://a.example/"],
      ["cursor://callback"],
      ["https://a.example/#x"],
      [7],
    ])
      expect(await statusFor(wrong)).toBe(400);
    expect((await register(service, "no json")).status).toBe(400);
    expect((await register(service, `"${"x".repeat(16 * 1024)}"`)).status).toBe(413);
  });

  test("can't pose as another by its name: no text runs, hides or turns, and the address stands beside it", async () => {
    const clientId = await registeredClient(service, {
      client_name: `<script>alert(1)</script>\u202eedualC\u0000\n"'&${"x".repeat(200)}`,
    });
    const asked = await ask(service, { client_id: clientId });
    const answer = await owner.get(pathOf(asked));
    const page = await answer.text();
    expect(page).not.toContain("<script>alert");
    expect(page).toContain("&lt;script&gt;alert(1)&lt;/script&gt; edualC &#39;&amp;xxx");
    expect(page).not.toMatch(/[\u202e\0]/);
    expect(page).toContain("nicht geprüft");
    expect(page).toContain("assistant.example");
    expect(page).not.toContain("x".repeat(80));
  });
});

describe("the page of consent", () => {
  test("is shown in no frame, acts on no GET and on no page of others", async () => {
    const asked = await ask(service, { client_id: await registeredClient(service) });
    const page = await owner.get(pathOf(asked));
    expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(page.headers.get("cache-control")).toBe("no-store");
    const rows = () => service.sql`select count(*)::integer from agent_connection`;
    const before = await rows();
    const anfrage = new URL(pathOf(asked), service.url).searchParams.get("anfrage") ?? "";
    const fields = { anfrage, scopes: "read", duration: "30" };
    const foreign = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
    expect((await owner.post("/app/agenten/erlauben", fields, foreign)).status).toBe(403);
    expect((await owner.get(`/app/agenten/erlauben?${new URLSearchParams(fields)}`)).status).toBe(200);
    expect((await owner.post(`/app/agenten/erlauben?agency=${stranger.agencyId}`, fields)).status).toBe(409);
    expect(await rows()).toEqual(before);
  });

  test("wants somebody who signed in within ten minutes", async () => {
    const person = await createDashboardUser(service, agency.agencyId, { role: "editor" });
    const asked = await ask(service, { client_id: await registeredClient(service) });
    await service.sql`update person_session set signed_in_at = now() - interval '11 minutes' where person_id = ${person.personId}`;
    const page = await person.get(pathOf(asked));
    expect(page.status).toBe(303);
    expect(pathOf(page)).toBe(`/app/bestaetigen?weiter=${encodeURIComponent(pathOf(asked))}`);
    expect((await allow(person, pathOf(asked))).status).toBe(403);
    const nobody = await send(service, pathOf(asked));
    expect(pathOf(nobody)).toContain("/app/anmelden");
  });

  test("ticks what was asked for, and grants what is the person's own and ticked", async () => {
    const asked = await ask(service, { client_id: await registeredClient(service), scope: "read" });
    const page = await (await owner.get(pathOf(asked))).text();
    expect([...page.matchAll(/value="(\w+)" checked/g)].map(([, value]) => value)).toEqual(["read", "30"]);
    const all = await ask(service, {
      client_id: await registeredClient(service),
      scope: "read write publish",
    });
    expect(await (await analyst.get(pathOf(all))).text()).toContain(
      "Das Programm möchte mehr, als Ihre Rolle erlaubt",
    );
    await allow(analyst, pathOf(all), { scopes: ["read", "write", "publish"] });
    const [own] =
      await service.sql`select scopes from agent_connection where person_id = ${analyst.personId}`;
    expect(own?.scopes).toEqual(["read"]);
    const none = await allow(analyst, pathOf(all), { scopes: ["publish"] });
    expect([none.status, (await none.text()).includes("Bitte erlauben Sie mindestens eines")]).toEqual([
      400,
      true,
    ]);
  });

  test("answers a request once, forged and old ones never, and a refusal as a refusal", async () => {
    const asked = await ask(service, { client_id: await registeredClient(service) });
    const idempotencyKey = crypto.randomUUID();
    expect((await allow(owner, pathOf(asked), { idempotencyKey })).status).toBe(200);
    const again = await allow(owner, pathOf(asked), { idempotencyKey });
    expect([again.status, (await again.text()).includes("schon beantwortet")]).toEqual([400, true]);
    const forged = `${pathOf(asked).slice(0, -4)}AAAA`;
    expect((await owner.get(forged)).status).toBe(400);
    expect((await allow(owner, forged)).status).toBe(400);
    const anfrage = new URL(pathOf(asked), service.url).searchParams.get("anfrage") ?? "";
    const denied = await owner.post("/app/agenten/ablehnen", { anfrage, scopes: "read", duration: "30" });
    expect(Object.fromEntries(goesOnTo(denied).searchParams)).toEqual({
      error: "access_denied",
      state: "state-of-the-host",
      iss: service.url,
    });
  });

  test("lets a person have fifty connections at a time", async () => {
    const person = await createDashboardUser(service, agency.agencyId, { role: "editor" });
    await connectAgent(service, person);
    await service.sql`
      insert into agent_connection (agency_id, id, person_id, client_hash, client_kind, client_name, client_host, scopes, method)
      select ${agency.agencyId}, gen_random_uuid(), ${person.personId}, client_hash, 'document', 'x', 'x', scopes, method
      from agent_connection, generate_series(1, 48) where person_id = ${person.personId}`;
    await service.sql`
      insert into agent_token (agency_id, token_hash, connection_id, kind)
      select agency_id, sha256(id::text::bytea), id, 'rt' from agent_connection
      where person_id = ${person.personId} and client_kind = 'document'`;
    const asked = await ask(service, { client_id: await registeredClient(service) });
    expect((await allow(person, pathOf(asked))).status).toBe(200);
    const past = await allow(person, pathOf(asked));
    expect([past.status, (await past.text()).includes("Mehr als 50 Verbindungen")]).toEqual([400, true]);
  });
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
      update agent_token set expires_at = expires_at - make_interval(secs => ${seconds})
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
      service.sql`update agent_token set expires_at = created_at + interval '1 hour' - make_interval(secs => ${seconds}) where token_hash = ${hash}`;
    await aged(3000);
    expect(await statusOf(agent.access_token)).toBe(200);
    await aged(3601);
    expect(await statusOf(agent.access_token)).toBe(401);
    const ended = await connectAgent(service, owner, { duration: "90" });
    await service.sql`
      update agent_connection set expires_at = now()
      where id = (select connection_id from agent_token where token_hash = sha256(${ended.access_token.slice(-43)}::bytea))`;
    expect(await statusOf(ended.access_token)).toBe(401);
    const late = refresh(service, { refreshToken: ended.refresh_token, clientId: ended.clientId });
    expect(await errorOf(await late)).toEqual([400, "invalid_grant"]);
  });
});

/** Rows of all tables but those that loops and visits fill by themselves. */
async function allRows(): Promise<Record<string, number>> {
  const { sql } = service;
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name !~ '^(agency_work|backfill|day_salt|hit.*|.*_state|.*_\\d{8})$'`;
  const text = tables
    .map(({ name }) => `select '${name}' as name, count(*)::integer as rows from "${name}"`)
    .join(" union all ");
  const rows = await sql.unsafe<{ name: string; rows: number }[]>(text);
  return Object.fromEntries(rows.map(({ name, rows: count }) => [name, count]));
}
