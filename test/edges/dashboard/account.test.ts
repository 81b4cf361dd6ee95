import { expect, test } from "bun:test";
import { inviteMember } from "../../../service/features/people/invite-member.ts";
import { serviceScene } from "../../support/cast.ts";
import { createTestAgency } from "../../support/service.ts";
import { createDashboardUser, signIn } from "./support.ts";

const operator = { type: "operator", id: null } as const;
const form = "/app/konto/name";
const { service } = serviceScene();

test("a person corrects a name that an invitation has misspelt, for all its agencies, and each has it in its log", async () => {
  const { person, here, there, owner } = await createMisspelt();
  expect(await (await person.get("/app/konto")).text()).toContain('value="Bne Beispiel"');
  for (let times = 0; times < 2; times += 1)
    expect((await person.post(form, { name: " Ben Beispiel " })).status).toBe(303);
  const team = await (await owner.get("/app/einstellungen/team")).text();
  expect([team.includes("Ben Beispiel"), team.includes("Bne Beispiel")]).toEqual([true, false]);
  expect(await (await owner.get("/app/einstellungen/protokoll")).text()).toContain("den Namen einer Person");
  const acts = await service.sql`
    select agency_id, actor_type, details from audit where action = 'person.renamed' and subject_id = ${person.personId}
  `;
  // The log outlives the person, and so holds no name.
  expect(acts).toHaveLength(2);
  for (const agency_id of [here, there])
    expect(acts).toContainEqual(expect.objectContaining({ agency_id, actor_type: "person", details: {} }));
});

test("a name has as many characters as in an invitation, and may be left out", async () => {
  const { person, owner } = await createMisspelt();
  const refused = await person.post(form, { name: "ö".repeat(201) });
  const text = await refused.text();
  expect([refused.status, text.includes("ö".repeat(201)), text.includes("höchstens 200")]).toEqual([
    400,
    true,
    true,
  ]);
  expect((await person.post(form, { name: "ö".repeat(200) })).status).toBe(303);
  expect((await person.post(form, { name: "" })).status).toBe(303);
  expect(await (await owner.get("/app/einstellungen/team")).text()).not.toContain("öö");
});

test("who came by a partner or by an owner's link renames nobody", async () => {
  const { person, here } = await createMisspelt();
  await service.sql`
    update person_session set only_agency_id = ${here}, method = 'invitation' where person_id = ${person.personId}
  `;
  expect(await (await person.get("/app/konto")).text()).not.toContain(form);
  expect((await person.post(form, { name: "Jemand anders" })).status).toBe(404);
  const [row] = await service.sql`select name from person where id = ${person.personId}`;
  expect(row?.name).toBe("Bne Beispiel");
});

/** Somebody of two agencies whom the first has misspelt, and an owner of it. */
async function createMisspelt() {
  const { agencyId: here } = await createTestAgency(service.sql);
  const { agencyId: there } = await createTestAgency(service.sql);
  const owner = await createDashboardUser(service, here);
  const email = `ben-${here}@example.org`;
  const input = { email, role: "editor", clientIds: null } as const;
  const { personId } = await inviteMember(service.sql, here, { ...input, name: "Bne Beispiel" }, operator);
  await inviteMember(service.sql, there, { ...input, name: "Ben Beispiel" }, operator);
  return { here, there, owner, person: { personId, ...(await signIn(service, email)) } };
}
