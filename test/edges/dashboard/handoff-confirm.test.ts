import { afterAll, expect, test } from "bun:test";
import { randomUUID } from "node:crypto";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { addHandoffPartner } from "../../../service/features/people/add-partner.ts";
import { openSession } from "../../../service/features/people/sign-in.ts";
import { given, serviceScene } from "../../support/cast.ts";
import { startMailServer } from "../../support/mail-server.ts";
import { createTestAgency } from "../../support/service.ts";
import { until } from "../../support/until.ts";
import { cookieOf, createDashboardUser, sayYes, send, signIn } from "./support.ts";

const operator = { type: "operator", id: null } as const;
const issuer = "https://portal.example";
const keys = await generateKeyPair("ES256", { extractable: true });
const mailServer = given(() => startMailServer());
const { service } = serviceScene("server", () => ({
  LOOPS: "on",
  SMTP_URL: mailServer.url,
  MAIL_FROM: "Dienst <dienst@nordlicht.example>",
}));
afterAll(() => mailServer.stop());

const freshPath = "/app/einstellungen/team/einladen";

test("a session of a portal is fresh after its confirmation, and stays one for its agency", async () => {
  const { there, user, cookie } = await handedOver();
  expect((await post(cookie, freshPath)).status).toBe(403);
  const path = await mailedLink(cookie, user.email);
  const entered = await post(cookie, path);
  const confirmed = cookieOf(entered) ?? "";
  expect([entered.status, confirmed === cookie]).toEqual([303, false]);
  // The old token ends, as with each sign-in.
  expect((await open(cookie, "/app")).status).toBe(303);
  // Nothing was filled in: the form itself is refused, not the person.
  expect((await post(confirmed, freshPath)).status).toBe(400);
  expect(await (await open(confirmed, "/app")).text()).not.toContain("Andere Agentur");
  expect((await post(confirmed, "/app/agentur", { agencyId: String(there.agencyId) })).status).toBe(404);
  // A passkey, or a look at other sessions, would be a way into the other agency.
  expect((await open(confirmed, "/app/konto/passkeys")).status).toBe(404);
  expect((await post(confirmed, "/app/konto/passkeys/optionen")).status).toBe(404);
  expect((await post(confirmed, "/app/konto/sitzungen/beenden")).status).toBe(404);
  const sessions = await service.sql`
    select only_agency_id from person_session where person_id = ${user.personId} and method = 'handoff'
  `;
  expect(sessions.length).toBe(1);
});

test("the link works in the browser that asked for it, and opens no session elsewhere", async () => {
  const { user, cookie } = await handedOver();
  const path = await mailedLink(cookie, user.email);
  const own = (await signIn(service, user.email)).cookie;
  const again = await mailedLink(cookie, user.email);
  expect((await post(cookie, path)).status).toBe(404);
  for (const other of ["", own]) {
    expect((await open(other, again)).status).toBe(403);
    const refused = await post(other, again);
    expect([refused.status, cookieOf(refused)]).toEqual([404, null]);
  }
  expect((await open(cookie, again)).status).toBe(200);
  expect((await post(cookie, again)).status).toBe(303);
});

test("a passkey is not offered to a portal's session, and a mail not to a provider's", async () => {
  const { here, user, cookie } = await handedOver();
  expect(await (await open(cookie, "/app/bestaetigen")).text()).not.toContain('id="passkey"');
  await service.sql`
    insert into partner (agency_id, id, kind, name, issuer, client_id, client_secret_encrypted)
    values (${here.agencyId}, ${randomUUID()}, 'oidc', 'Firmenkonto', 'https://id.example', 'x', '\\x01')
  `;
  const by = { method: "oidc", onlyAgencyId: here.agencyId, isFresh: false } as const;
  const browser = { userAgent: null, sessionToken: null };
  const { sessionToken } = await openSession(service.sql, { personId: user.personId, browser, by });
  const oidc = `session=${sessionToken}`;
  const page = await (await open(oidc, "/app/bestaetigen")).text();
  expect(page).toContain("Mit Firmenkonto bestätigen");
  expect(page).not.toContain("Link an");
  expect((await post(oidc, "/app/bestaetigen", { next: "/app" })).status).toBe(404);
});

test("a portal leads to the provider that its agency requires, and ends no session that works", async () => {
  const { here, user } = await handedOver();
  const partnerId = randomUUID();
  await service.sql`
    insert into partner (agency_id, id, kind, name, issuer, client_id, client_secret_encrypted, is_required)
    values (${here.agencyId}, ${partnerId}, 'oidc', 'Firmenkonto', 'https://id.example', 'x', '\\x01', true)
  `;
  const asked = await bring(user.email);
  const led = await sayYes(service, asked);
  expect([led.status, cookieOf(led)]).toEqual([403, null]);
  const page = await led.text();
  expect(page).toContain("nicht über ein Portal");
  expect(page).toContain(`/app/anmelden/partner/${partnerId}?weiter=`);
  // The other agency requires nothing: a link opens it.
  const { cookie } = await signIn(service, user.email);
  const again = await sayYes(service, await bring(user.email, cookie));
  expect([again.status, cookieOf(again)]).toEqual([403, null]);
  expect((await open(cookie, "/app")).status).toBe(200);
});

/** A person of two agencies, one of which has a portal that has just handed the person over. */
async function handedOver() {
  await service.sql`delete from partner`;
  const here = await createTestAgency(service.sql, { name: "Agentur mit Portal" });
  const there = await createTestAgency(service.sql, { name: "Andere Agentur" });
  const publicKey = JSON.stringify(await exportJWK(keys.publicKey));
  const partner = { name: "Portal", issuer, publicKey, publicKeyUrl: null };
  await addHandoffPartner({ sql: service.sql, targetRules: {} }, here.agencyId, partner, operator);
  const user = await createDashboardUser(service, here.agencyId);
  await service.sql`
    insert into membership (agency_id, person_id, role) values (${there.agencyId}, ${user.personId}, 'owner')
  `;
  const answer = await sayYes(service, await bring(user.email));
  return { here, there, user, cookie: cookieOf(answer) ?? "" };
}

/** What the portal's form brings a browser that has `cookie`. */
async function bring(email: string, cookie = ""): Promise<Response> {
  const exp = Math.floor(Date.now() / 1000) + 60;
  const token = await new SignJWT({ iss: issuer, aud: service.url, exp, jti: randomUUID(), email })
    .setProtectedHeader({ alg: "ES256" })
    .sign(keys.privateKey);
  return await send(service, "/app/handoff", {
    method: "POST",
    body: new URLSearchParams({ token }),
    headers: { "sec-fetch-site": "cross-site", origin: issuer, cookie },
  });
}

const open = (cookie: string, path: string) => send(service, path, { headers: { cookie } });
const post = (cookie: string, path: string, fields: Record<string, string> = {}) =>
  send(service, path, { method: "POST", body: new URLSearchParams(fields), headers: { cookie } });

/** The path of the link that the confirmation sends by mail. */
async function mailedLink(cookie: string, email: string): Promise<string> {
  // While one is under way a second is not written, and the server has it before its row says so.
  await until("no mail is under way", async () => {
    const waiting = await service.sql`select from mail where status = 'waiting'`;
    return waiting.length === 0;
  });
  mailServer.received.length = 0;
  const asked = await post(cookie, "/app/bestaetigen", { next: "/app/einstellungen/team/einladen" });
  expect(asked.status).toBe(200);
  const mail = await until("a mail has come", () => mailServer.received[0]);
  expect(mail.to).toEqual([email]);
  const source = mail.source.replaceAll("=\r\n", "").replaceAll("=3D", "=");
  return /\/app\/anmelden\/[\w-]{43}/.exec(source)?.[0] ?? "";
}
