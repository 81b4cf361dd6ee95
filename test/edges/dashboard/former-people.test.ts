import { describe, expect, test } from "bun:test";
import { deleteFormerPeople } from "../../../service/features/people/former-people-sql.ts";
import { inviteMember } from "../../../service/features/people/invite-member.ts";
import { serviceScene } from "../../support/cast.ts";
import { createTestAgency, serviceKinds } from "../../support/service.ts";
import { createDashboardUser, signIn } from "./support.ts";

const operator = { type: "operator", id: null } as const;

describe.each(serviceKinds)("a person who left on the %s database", (kind) => {
  const { service } = serviceScene(kind);
  const monthSeconds = 30 * 24 * 60 * 60;

  test("is kept for 30 days, then forgotten with sessions and passkeys; the log keeps the id", async () => {
    const { agencyId, owner, left } = await leave();
    await pass(left.personId, monthSeconds - 60);
    expect(await rowsOf(left.personId)).toEqual({ people: 1, sessions: 1, passkeys: 1 });
    await pass(left.personId, 120);
    expect(await rowsOf(left.personId)).toEqual({ people: 0, sessions: 0, passkeys: 0 });
    const noted = await service.sql<{ action: string; details: Record<string, unknown> }[]>`
      select action, details from audit where agency_id = ${agencyId} and subject_id = ${left.personId}
    `;
    expect(noted.map(({ action }) => action).sort()).toEqual(["person.invited", "person.removed"]);
    expect(JSON.stringify(noted)).not.toContain(left.email);
    const page = await (await owner.get("/app/einstellungen/protokoll")).text();
    expect(page).toContain("ehemalige Person");
    expect(page).not.toContain(left.email);
  });

  test("who is asked back in time stays, and leaves anew for 30 days", async () => {
    const { agencyId, owner, left } = await leave();
    await pass(left.personId, monthSeconds - 60);
    const { email, personId } = left;
    await inviteMember(service.sql, agencyId, { email, role: "editor", clientIds: null }, operator);
    await pass(personId, 120);
    expect((await (await signIn(service, email)).get("/app")).status).toBe(200);
    await owner.post(`/app/einstellungen/team/${personId}/entfernen`);
    await deleteFormerPeople(service.sql);
    expect((await rowsOf(personId))?.people).toBe(1);
  });

  test("who works for another agency stays", async () => {
    const { left } = await leave();
    const { agencyId } = await createTestAgency(service.sql);
    await service.sql`
      insert into membership (agency_id, person_id, role) values (${agencyId}, ${left.personId}, 'owner')
    `;
    await pass(left.personId, monthSeconds + 60);
    expect((await rowsOf(left.personId))?.people).toBe(1);
  });

  /** An owner, and somebody whom the owner has removed. */
  const leave = async () => {
    const { agencyId } = await createTestAgency(service.sql);
    const owner = await createDashboardUser(service, agencyId);
    const left = await createDashboardUser(service, agencyId, { role: "editor" });
    await service.sql`
      insert into passkey (id, person_id, name, public_key, counter)
      values (${left.personId}, ${left.personId}, 'Telefon', '\\x01', 0)
    `;
    expect((await owner.post(`/app/einstellungen/team/${left.personId}/entfernen`)).status).toBe(303);
    await deleteFormerPeople(service.sql);
    return { agencyId, owner, left };
  };
  const pass = async (personId: string, seconds: number) => {
    const [left] = await service.sql<{ before: Date | null }[]>`
      select left_at - make_interval(secs => ${seconds}) as before from person where id = ${personId}
    `;
    await service.sql`update person set left_at = ${left?.before ?? null} where id = ${personId}`;
    await deleteFormerPeople(service.sql);
  };
  const rowsOf = async (personId: string) => {
    const [row] = await service.sql<{ people: number; sessions: number; passkeys: number }[]>`
      select
        (select count(*)::integer from person where id = ${personId}) as people,
        (select count(*)::integer from person_session where person_id = ${personId}) as sessions,
        (select count(*)::integer from passkey where person_id = ${personId}) as passkeys
    `;
    return row;
  };
});
