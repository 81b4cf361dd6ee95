import { expect, test } from "bun:test";
import { randomUUID } from "node:crypto";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { serviceScene } from "../../support/cast.ts";
import { createTestAgency } from "../../support/service.ts";
import { cookieOf, createDashboardUser, sayYes, send } from "./support.ts";

const { service, atEnd } = serviceScene("server", { WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8" });
const keys = await generateKeyPair("ES256", { extractable: true });
const publicKey = await exportJWK(keys.publicKey);
const hanging = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Promise<Response>(() => {}) });
atEnd(() => hanging.stop(true));

test("the page that asks before a portal's sign-in names the agency", async () => {
  const issuer = newIssuer();
  const { agencyId } = await agencyWith(issuer, "Agentur am Hafen");
  const { email } = await createDashboardUser(service, agencyId, { role: "editor" });
  const page = await (await bring(issuer, email)).text();
  expect(page).toContain("Agentur am Hafen");
  expect(page).not.toContain('name="agencyId"');
});

test("a browser that works for another agency of the person is asked all the same", async () => {
  const issuer = newIssuer();
  const own = await createTestAgency(service.sql, { name: "Eigene" });
  const user = await createDashboardUser(service, own.agencyId, { role: "editor" });
  const foreign = await agencyWith(issuer, "Fremde");
  await join(foreign.agencyId, user.personId);
  await service.sql`update person_session set agency_id = ${own.agencyId} where person_id = ${user.personId}`;
  const asked = await bring(issuer, user.email, { cookie: user.cookie });
  expect([asked.status, cookieOf(asked)]).toEqual([200, null]);
  expect(await asked.text()).toContain("Fremde");
  expect((await user.get("/app")).status).toBe(200);
});

test("who belongs to several agencies of one portal chooses one of them, and no other", async () => {
  const issuer = newIssuer();
  const [first, second, third] = [
    await agencyWith(issuer, "Erste"),
    await agencyWith(issuer, "Zweite"),
    await agencyWith(issuer, "Dritte"),
  ];
  const user = await createDashboardUser(service, first.agencyId, { role: "editor" });
  await join(second.agencyId, user.personId);
  const choice = async (chosen: Record<string, string>) => {
    const asked = await bring(issuer, user.email);
    const page = await asked.clone().text();
    expect([page.includes("Erste"), page.includes("Zweite"), page.includes("Dritte")]).toEqual([
      true,
      true,
      false,
    ]);
    return await sayYes(service, asked, chosen);
  };
  for (const { agencyId } of [first, second]) {
    const entered = await choice({ agencyId: String(agencyId) });
    expect(entered.status).toBe(303);
    const [session] = await service.sql`
      select only_agency_id as "agencyId" from person_session
      where person_id = ${user.personId} and method = 'handoff'
      order by created_at desc limit 1
    `;
    expect(session?.agencyId).toBe(agencyId);
  }
  for (const chosen of [{}, { agencyId: String(third.agencyId) }])
    expect((await choice(chosen)).status).toBe(403);
});

test("a token that fits several agencies is used up for all of them", async () => {
  const issuer = newIssuer();
  const first = await agencyWith(issuer, "Erste");
  const second = await agencyWith(issuer, "Zweite");
  const user = await createDashboardUser(service, first.agencyId, { role: "editor" });
  await join(second.agencyId, user.personId);
  const token = await sign(issuer, user.email);
  expect((await post(token)).status).toBe(200);
  expect((await post(token)).status).toBe(403);
});

test("addresses of keys that hang keep nobody longer than one of them", async () => {
  const issuer = newIssuer();
  const stalling = await createTestAgency(service.sql, { name: "Die hängt" });
  for (let index = 0; index < 10; index += 1)
    await service.sql`
      insert into partner (agency_id, id, kind, name, issuer, public_key_url)
      values (${stalling.agencyId}, ${randomUUID()}, 'handoff', 'Portal', ${issuer},
        ${`http://127.0.0.1:${hanging.port}/${index}`})
    `;
  const { agencyId } = await agencyWith(issuer, "Agentur");
  const { email, personId } = await createDashboardUser(service, agencyId, { role: "editor" });
  // Of an agency that the person has nothing to do with, they are not even asked.
  const before = performance.now();
  expect((await bring(issuer, email)).status).toBe(200);
  expect(performance.now() - before).toBeLessThan(4_000);
  await join(stalling.agencyId, personId);
  const startedAt = performance.now();
  expect((await bring(issuer, email)).status).toBe(200);
  expect(performance.now() - startedAt).toBeLessThan(12_000);
}, 30_000);

test("the 51st agency behind one portal signs its people in", async () => {
  const issuer = newIssuer();
  for (let index = 0; index < 50; index += 1) await agencyWith(issuer, `Agentur ${index}`);
  const { agencyId } = await agencyWith(issuer, "Die Einundfünfzigste");
  const { email } = await createDashboardUser(service, agencyId, { role: "editor" });
  const entered = await sayYes(service, await bring(issuer, email));
  expect(entered.status).toBe(303);
});

test("a forged token is checked alike for an address that somebody has and for one that nobody has", async () => {
  const issuer = newIssuer();
  const { agencyId } = await agencyWith(issuer, "Agentur");
  const { email } = await createDashboardUser(service, agencyId, { role: "editor" });
  const forged = (await generateKeyPair("ES256")).privateKey;
  const pages: string[] = [];
  for (const address of [email, "niemand@example.org"]) {
    const refused = await bring(issuer, address, { key: forged });
    expect([refused.status, cookieOf(refused)]).toEqual([403, null]);
    pages.push(await refused.text());
    const line = service.logged.filter((each) => each.includes("handoff_refused")).at(-1);
    expect(line).toContain("ERR_JWS_SIGNATURE_VERIFICATION_FAILED");
  }
  expect(pages[0]).toBe(pages[1] ?? "");
});

const newIssuer = () => `https://portal.example/${randomUUID()}`;

async function agencyWith(issuer: string, name: string): Promise<{ agencyId: number }> {
  const { agencyId } = await createTestAgency(service.sql, { name });
  await service.sql`
    insert into partner (agency_id, id, kind, name, issuer, public_key)
    values (${agencyId}, ${randomUUID()}, 'handoff', 'Portal', ${issuer}, ${service.sql.json({ ...publicKey })})
  `;
  return { agencyId };
}

async function join(agencyId: number, personId: string): Promise<void> {
  await service.sql`
    insert into membership (agency_id, person_id, role) values (${agencyId}, ${personId}, 'editor')
  `;
}

async function sign(issuer: string, email: string, key = keys.privateKey): Promise<string> {
  const exp = Math.floor(Date.now() / 1000) + 60;
  return await new SignJWT({ iss: issuer, aud: service.url, exp, jti: randomUUID(), email })
    .setProtectedHeader({ alg: "ES256" })
    .sign(key);
}

const post = (token: string, cookie = "") =>
  send(service, "/app/handoff", {
    method: "POST",
    body: new URLSearchParams({ token }),
    headers: { "sec-fetch-site": "cross-site", origin: "https://portal.example", cookie },
  });

async function bring(
  issuer: string,
  email: string,
  { cookie = "", key }: { cookie?: string; key?: typeof keys.privateKey } = {},
): Promise<Response> {
  return await post(await sign(issuer, email, key), cookie);
}
