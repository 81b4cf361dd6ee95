import { beforeAll, describe, expect, setSystemTime, test } from "bun:test";
import { createHmac, type KeyObject, randomUUID } from "node:crypto";
import { exportJWK, exportSPKI, generateKeyPair, SignJWT } from "jose";
import { addHandoffPartner, removePartner } from "../../../service/features/people/add-partner.ts";
import { serviceScene } from "../../support/cast.ts";
import { thrownBy } from "../../support/error-of.ts";
import { createTestAgency, serviceKinds } from "../../support/service.ts";
import { cookieOf, createDashboardUser, sayYes, send } from "./support.ts";

const operator = { type: "operator", id: null } as const;
const issuer = "https://portal.example";

describe.each(serviceKinds)("a partner's portal on the %s database", (kind) => {
  const { service, atEnd } = serviceScene(kind, { WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8" });
  let jwksAddress = "";
  let keys: { privateKey: CryptoKey | KeyObject; publicKey: CryptoKey | KeyObject };
  let jwksServer: ReturnType<typeof Bun.serve>;

  beforeAll(async () => {
    keys = await generateKeyPair("ES256", { extractable: true });
    const publicKey = { ...(await exportJWK(keys.publicKey)), alg: "ES256", kid: "first" };
    jwksServer = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: () => Response.json({ keys: [publicKey] }),
    });
    jwksAddress = `http://127.0.0.1:${jwksServer.port}/keys`;
  });
  atEnd(() => jwksServer.stop(true));

  test("hands a person of its agency over, who sees that agency alone", async () => {
    await withoutPartners();
    const { user, agencyId, partnerId } = await withPartner();
    const other = await createTestAgency(service.sql, { name: "Andere Agentur" });
    await service.sql`
      insert into membership (agency_id, person_id, role) values (${other.agencyId}, ${user.personId}, 'owner')
    `;
    const answer = await handOver(await sign({ email: user.email.toUpperCase() }));
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/app"]);
    const cookie = cookieOf(answer) ?? "";
    const page = await send(service, "/app", { headers: { cookie } });
    expect(page.status).toBe(200);
    expect(await page.text()).not.toContain("Andere Agentur");
    const move = (path: string, fields: Record<string, string>) =>
      send(service, path, { method: "POST", body: new URLSearchParams(fields), headers: { cookie } });
    expect((await move("/app/agentur", { agencyId: String(other.agencyId) })).status).toBe(404);
    // A passkey would open the other agency too.
    expect((await send(service, "/app/konto/passkeys", { headers: { cookie } })).status).toBe(404);
    await removePartner(service.sql, agencyId, partnerId, operator);
    expect((await send(service, "/app", { headers: { cookie } })).status).toBe(303);
  });

  test("signs nobody in before the person has said yes, and then in that browser alone", async () => {
    await withoutPartners();
    const { user } = await withPartner();
    const stranger = await withPartner();
    const answer = await bring(await sign({ email: user.email }), stranger.user.cookie);
    expect([answer.status, cookieOf(answer)]).toEqual([200, null]);
    expect(await answer.clone().text()).toContain(user.email);
    expect((await stranger.user.get("/app")).status).toBe(200);
    const post = (cookie: string, site = "same-origin") =>
      send(service, "/app/anmelden-mit-partner", {
        method: "POST",
        headers: { cookie, "sec-fetch-site": site },
      });
    const attempt = answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    for (const refused of [await post(""), await post("attempt=x"), await post(attempt, "cross-site")])
      expect([refused.status, cookieOf(refused)]).toEqual([403, null]);
    expect((await post(attempt)).status).toBe(303);
  });

  test("does not ask a browser that is signed in as this person already", async () => {
    await withoutPartners();
    const { user } = await withPartner();
    const answer = await bring(await sign({ email: user.email }), user.cookie);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/app"]);
  });

  test("signs nobody in who was removed before saying yes", async () => {
    await withoutPartners();
    const { user, agencyId } = await withPartner();
    const answer = await bring(await sign({ email: user.email }));
    await service.sql`delete from membership where agency_id = ${agencyId} and person_id = ${user.personId}`;
    expect((await sayYes(service, answer)).status).toBe(403);
  });

  test("ends a session of a removed partner for good", async () => {
    await withoutPartners();
    const { user, agencyId, partnerId } = await withPartner();
    const cookie = cookieOf(await handOver(await sign({ email: user.email }))) ?? "";
    await removePartner(service.sql, agencyId, partnerId, operator);
    const publicKey = JSON.stringify(await exportJWK(keys.publicKey));
    const deps = { sql: service.sql, targetRules: {} };
    await addHandoffPartner(deps, agencyId, { name: "P", issuer, publicKey, publicKeyUrl: null }, operator);
    expect((await send(service, "/app", { headers: { cookie } })).status).toBe(303);
  });

  test("may publish its keys at an address", async () => {
    await withoutPartners();
    const { agencyId } = await createTestAgency(service.sql);
    const user = await createDashboardUser(service, agencyId, { role: "editor" });
    await service.sql`
      insert into partner (agency_id, id, kind, name, issuer, public_key_url)
      values (${agencyId}, ${randomUUID()}, 'handoff', 'Portal', ${issuer}, ${jwksAddress})
    `;
    expect((await handOver(await sign({ email: user.email }))).status).toBe(303);
  });

  test("has an address for its keys that the service may connect to", async () => {
    const { agencyId } = await createTestAgency(service.sql);
    const deps = { sql: service.sql, targetRules: {} };
    const input = { name: "Portal", issuer, publicKey: null, publicKeyUrl: "https://169.254.169.254/keys" };
    expect(await thrownBy(addHandoffPartner(deps, agencyId, input, operator))).toThrow("publicKeyUrl");
  });

  test("has a public key, and no secret one", async () => {
    const { agencyId } = await createTestAgency(service.sql);
    const deps = { sql: service.sql, targetRules: {} };
    const secret = JSON.stringify(await exportJWK(keys.privateKey));
    const input = { name: "Portal", issuer, publicKeyUrl: null };
    for (const publicKey of [secret, "{}", "[]", "x", JSON.stringify({ kty: "oct", k: "abc" })]) {
      expect(await thrownBy(addHandoffPartner(deps, agencyId, { ...input, publicKey }, operator))).toThrow(
        "publicKey",
      );
    }
  });

  const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
  const unsigned = (claims: Claims) => {
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const all = { iss: issuer, aud: service.url, exp: inSeconds(60), jti: randomUUID(), ...claims };
    return `${part({ alg: "none" })}.${part(all)}.`;
  };
  const byPublicKey = async (email: string) => {
    const head = Buffer.from(JSON.stringify({ alg: "HS256" })).toString("base64url");
    const body = unsigned({ email }).split(".")[1] ?? "";
    const key = await exportSPKI(keys.publicKey);
    return `${head}.${body}.${createHmac("sha256", key).update(`${head}.${body}`).digest("base64url")}`;
  };

  type Forge = (email: string) => Promise<string> | string;
  const forgeries: [name: string, forge: Forge, status?: number][] = [
    ["another key", async (email) => sign({ email }, { key: (await generateKeyPair("ES256")).privateKey })],
    ["no signature (alg none)", (email) => unsigned({ email })],
    ["HS256 with the public key", byPublicKey],
    ["another audience", (email) => sign({ email, aud: "https://elsewhere.example" })],
    ["a time that has passed", (email) => sign({ email, exp: inSeconds(-1) })],
    ["a time too far ahead", (email) => sign({ email, exp: inSeconds(125) })],
    ["another issuer", (email) => sign({ email, iss: "https://unknown.example" })],
    ["an address that nobody has", () => sign({ email: "niemand@example.org" })],
    ["no address", () => sign({})],
    ["an issuer that is no text", (email) => unsigned({ email, iss: true })],
    ["a number as issuer", (email) => unsigned({ email, iss: 5 })],
    ["an issuer with a NUL", (email) => unsigned({ email, iss: "a\u0000" })],
    ["an issuer of 2,000 characters", (email) => unsigned({ email, iss: "i".repeat(2_000) })],
    ["an issuer of 2,001 characters", (email) => unsigned({ email, iss: "i".repeat(2_001) })],
    ["an address with a NUL", () => unsigned({ email: "a\u0000@example.org" })],
    ["no jti", (email) => sign({ email, jti: undefined })],
    ["no end", (email) => sign({ email, exp: undefined })],
    ["a text that is no token", () => "abc"],
    ["more than 8,000 characters", (email) => sign({ email, filler: "x".repeat(8_000) })],
    ["more than a form holds", (email) => sign({ email, filler: "x".repeat(16_000) }), 413],
  ];

  test.each(forgeries)("signs nobody in with %s", async (_name, forge, status = 403) => {
    await withoutPartners();
    const { user } = await withPartner();
    const answer = await handOver(await forge(user.email));
    expect([answer.status, cookieOf(answer)]).toEqual([status, null]);
    if (status === 403) expect(await answer.text()).toContain("Anmeldung nicht möglich");
  });

  test("signs nobody in twice with one token, and nobody of another agency", async () => {
    await withoutPartners();
    const { user } = await withPartner();
    const token = await sign({ email: user.email });
    expect((await handOver(token)).status).toBe(303);
    expect((await handOver(token)).status).toBe(403);
    const elsewhere = await createTestAgency(service.sql);
    const foreign = await createDashboardUser(service, elsewhere.agencyId);
    expect((await handOver(await sign({ email: foreign.email }))).status).toBe(403);
  });

  test("hands people of each agency over that one portal serves with one key", async () => {
    await withoutPartners();
    const first = await withPartner();
    const second = await withPartner();
    for (const { user } of [first, second]) {
      const token = await sign({ email: user.email });
      expect((await handOver(token)).status).toBe(303);
      expect((await handOver(token)).status).toBe(403);
    }
  });

  test("takes no token out of a body that is no form", async () => {
    await withoutPartners();
    const { user } = await withPartner();
    const answer = await send(service, "/app/handoff", {
      method: "POST",
      body: `token=${await sign({ email: user.email })}`,
      headers: { "content-type": "text/plain", "sec-fetch-site": "cross-site", origin: issuer },
    });
    expect([answer.status, cookieOf(answer)]).toEqual([403, null]);
  });

  test("has 120 seconds, and no more", async () => {
    await withoutPartners();
    const { user } = await withPartner();
    const statusAt = async (seconds: number) =>
      (await handOver(await sign({ email: user.email, exp: inSeconds(seconds) }))).status;
    setSystemTime(new Date(inSeconds(0) * 1000));
    try {
      expect([await statusAt(121), await statusAt(120)]).toEqual([403, 303]);
    } finally {
      setSystemTime();
    }
  });

  test("leaves its reason in the log and no token", async () => {
    await withoutPartners();
    const { user } = await withPartner();
    const token = await sign({ email: user.email, aud: "https://elsewhere.example" });
    await handOver(token);
    const lines = service.logged.filter((line) => line.includes("handoff_refused"));
    expect(lines.at(-1)).toContain("ERR_JWT_CLAIM_VALIDATION_FAILED");
    expect(service.logged.some((line) => line.includes(token.slice(-20)))).toBe(false);
  });

  type Claims = { [name: string]: unknown };
  /** As a browser sends it from the portal, before the person says yes. */
  const bring = (token: string, cookie = "") =>
    send(service, "/app/handoff", {
      method: "POST",
      body: new URLSearchParams({ token }),
      headers: { "sec-fetch-site": "cross-site", origin: issuer, cookie },
    });
  const handOver = async (token: string) => await sayYes(service, await bring(token));

  const withPartner = async () => {
    const { agencyId } = await createTestAgency(service.sql);
    const deps = { sql: service.sql, targetRules: {} };
    const publicKey = JSON.stringify(await exportJWK(keys.publicKey));
    const partner = { name: "Portal", issuer, publicKey, publicKeyUrl: null };
    const { id } = await addHandoffPartner(deps, agencyId, partner, operator);
    const user = await createDashboardUser(service, agencyId, { role: "editor" });
    return { agencyId, user, partnerId: id };
  };
  const withoutPartners = () => service.sql`delete from partner`;

  const sign = async (claims: Claims, options: { alg?: string; key?: CryptoKey | KeyObject } = {}) => {
    const now = Math.floor(Date.now() / 1000);
    const all = { iss: issuer, aud: service.url, exp: now + 60, jti: randomUUID(), ...claims };
    return await new SignJWT(JSON.parse(JSON.stringify(all)))
      .setProtectedHeader({ alg: options.alg ?? "ES256" })
      .sign(options.key ?? keys.privateKey);
  };
});
