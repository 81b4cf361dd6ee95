import { expect, test } from "bun:test";
import { inviteMember } from "../../../../service/features/people/invite-member.ts";
import { listMembers } from "../../../../service/features/people/membership-sql.ts";
import { serviceScene } from "../../../support/cast.ts";
import { createTestAgency } from "../../../support/service.ts";
import { createDashboardUser } from "../support.ts";

const operator = { type: "operator", id: null } as const;
const { service } = serviceScene();

test("the team page says nothing of when somebody works for another agency", async () => {
  const { there, person, lastUses } = await createPersonOfTwo();
  // The first page that is asked for a minute later notes for whom the session works.
  await makeOlder(person.personId);
  expect((await person.get("/app")).status).toBe(200);
  expect(await lastUses()).toEqual([true, false]);
  const owner = await createDashboardUser(service, there);
  const row = (await (await owner.get("/app/einstellungen/team")).text())
    .split("<tr")
    .find((each) => each.includes(person.email));
  expect([row?.includes("<time"), row?.includes("–")]).toEqual([false, true]);

  expect((await person.post("/app/agentur", { agencyId: String(there) })).status).toBe(303);
  await makeOlder(person.personId);
  expect((await person.get("/app")).status).toBe(200);
  expect(await lastUses()).toEqual([false, true]);
});

test("a session that has worked for none yet counts for the only agency, and not from before the invitation", async () => {
  const { agencyId } = await createTestAgency(service.sql);
  const { personId } = await createDashboardUser(service, agencyId);
  const lastUse = async () => (await listMembers(service.sql, agencyId))[0]?.lastUsedAt;
  expect(await lastUse()).toBeInstanceOf(Date);
  await service.sql`update membership set created_at = now() + interval '1 minute' where person_id = ${personId}`;
  expect(await lastUse()).toBeNull();
});

test("what ended with the membership does not count after a new invitation", async () => {
  const { here, person, lastUses } = await createPersonOfTwo();
  await makeOlder(person.personId);
  await person.get("/app");
  const owner = await createDashboardUser(service, here);
  expect((await owner.post(`/app/einstellungen/team/${person.personId}/entfernen`)).status).toBe(303);
  await inviteMember(service.sql, here, { email: person.email, role: "editor", clientIds: null }, operator);
  // The session goes on, for the other agency.
  await makeOlder(person.personId);
  expect((await person.get("/app")).status).toBe(200);
  expect(await lastUses()).toEqual([false, true]);
});

/** Somebody of two agencies who is signed in and has chosen none: the first by name is shown. */
async function createPersonOfTwo() {
  const { agencyId: here } = await createTestAgency(service.sql, { name: "Alster" });
  const { agencyId: there } = await createTestAgency(service.sql, { name: "Bille" });
  const person = await createDashboardUser(service, here, { role: "editor" });
  await inviteMember(service.sql, there, { email: person.email, role: "editor", clientIds: null }, operator);
  const lastUses = async () => {
    const lists = await Promise.all([here, there].map((agencyId) => listMembers(service.sql, agencyId)));
    return lists.map((members) => {
      const member = members.find(({ personId }) => personId === person.personId);
      return member?.lastUsedAt !== null;
    });
  };
  return { here, there, person, lastUses };
}

/** As two minutes ago: the use of a session is noted once a minute. */
async function makeOlder(personId: string): Promise<void> {
  await service.sql`
    update person_session set last_used_at = now() - interval '2 minutes' where person_id = ${personId}
  `;
}
