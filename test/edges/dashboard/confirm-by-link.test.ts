import { expect, test } from "bun:test";
import { randomUUID } from "node:crypto";
import { openSession } from "../../../service/features/people/sign-in.ts";
import { serviceScene } from "../../support/cast.ts";
import { createTestAgency } from "../../support/service.ts";
import { createDashboardUser, send } from "./support.ts";

const { service } = serviceScene();
const command = "pr-service login";

test("no link is offered, told of or sent where the agency requires a provider: it would open another one", async () => {
  const { cookie } = await ownerByPasskey({ isRequired: true });
  const page = await (await open(cookie)).text();
  expect(page).toContain("Mit Firmenkonto bestätigen");
  expect(page).not.toContain(command);
  expect((await post(cookie, "/app/bestaetigen", { next: "/app" })).status).toBe(404);
  const refused = await post(cookie, "/app/einstellungen/team/einladen");
  expect(refused.status).toBe(403);
  expect(await refused.text()).not.toContain(command);
});

test("a link is offered where the agency has a provider and leaves the choice", async () => {
  const { cookie } = await ownerByPasskey({ isRequired: false });
  const page = await (await open(cookie)).text();
  expect(page).toContain("Mit Firmenkonto bestätigen");
  expect(page).toContain(command);
  expect((await post(cookie, "/app/bestaetigen", { next: "/app" })).status).toBe(200);
  const refused = await post(cookie, "/app/einstellungen/team/einladen");
  expect([refused.status, (await refused.text()).includes(command)]).toEqual([403, true]);
});

/** An owner of two agencies who came by a passkey some time ago and works for the one with the provider. */
async function ownerByPasskey({ isRequired }: { isRequired: boolean }) {
  const { agencyId } = await createTestAgency(service.sql);
  const { personId } = await createDashboardUser(service, agencyId);
  const other = await createTestAgency(service.sql);
  await service.sql`
    insert into membership (agency_id, person_id, role) values (${other.agencyId}, ${personId}, 'owner')
  `;
  await service.sql`
    insert into partner (agency_id, id, kind, name, issuer, client_id, client_secret_encrypted, is_required)
    values (${agencyId}, ${randomUUID()}, 'oidc', 'Firmenkonto', 'https://id.example', 'x', '\\x01', ${isRequired})
  `;
  const by = { method: "passkey", onlyAgencyId: null, isFresh: false } as const;
  const browser = { userAgent: null, sessionToken: null };
  const { sessionToken } = await openSession(service.sql, { personId, browser, by });
  await service.sql`update person_session set agency_id = ${agencyId} where person_id = ${personId}`;
  return { cookie: `session=${sessionToken}` };
}

const open = (cookie: string) => send(service, "/app/bestaetigen", { headers: { cookie } });
const post = (cookie: string, path: string, fields: Record<string, string> = {}) =>
  send(service, path, { method: "POST", body: new URLSearchParams(fields), headers: { cookie } });
