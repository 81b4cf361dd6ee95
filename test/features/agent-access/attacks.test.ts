import { describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { signClientId } from "../../../service/features/agent-access/client-id.ts";
import { createSecretCipher } from "../../../service/floor/secrets/secret-cipher.ts";
import { createDashboardUser, send } from "../../edges/dashboard/support.ts";
import { serviceScene } from "../../support/cast.ts";
import {
  allow,
  ask,
  connectAgent,
  goesOnTo,
  pathOf,
  redirectUri,
  register,
  registeredClient,
} from "./support/connect.ts";

const secretKey = randomBytes(32);
const { service, agency, stranger, owner, analyst } = serviceScene("server", {
  SECRET_KEY: secretKey.toString("hex"),
});
const ownMachine = "http://127.0.0.1/callback";

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
