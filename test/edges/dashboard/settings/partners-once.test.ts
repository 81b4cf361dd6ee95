import { expect, test } from "bun:test";
import { exportJWK, generateKeyPair } from "jose";
import { serviceScene } from "../../../support/cast.ts";
import { createTestAgency } from "../../../support/service.ts";
import { createDashboardUser } from "../support.ts";

const { service } = serviceScene();
const publicKey = JSON.stringify(await exportJWK((await generateKeyPair("ES256")).publicKey));
const path = "/app/einstellungen/anmeldung";

const forms: [string, string, Record<string, string>][] = [
  [
    "a provider",
    `${path}/oidc`,
    { name: "Firmenkonto", issuer: "https://1.1.1.1/", clientId: "pr", clientSecret: "geheim" },
  ],
  [
    "a portal",
    `${path}/portal`,
    { name: "Portal", issuer: "https://portal.example", publicKey, publicKeyUrl: "" },
  ],
];

test.each(forms)(
  "%s is added once by a form that is sent twice, and anew by a corrected one",
  async (_name, at, fields) => {
    const { agencyId } = await createTestAgency(service.sql);
    const owner = await createDashboardUser(service, agencyId);
    const form = { ...fields, idempotencyKey: crypto.randomUUID() };
    const count = async () => {
      const [partners, acts] = await Promise.all([
        service.sql`select from partner where agency_id = ${agencyId}`,
        service.sql`select from audit where agency_id = ${agencyId} and action = 'partner.added'`,
      ]);
      return [partners.length, acts.length];
    };
    const notices = await Promise.all([owner.post(at, form), owner.post(at, form)]);
    expect(notices.map(({ status }) => status)).toEqual([303, 303]);
    expect((await owner.post(at, form)).status).toBe(303);
    expect(await count()).toEqual([1, 1]);
    expect((await owner.post(at, { ...form, name: "Anders" })).status).toBe(303);
    expect(await count()).toEqual([2, 2]);
    // Another agency's form with the same key is its own.
    const elsewhere = await createTestAgency(service.sql);
    const other = await createDashboardUser(service, elsewhere.agencyId);
    expect((await other.post(at, form)).status).toBe(303);
    const theirs = await service.sql`select from partner where agency_id = ${elsewhere.agencyId}`;
    expect(theirs.length).toBe(1);
    // A copy of the tenth is no eleventh.
    for (let index = 3; index < 10; index += 1)
      expect((await owner.post(at, { ...form, name: `Partner ${index}` })).status).toBe(303);
    const tenth = { ...form, name: "Der zehnte" };
    for (let copy = 0; copy < 2; copy += 1) expect((await owner.post(at, tenth)).status).toBe(303);
    const refused = await owner.post(at, { ...form, name: "Der elfte" });
    expect([refused.status, (await count())[0]]).toEqual([400, 10]);
  },
);
