import { expect, test } from "bun:test";
import { listContactLists } from "../../../../service/features/media-contacts/lists-sql.ts";
import { createContact, secretKey } from "../../../features/media-contacts/support.ts";
import { given, serviceScene } from "../../../support/cast.ts";
import { createTestRelease } from "../../../support/service.ts";
import { createDashboardUser } from "../support.ts";

const { service, sql, agency, owner } = serviceScene("server", {
  SECRET_KEY: Buffer.from(secretKey).toString("hex"),
});
const own = given(() => createTestRelease(sql, agency.agencyId));
const other = given(() => createTestRelease(sql, agency.agencyId));
const limited = given(() =>
  createDashboardUser(service, agency.agencyId, { role: "editor", clientIds: [own.clientId] }),
);

test("the file of a narrowed list holds what the page shows, and that of the whole list all", async () => {
  const austrian = await createContact(sql, agency.agencyId, { country: "AT", language: "de" });
  const english = await createContact(sql, agency.agencyId, { country: "DE", language: "en" });
  const page = await (await owner.get("/app/verteiler?land=at&sprache=De")).text();
  expect([page.includes(austrian.email), page.includes(english.email)]).toEqual([true, false]);
  const action = /action="(\/app\/verteiler\/export[^"]*)"/.exec(page)?.[1]?.replaceAll("&amp;", "&") ?? "";
  expect(page).toContain("Auswahl als CSV herunterladen");
  const narrowed = await (await owner.post(action)).text();
  expect([narrowed.includes(austrian.email), narrowed.includes(english.email)]).toEqual([true, false]);
  const whole = await (await owner.post("/app/verteiler/export")).text();
  expect([whole.includes(austrian.email), whole.includes(english.email)]).toEqual([true, true]);
  expect((await owner.post(`/app/verteiler/export?liste=${crypto.randomUUID()}`)).status).toBe(404);
});

test("the log tells a selection that was taken away from all contacts, and not what was searched for", async () => {
  const { email } = await createContact(sql, agency.agencyId);
  const before = (await exported()).length;
  for (const query of ["", `?q=${encodeURIComponent(email)}`, "?stand=objected"])
    expect((await owner.post(`/app/verteiler/export${query}`)).status).toBe(200);
  const details = (await exported()).slice(before);
  expect(details).toEqual([{ isNarrowed: false }, { isNarrowed: true }, { isNarrowed: true }]);
  const log = await (await owner.get("/app/einstellungen/protokoll")).text();
  expect([log.includes("Nur eine Auswahl: ja"), log.includes(email)]).toEqual([true, false]);
});

const exported = async () =>
  (
    await sql<{ details: unknown }[]>`
      select details from audit
      where agency_id = ${agency.agencyId} and action = 'media_contacts.exported'
      order by id`
  ).map(({ details }) => details);

test("who sees some clients and renames a list leaves the others in its condition", async () => {
  const { agencyId } = agency;
  const clients = [own.clientId, other.clientId];
  const fields = { name: "Bau", clientId: String(own.clientId), kind: "condition" };
  const made = await owner.post("/app/verteiler/listen/neu", { ...fields, clientIds: clients.map(String) });
  const id = made.headers.get("location")?.split("=").at(-1) ?? "";
  const stored = async () => (await listContactLists(sql, agencyId, { scope: null, ids: [id] }))[0];
  const save = async (more: Record<string, string>) => {
    const page = await (await limited.get(`/app/verteiler/listen/${id}`)).text();
    const seenStamp = /name="seenStamp" value="([0-9a-f]{64})"/.exec(page)?.[1] ?? "";
    return (await limited.post(`/app/verteiler/listen/${id}`, { ...fields, seenStamp, ...more })).status;
  };
  expect(await save({ name: "Hochbau", clientIds: String(own.clientId) })).toBe(303);
  expect(await stored()).toMatchObject({
    name: "Hochbau",
    condition: { clientIds: expect.arrayContaining(clients) },
  });
  // Their own client they take out themselves; with it alone gone the condition stays one.
  expect(await save({})).toBe(303);
  expect((await stored())?.condition?.clientIds).toEqual([other.clientId]);
});
