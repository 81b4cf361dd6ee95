import { describe, expect, test } from "bun:test";
import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { issueSignInLink, openSession } from "../../../service/features/people/sign-in.ts";
import { serviceScene } from "../../support/cast.ts";
import { createTestAgency } from "../../support/service.ts";
import { cookieOf, createDashboardUser, type DashboardUser, send } from "./support.ts";

const { service } = serviceScene();

describe("a passkey where the agency requires its provider", () => {
  test("leads an editor to the provider, and ends no session that works", async () => {
    const { agencyId } = await createTestAgency(service.sql);
    const editor = await createDashboardUser(service, agencyId, { role: "editor" });
    const partnerId = await requireProvider(agencyId);
    const cookie = await openAtProvider(editor, agencyId);
    const use = await createPasskey(editor);

    const answer = await use({ cookie, next: "/app/kunden" });
    expect([answer.status, cookieOf(answer)]).toEqual([403, null]);
    const { location } = (await answer.json()) as { location: string };
    const attempt = answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const page = await send(service, location, { headers: { cookie: attempt } });
    const text = await page.text();
    expect(page.status).toBe(403);
    expect(text).toContain("nicht mit einem Passkey");
    expect(text).toContain(`href="/app/anmelden/partner/${partnerId}?weiter=%2Fapp%2Fkunden"`);
    expect((await send(service, "/app", { headers: { cookie } })).status).toBe(200);
    // Who brings nothing along learns of no provider.
    const bare = await send(service, location);
    expect([bare.status, bare.headers.get("location")]).toEqual([303, "/app/anmelden"]);
  });

  test("of somebody whom no agency has any more says so", async () => {
    const { agencyId } = await createTestAgency(service.sql);
    const editor = await createDashboardUser(service, agencyId, { role: "editor" });
    const use = await createPasskey(editor);
    await service.sql`delete from membership where person_id = ${editor.personId}`;
    const answer = await use({ cookie: "", next: "/app" });
    expect([answer.status, cookieOf(answer)]).toEqual([403, null]);
    const { location } = (await answer.json()) as { location: string };
    const attempt = answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const page = await send(service, location, { headers: { cookie: attempt } });
    expect(page.status).toBe(403);
    expect(await page.text()).toContain("zurzeit zu keiner Agentur");
  });

  test("lets an owner in, as the way back, and an editor into another agency", async () => {
    const { agencyId } = await createTestAgency(service.sql);
    const owner = await createDashboardUser(service, agencyId);
    const editor = await createDashboardUser(service, agencyId, { role: "editor" });
    const elsewhere = await createTestAgency(service.sql, { name: "Zweite Agentur" });
    await createDashboardUser(service, elsewhere.agencyId, { role: "editor", email: editor.email });
    await requireProvider(agencyId);
    for (const person of [owner, editor]) {
      const answer = await (await createPasskey(person))({ next: "/app/kunden" });
      expect([answer.status, await answer.json()]).toEqual([200, { location: "/app/kunden" }]);
      const cookie = cookieOf(answer) ?? "";
      const page = await send(service, "/app", { headers: { cookie } });
      expect(page.status).toBe(200);
      expect((await page.text()).includes("Zweite Agentur")).toBe(person === editor);
    }
  });
});

test("a twenty-first passkey is refused before a device makes it, in words", async () => {
  const { agencyId } = await createTestAgency(service.sql);
  const owner = await createDashboardUser(service, agencyId);
  const plant = (count: number) => service.sql`
    insert into passkey (id, person_id, name, public_key, counter)
    select gen_random_uuid()::text, ${owner.personId}, 'Laptop', '\\x01', 0 from generate_series(1, ${count})
  `;
  const ask = () => owner.post("/app/konto/passkeys/optionen");
  await plant(19);
  const twentieth = await ask();
  expect([twentieth.status, await twentieth.json()]).toEqual([
    200,
    expect.objectContaining({ challenge: expect.any(String) }),
  ]);
  await plant(1);
  const next = await ask();
  expect([next.status, next.headers.get("content-type")?.split(";")[0], await next.json()]).toEqual([
    400,
    "application/json",
    { message: expect.stringContaining("Mehr als 20 Passkeys") },
  ]);
});

test("a link ends no session that works where the agency requires its provider", async () => {
  const { agencyId } = await createTestAgency(service.sql);
  const editor = await createDashboardUser(service, agencyId, { role: "editor" });
  await requireProvider(agencyId);
  const cookie = await openAtProvider(editor, agencyId);
  const link = await issueSignInLink(service.sql, editor.email);
  const shut = await send(service, `/app/anmelden/${link?.token}`, { method: "POST", headers: { cookie } });
  expect(shut.status).toBe(403);
  expect((await send(service, "/app", { headers: { cookie } })).status).toBe(200);
});

test("the account names the agencies that a person enters by their provider alone, to the person itself", async () => {
  const here = await createTestAgency(service.sql);
  const there = await createTestAgency(service.sql, { name: "Zweite Agentur" });
  const { personId, email } = await createDashboardUser(service, here.agencyId, { role: "editor" });
  const freelancer = await createDashboardUser(service, there.agencyId, { role: "editor", email });
  const partnerId = await requireProvider(there.agencyId);
  expect(await (await freelancer.get("/app/konto")).text()).toContain(
    `href="/app/anmelden/partner/${partnerId}">Mit Firmenkonto bei Zweite Agentur anmelden`,
  );
  // A partner of one agency learns of no other.
  await service.sql`
    update person_session set only_agency_id = ${here.agencyId}, method = 'invitation' where person_id = ${personId}
  `;
  const page = await freelancer.get("/app/konto");
  expect([page.status, (await page.text()).includes("Zweite Agentur")]).toEqual([200, false]);
});

async function requireProvider(agencyId: number): Promise<string> {
  const id = crypto.randomUUID();
  await service.sql`
    insert into partner (agency_id, id, kind, name, issuer, client_id, client_secret_encrypted, is_required)
    values (${agencyId}, ${id}, 'oidc', 'Firmenkonto', 'https://id.example', 'x', '\\x01', true)
  `;
  return id;
}

/** The cookie of a session that the agency's provider has opened. */
async function openAtProvider({ personId }: DashboardUser, agencyId: number): Promise<string> {
  const by = { method: "oidc", onlyAgencyId: agencyId, isFresh: true } as const;
  const browser = { userAgent: null, sessionToken: null };
  return `session=${(await openSession(service.sql, { personId, browser, by })).sessionToken}`;
}

/** Gives the person a passkey as an authenticator makes one, and returns what signs in with it. */
async function createPasskey({ personId }: DashboardUser) {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  // COSE_Key of ES256 (RFC 9052, section 7): kty 2, alg -7, crv 1, then x and y.
  const coordinate = (label: number, text: string) =>
    Buffer.concat([Buffer.from([label, 0x58, 32]), Buffer.from(text, "base64url")]);
  const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]);
  const cose = Buffer.concat([head, coordinate(0x21, x), coordinate(0x22, y)]);
  const id = randomBytes(16).toString("base64url");
  await service.sql`
    insert into passkey (id, person_id, name, public_key, counter)
    values (${id}, ${personId}, 'Laptop', ${cose}, 0)
  `;
  const hash = (data: string | Buffer) => createHash("sha256").update(data).digest();
  return async ({ cookie = "", next }: { cookie?: string; next: string }): Promise<Response> => {
    const begun = await send(service, "/app/anmelden-mit-passkey/optionen", { method: "POST", body: "{}" });
    const { challenge } = (await begun.json()) as { challenge: string };
    const attempt = begun.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const origin = new URL(service.url).origin;
    const clientData = Buffer.from(JSON.stringify({ type: "webauthn.get", challenge, origin }));
    // The person is there and was verified (Web Authentication, section 6.1: UP and UV), and nothing is counted.
    const authenticatorData = Buffer.concat([
      hash(new URL(origin).hostname),
      Buffer.from([0x05, 0, 0, 0, 0]),
    ]);
    const signature = sign("sha256", Buffer.concat([authenticatorData, hash(clientData)]), privateKey);
    const response = {
      ...{ id, rawId: id, type: "public-key", clientExtensionResults: {} },
      response: {
        clientDataJSON: clientData.toString("base64url"),
        authenticatorData: authenticatorData.toString("base64url"),
        signature: signature.toString("base64url"),
      },
    };
    return await send(service, "/app/anmelden-mit-passkey", {
      method: "POST",
      body: JSON.stringify({ response, next }),
      headers: { cookie: [attempt, cookie].join("; "), "content-type": "application/json" },
    });
  };
}

describe("what is no answer of an authenticator", () => {
  const ids: [string, unknown, string][] = [
    ["no text", true, "no_credential"],
    ["a NUL", "\u0000", "no_credential"],
    ["a letter that base64url has not", "a+b", "no_credential"],
    ["nothing", "", "no_credential"],
    ["1,401 characters", "a".repeat(1_401), "no_credential"],
    ["1,400 characters", "a".repeat(1_400), "unknown_passkey"],
  ];
  test.each(ids)("is refused like any other: %s as its id", async (_name, id, reason) => {
    const begun = await send(service, "/app/anmelden-mit-passkey/optionen", { method: "POST", body: "{}" });
    const cookie = begun.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const body = JSON.stringify({ response: { id }, next: "/app" });
    const refused = await send(service, "/app/anmelden-mit-passkey", {
      method: "POST",
      body,
      headers: { cookie },
    });
    expect([refused.status, await refused.json()]).toEqual([403, { error: "refused" }]);
    expect(service.logged.filter((line) => line.includes("passkey_refused")).at(-1)).toContain(reason);
  });
});
