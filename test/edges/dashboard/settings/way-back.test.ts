import { expect, test } from "bun:test";
import { removePasskey } from "../../../../service/features/people/passkeys.ts";
import { serviceScene } from "../../../support/cast.ts";
import { thrownBy } from "../../../support/error-of.ts";
import { createTestAgency } from "../../../support/service.ts";
import { createDashboardUser, type DashboardUser } from "../support.ts";

const operator = { type: "operator", id: null } as const;
const team = "/app/einstellungen/team";
const passkeys = "/app/konto/passkeys/entfernen";
const { service } = serviceScene();

test("the last passkey of an owner stays where the agency requires its provider", async () => {
  const { agencyId, owner } = await createRequiring();
  const first = await addPasskey(owner);
  const refused = await owner.post(passkeys, { id: first });
  const text = await refused.text();
  expect([refused.status, text.includes("Legen Sie zuerst einen anderen Passkey an.")]).toEqual([400, true]);
  expect(await passkeysOf(owner)).toBe(1);
  await addPasskey(owner);
  expect((await owner.post(passkeys, { id: first })).status).toBe(303);
  const acts =
    await service.sql`select from audit where agency_id = ${agencyId} and action = 'passkey.removed'`;
  expect(acts.length).toBe(1);
});

test("it stays also for an agency other than the one that the owner works for at that moment", async () => {
  const { owner } = await createRequiring("Zugeschlossene Agentur");
  const id = await addPasskey(owner);
  const elsewhere = await createTestAgency(service.sql);
  await createDashboardUser(service, elsewhere.agencyId, { email: owner.email });
  const input = { id, personId: owner.personId };
  expect(await thrownBy(removePasskey(service.sql, elsewhere.agencyId, input, operator))).toThrow(
    "Zugeschlossene Agentur",
  );
});

test("an editor, and an owner where nothing is required, remove their only passkey", async () => {
  const { agencyId, owner, editor } = await createRequiring();
  await addPasskey(owner);
  const input = { id: await addPasskey(editor), personId: editor.personId };
  await removePasskey(service.sql, agencyId, input, operator);
  const free = await createTestAgency(service.sql);
  const other = await createDashboardUser(service, free.agencyId);
  expect((await other.post(passkeys, { id: await addPasskey(other) })).status).toBe(303);
});

test("the last owner with a passkey is neither removed nor made an editor until another has one", async () => {
  const { agencyId, owner, second } = await createRequiring();
  await addPasskey(owner);
  const changes = [
    () => second.post(`${team}/${owner.personId}/entfernen`),
    () => second.post(`${team}/${owner.personId}`, { role: "editor", scope: "all" }),
  ];
  for (const change of changes) {
    const refused = await change();
    const text = await refused.text();
    expect([
      refused.status,
      text.includes("Bitten Sie zuerst einen anderen Inhaber, einen Passkey anzulegen."),
    ]).toEqual([400, true]);
  }
  const members = await service.sql`
    select from membership where agency_id = ${agencyId} and person_id = ${owner.personId} and role = 'owner'
  `;
  expect(members.length).toBe(1);
  await addPasskey(second);
  for (const change of changes.toReversed()) expect((await change()).status).toBe(303);
});

test("an owner without a passkey goes also where the agency has lost its way back", async () => {
  const { owner, second } = await createRequiring();
  expect((await owner.post(`${team}/${second.personId}/entfernen`)).status).toBe(303);
});

test("of two owners who remove their passkeys at the same time one keeps it", async () => {
  const { agencyId, owner, second } = await createRequiring();
  const inputs = [];
  for (const each of [owner, second]) inputs.push({ id: await addPasskey(each), personId: each.personId });
  const ended = await Promise.allSettled(
    inputs.map((input) => removePasskey(service.sql, agencyId, input, operator)),
  );
  expect(ended.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

/** An agency with "Nur so anmelden", and people of it who are in by a passkey that is not there any more. */
async function createRequiring(name = "Nordlicht") {
  const { agencyId } = await createTestAgency(service.sql, { name });
  const owner = await createDashboardUser(service, agencyId);
  const second = await createDashboardUser(service, agencyId);
  const editor = await createDashboardUser(service, agencyId, { role: "editor" });
  await service.sql`
    insert into partner (agency_id, id, kind, name, issuer, client_id, client_secret_encrypted, is_required)
    values (${agencyId}, ${crypto.randomUUID()}, 'oidc', 'Firmenkonto', 'https://id.example', 'x', '\\x01', true)
  `;
  for (const person of [owner, second]) await byPasskey(person);
  return { agencyId, owner, second, editor };
}

async function byPasskey({ personId }: DashboardUser): Promise<void> {
  await service.sql`update person_session set method = 'passkey' where person_id = ${personId}`;
}

async function addPasskey({ personId }: DashboardUser): Promise<string> {
  const id = crypto.randomUUID();
  await service.sql`
    insert into passkey (id, person_id, name, public_key, counter)
    values (${id}, ${personId}, 'Laptop', '\\x01', 0)
  `;
  return id;
}

async function passkeysOf({ personId }: DashboardUser): Promise<number> {
  return (await service.sql`select from passkey where person_id = ${personId}`).length;
}
