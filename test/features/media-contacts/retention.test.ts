import { expect, test } from "bun:test";
import { confirmContact } from "../../../service/features/media-contacts/contacts.ts";
import { noteMailed } from "../../../service/features/media-contacts/recipients-sql.ts";
import { contactRetentionLoop } from "../../../service/features/media-contacts/retention-sql.ts";
import { saveContactSettings } from "../../../service/features/media-contacts/settings.ts";
import { databaseScene } from "../../support/cast.ts";
import { errorOf } from "../../support/error-of.ts";
import { createTestAgency } from "../../support/service.ts";
import { act, createContact, operator } from "./support.ts";

const { sql } = databaseScene();
const run = () => contactRetentionLoop({ sql }).run(new AbortController().signal);

async function statesOf(agencyId: number) {
  const rows = await sql<{ name: string; isShown: boolean }[]>`
    select last_name as name, deletion_shown_at is not null as "isShown"
    from media_contact where agency_id = ${agencyId} order by last_name`;
  return Object.fromEntries(rows.map(({ name, isShown }) => [name, isShown]));
}

async function detailsOf(agencyId: number, act: "expired" | "settings_changed") {
  const rows = await sql<{ details: unknown }[]>`
    select details from audit where agency_id = ${agencyId} and action = ${`media_contacts.${act}`} order by id`;
  return rows.map(({ details }) => details);
}

async function makeOld(agencyId: number, months: number): Promise<void> {
  await sql`
    update media_contact
    set confirmed_at = now() - make_interval(months => ${months}) - interval '1 day'
    where agency_id = ${agencyId}`;
}

test("a contact that nobody has written to or confirmed for 24 months is shown for a month, and then deleted", async () => {
  const { agencyId } = await createTestAgency(sql);
  const [a, b, c] = [
    await createContact(sql, agencyId, { lastName: "A" }),
    await createContact(sql, agencyId, { lastName: "B" }),
    await createContact(sql, agencyId, { lastName: "C" }),
  ];
  await makeOld(agencyId, 23);
  await run();
  expect(await statesOf(agencyId)).toEqual({ A: false, B: false, C: false });
  await makeOld(agencyId, 24);
  // A mail keeps a contact as a look at it does.
  await noteMailed(sql, agencyId, { contactIds: [c.id], isInformed: false });
  expect(await run()).toBe(false);
  expect(await statesOf(agencyId)).toEqual({ A: true, B: true, C: false });
  await sql`
    update media_contact set deletion_shown_at = now() - interval '29 days'
    where agency_id = ${agencyId} and deletion_shown_at is not null`;
  await run();
  expect(await statesOf(agencyId)).toEqual({ A: true, B: true, C: false });
  await confirmContact(sql, agencyId, { ...act, id: b.id, isInformed: false });
  await sql`
    update media_contact set deletion_shown_at = now() - interval '31 days'
    where agency_id = ${agencyId} and id = ${a.id}`;
  await run();
  expect(await statesOf(agencyId)).toEqual({ B: false, C: false });
  expect(await detailsOf(agencyId, "expired")).toEqual([{ contacts: 1 }]);
});

test("the months are the agency's, 6 to 36, and hold for it alone", async () => {
  const { agencyId } = await createTestAgency(sql);
  const { agencyId: other } = await createTestAgency(sql);
  const save = (retentionMonths: number) =>
    saveContactSettings(sql, agencyId, { settings: { retentionMonths, noticeUrl: null }, actor: operator });
  for (const wrong of [5, 37, 6.5, Number.NaN])
    expect(await errorOf(save(wrong))).toMatchObject({ code: "validation_error" });
  await save(36);
  await save(6);
  expect(await detailsOf(agencyId, "settings_changed")).toEqual([
    { before: { retentionMonths: 24, noticeUrl: null }, after: { retentionMonths: 36, noticeUrl: null } },
    { before: { retentionMonths: 36, noticeUrl: null }, after: { retentionMonths: 6, noticeUrl: null } },
  ]);
  for (const id of [agencyId, other]) await createContact(sql, id, { lastName: "A" });
  for (const id of [agencyId, other]) await makeOld(id, 6);
  await run();
  expect([await statesOf(agencyId), await statesOf(other)]).toEqual([{ A: true }, { A: false }]);
});

test("a longer time takes back what was shown, and its own end is shown for a month again", async () => {
  const { agencyId } = await createTestAgency(sql);
  await createContact(sql, agencyId, { lastName: "A" });
  await makeOld(agencyId, 24);
  await run();
  expect(await statesOf(agencyId)).toEqual({ A: true });
  const settings = { retentionMonths: 36, noticeUrl: null };
  await saveContactSettings(sql, agencyId, { settings, actor: operator });
  expect(await statesOf(agencyId)).toEqual({ A: false });
  await makeOld(agencyId, 36);
  await run();
  expect(await statesOf(agencyId)).toEqual({ A: true });
});
