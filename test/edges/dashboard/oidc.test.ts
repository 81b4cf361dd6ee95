import { describe, expect, test } from "bun:test";
import { createServer, type Server } from "node:http";
import Provider from "oidc-provider";
import { addOidcPartner } from "../../../service/features/people/add-partner.ts";
import { issueSignInLink } from "../../../service/features/people/sign-in.ts";
import { createAddressRanges } from "../../../service/floor/http/address-ranges.ts";
import { createSecretCipher } from "../../../service/floor/secrets/secret-cipher.ts";
import { serviceScene } from "../../support/cast.ts";
import { thrownBy } from "../../support/error-of.ts";
import { createTestAgency, freePort } from "../../support/service.ts";
import { cookieOf, createDashboardUser, sayYes, send } from "./support.ts";

const operator = { type: "operator", id: null } as const;
const secretKey = Buffer.alloc(32, 7);
const clientSecret = "a-client-secret-of-the-test";

const { service, atEnd } = serviceScene("server", {
  WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8",
  SECRET_KEY: secretKey.toString("base64"),
});
let server: Server;
let issuer = "";
/** What the provider says of whoever signs in there. */
let account: { email?: string; email_verified?: unknown } = {};
let redirectUris: string[] = [];
atEnd(() => server?.close());

describe("an agency's OpenID Connect provider", () => {
  test("signs a person of the agency in, once for each answer", async () => {
    const { agencyId, partnerId } = await createPartner();
    const user = await createDashboardUser(service, agencyId, { role: "editor" });
    account = { email: user.email, email_verified: true };
    const { answer, back, cookie } = await walk(partnerId, "?weiter=/app/konto");
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/app/konto"]);
    const session = cookieOf(answer) ?? "";
    expect((await send(service, "/app", { headers: { cookie: session } })).status).toBe(200);
    expect((await send(service, back, { headers: { cookie } })).status).toBe(403);
    expect((await send(service, back)).status).toBe(403);
  });

  test("signs nobody in whom it does not vouch for, or who is not of the agency", async () => {
    const { agencyId, partnerId } = await createPartner();
    const user = await createDashboardUser(service, agencyId, { role: "editor" });
    const foreign = await createDashboardUser(service, (await createTestAgency(service.sql)).agencyId);
    const unsure = [false, "false", "true", 0, 1, null, undefined].map((email_verified) => ({
      ...{ email: user.email, email_verified },
    }));
    for (const each of [
      ...unsure,
      { email: foreign.email, email_verified: true },
      { email_verified: true },
    ]) {
      account = each;
      const { answer } = await walk(partnerId);
      expect([answer.status, cookieOf(answer)]).toEqual([403, null]);
    }
  });

  test("is believed without its word for each address once an owner says so, until it is taken back", async () => {
    const { agencyId, partnerId } = await createPartner();
    const owner = await createDashboardUser(service, agencyId);
    account = { email: owner.email };
    const path = `/app/einstellungen/anmeldung/${partnerId}/adressen`;
    for (const [trust, status] of [
      ["0", 403],
      ["1", 303],
      ["0", 403],
    ] as const) {
      expect((await owner.post(path, { trust })).status).toBe(303);
      expect((await walk(partnerId)).answer.status).toBe(status);
    }
    const acts = await service.sql`
      select details from audit where agency_id = ${agencyId} and action = 'partner.changed' order by id
    `;
    expect(acts.map(({ details }) => details.trustsEmail)).toEqual([false, true, false]);
    const page = await (await owner.get("/app/einstellungen/anmeldung")).text();
    expect(page).toContain("gelten nur bestätigt");
    const editor = await createDashboardUser(service, agencyId, { role: "editor" });
    expect((await editor.post(path, { trust: "1" })).status).toBe(403);
  });

  test("is said to be unreachable where it is, and not where the fault is ours", async () => {
    const { partnerId } = await createPartner();
    const begin = `/app/anmelden/partner/${partnerId}`;
    const answerTo = async (path: string, init = {}) => {
      const before = service.logged.length;
      const { status } = await send(service, path, init);
      const isLogged = /oidc_refused|request_failed|unreachable|SecretCipherError/g;
      return [status, ...new Set(service.logged.slice(before).join("").match(isLogged))];
    };
    const begun = await send(service, begin);
    const cookie = begun.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    server.closeAllConnections();
    server.close();
    expect(await answerTo(begin)).toEqual([403, "oidc_refused", "unreachable"]);
    const otherKey = createSecretCipher(Buffer.alloc(32, 8)).encrypt(clientSecret, "any");
    await service.sql`update partner set client_secret_encrypted = ${otherKey} where id = ${partnerId}`;
    for (const [path, headers] of [
      [begin, {}],
      [`${begin}/zurueck?code=x`, { cookie }],
    ] as const)
      expect(await answerTo(path, { headers })).toEqual([500, "request_failed", "SecretCipherError"]);
  });

  test("is not begun by where a sign-in goes on to", async () => {
    const { agencyId, partnerId } = await createPartner();
    const user = await createDashboardUser(service, agencyId);
    const link = await issueSignInLink(service.sql, user.email);
    const next = encodeURIComponent(`/app/anmelden/partner/${partnerId}`);
    const entered = await send(service, `/app/anmelden/${link?.token}?weiter=${next}`, { method: "POST" });
    expect([entered.status, entered.headers.get("location")]).toEqual([303, "/app"]);
  });

  test("asks the person again where a fresh sign-in is wanted", async () => {
    const { agencyId, partnerId } = await createPartner();
    const user = await createDashboardUser(service, agencyId);
    account = { email: user.email, email_verified: true };
    const team = "/app/einstellungen/team/einladen";
    const invite = async (cookie: string) =>
      (await send(service, team, { method: "POST", body: new URLSearchParams(), headers: { cookie } }))
        .status;
    expect(await invite(cookieOf((await walk(partnerId)).answer) ?? "")).toBe(403);
    // Nothing was filled in: the form itself is refused, not the person.
    expect(await invite(cookieOf((await walk(partnerId, "?frisch=1")).answer) ?? "")).toBe(400);
  });

  test("shuts the other ways where it is the only one, but for an owner's passkey", async () => {
    const { agencyId, partnerId } = await createPartner();
    const invited = await createDashboardUser(service, agencyId);
    const editor = await createDashboardUser(service, agencyId, { role: "editor" });
    await service.sql`update partner set is_required = true where id = ${partnerId}`;
    expect((await invited.get("/app")).status).toBe(303);
    await service.sql`update person_session set method = 'passkey' where person_id = ${invited.personId}`;
    expect((await invited.get("/app")).status).toBe(200);
    await service.sql`update person_session set method = 'passkey' where person_id = ${editor.personId}`;
    expect((await editor.get("/app")).status).toBe(303);
    // A link that a mail brought says where to go on, in place of a circle back to the first page.
    const link = await issueSignInLink(service.sql, editor.email);
    const shut = await send(service, `/app/anmelden/${link?.token}?weiter=%2Fapp%2Fkunden`, {
      method: "POST",
    });
    const page = await shut.text();
    expect([shut.status, shut.headers.getSetCookie()]).toEqual([403, []]);
    expect(page).toContain(`href="/app/anmelden/partner/${partnerId}?weiter=%2Fapp%2Fkunden"`);
    expect(page).toContain("Mit Firmenkonto bei");
    account = { email: editor.email, email_verified: true };
    const session = cookieOf((await walk(partnerId)).answer) ?? "";
    expect((await send(service, "/app", { headers: { cookie: session } })).status).toBe(200);
  });

  test("can't become the only way before an owner has a passkey", async () => {
    const { agencyId } = await createTestAgency(service.sql);
    const deps = {
      sql: service.sql,
      secrets: createSecretCipher(secretKey),
      targetRules: { allowCidrs: createAddressRanges(["127.0.0.0/8"]) },
    };
    const input = { name: "X", issuer, clientId: "pr", clientSecret, isRequired: true };
    expect(await thrownBy(addOidcPartner(deps, agencyId, input, operator))).toThrow("isRequired");
  });

  test("keeps its secret encrypted", async () => {
    await createPartner();
    const rows = await service.sql<{ secret: Buffer }[]>`
      select client_secret_encrypted as secret from partner where kind = 'oidc'
    `;
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.some(({ secret }) => secret.includes(clientSecret))).toBe(false);
  });
});

/** A provider that signs everybody in at once, as `account`. */
async function startProvider(): Promise<void> {
  server?.closeAllConnections();
  server?.close();
  const port = await freePort();
  issuer = `http://127.0.0.1:${port}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id: "pr", client_secret: clientSecret, redirect_uris: redirectUris }],
    claims: { openid: ["sub"], email: ["email", "email_verified"] },
    conformIdTokenClaims: false,
    cookies: { keys: ["a key of the test"] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_context, id) => ({ accountId: id, claims: async () => ({ sub: id, ...account }) }),
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    pkce: { required: () => true },
  });
  server = createServer((request, response) => {
    if (request.url?.startsWith("/interaction/") !== true) return void provider.callback()(request, response);
    void signInThere(provider, request, response);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
}

async function signInThere(
  provider: Provider,
  request: Parameters<Provider["interactionDetails"]>[0],
  response: Parameters<Provider["interactionDetails"]>[1],
): Promise<void> {
  const details = await provider.interactionDetails(request, response);
  const grant = new provider.Grant({ accountId: "a-person", clientId: "pr" });
  grant.addOIDCScope("openid email");
  const result =
    details.prompt.name === "login"
      ? { login: { accountId: "a-person" } }
      : { consent: { grantId: await grant.save() } };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
}

async function createPartner() {
  const { agencyId } = await createTestAgency(service.sql);
  const deps = {
    sql: service.sql,
    secrets: createSecretCipher(secretKey),
    targetRules: { allowCidrs: createAddressRanges(["127.0.0.0/8"]) },
  };
  redirectUris = ["http://127.0.0.1:1/placeholder"];
  await startProvider();
  const { id } = await addOidcPartner(
    deps,
    agencyId,
    { name: "Firmenkonto", issuer, clientId: "pr", clientSecret, isRequired: false },
    operator,
  );
  // The provider has to know where to send people back to, and that address names the partner.
  redirectUris = [`${service.url}/app/anmelden/partner/${id}/zurueck`];
  const port = new URL(issuer).port;
  await startProvider();
  await service.sql`update partner set issuer = ${issuer} where id = ${id}`;
  expect(port).not.toBe("");
  return { agencyId, partnerId: id };
}

/** Walks the redirects as one browser does, and returns the answer of the service at the end. */
async function walk(
  partnerId: string,
  query = "",
): Promise<{ answer: Response; back: string; cookie: string }> {
  const begun = await send(service, `/app/anmelden/partner/${partnerId}${query}`);
  const attempt = begun.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const jar = new Map<string, string>();
  let location = begun.headers.get("location") ?? "";
  for (let step = 0; step < 10 && location.startsWith(issuer); step += 1) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(location, { redirect: "manual", headers: { cookie } });
    for (const each of response.headers.getSetCookie()) {
      const [name = "", value = ""] = each.split(";")[0]?.split(/=(.*)/s) ?? [];
      jar.set(name, value);
    }
    const next = response.headers.get("location");
    if (next === null) throw new Error(`${response.status} ${await response.text()}`);
    location = new URL(next, location).href;
  }
  const back = location.slice(service.url.length);
  const brought = await send(service, back, { headers: { cookie: attempt } });
  return { answer: await sayYes(service, brought), back, cookie: attempt };
}
