import { expect, test } from "bun:test";
import { showAgency } from "../../../../service/features/agencies/settings/update-agency.ts";
import { addClientContact, listClientContacts } from "../../../../service/features/clients/contacts.ts";
import { findMember } from "../../../../service/features/people/membership-sql.ts";
import { insertWebhook } from "../../../../service/features/reporting/webhooks/sql.ts";
import { given, serviceScene } from "../../../support/cast.ts";
import { createTestRelease } from "../../../support/service.ts";
import { createDashboardUser, type DashboardUser, seenStampIn } from "../support.ts";

const { service, sql, agency, owner } = serviceScene();
const colleague = given(() => createDashboardUser(service, agency.agencyId));
const client = given(() => createTestRelease(sql, agency.agencyId));

/** The hidden stamp of the form that sends there. */
async function stampOn(person: DashboardUser, page: string, action = page): Promise<string> {
  return seenStampIn(await (await person.get(page)).text(), action);
}

test("an older page of a person does not give back the clients that another owner has taken away", async () => {
  const { agencyId } = agency;
  const ben = await createDashboardUser(service, agencyId, { role: "editor" });
  const page = `/app/einstellungen/team/${ben.personId}`;
  const seenStamp = await stampOn(owner, page);
  expect(seenStamp).not.toBe("");
  const limited = { role: "editor", scope: "named", clientIds: String(client.clientId) };
  expect((await colleague.post(page, { ...limited, seenStamp })).status).toBe(303);
  const older = { role: "analyst", scope: "all", seenStamp };
  const refused = await owner.post(page, older);
  const text = await refused.text();
  expect([refused.status, text.includes("Redaktion, ein Kunde")]).toEqual([409, true]);
  expect(text).toContain("Rolle oder Kunden dieser Person wurden inzwischen an anderer Stelle geändert");
  expect(await findMember(sql, agencyId, ben.personId)).toMatchObject({
    ...{ role: "editor", clientIds: [client.clientId] },
  });
  const shown = /name="seenStamp" value="([^"]+)"/.exec(text)?.[1] ?? "";
  expect((await owner.post(page, { ...older, seenStamp: shown })).status).toBe(303);
  expect(await findMember(sql, agencyId, ben.personId)).toMatchObject({ role: "analyst", clientIds: null });
});

test("an older page of a contact does not bring back its address, nor its right to approve", async () => {
  const { agencyId } = agency;
  const { clientId } = client;
  const email = "alt@mueller.example";
  const fields = { name: "Anna", role: "Leitung", email, canApprove: true };
  const { id } = await addClientContact(
    sql,
    agencyId,
    { clientId, ...fields },
    { type: "operator", id: null },
  );
  const page = `/app/kunden/${clientId}/kontakte/${id}`;
  const seenStamp = await stampOn(owner, page);
  const typed = { name: "Anna", role: "Leitung", email: "neu@mueller.example", seenStamp };
  expect((await colleague.post(page, typed)).status).toBe(303);
  const older = { name: "Anna", role: "Presse", email, canApprove: "on", seenStamp };
  const refused = await owner.post(page, older);
  const text = await refused.text();
  expect(refused.status).toBe(409);
  for (const words of ["Inzwischen gespeichert: „neu@mueller.example“", "Inzwischen gespeichert: aus"])
    expect(text).toContain(words);
  const { contacts } = await listClientContacts(sql, agencyId, clientId);
  expect(contacts.find((contact) => contact.id === id)).toMatchObject({
    ...{ email: "neu@mueller.example", canApprove: false, role: "Leitung" },
  });
  const shown = /name="seenStamp" value="([^"]+)"/.exec(text)?.[1] ?? "";
  expect((await owner.post(page, { ...older, seenStamp: shown })).status).toBe(303);
});

test("an older page of the rule on approvals does not undo the one that another owner has set", async () => {
  const { agencyId } = agency;
  const { clientId } = await createTestRelease(sql, agencyId);
  const contact = { clientId, name: "Bernd", email: "bernd@stadt.example", canApprove: true };
  const { id } = await addClientContact(sql, agencyId, contact, { type: "operator", id: null });
  const page = `/app/kunden/${clientId}/kontakte`;
  const seenStamp = await stampOn(owner, page, `${page}/freigaberegel`);
  const set = { first: id, order: "in_order", seenStamp };
  expect((await colleague.post(`${page}/freigaberegel`, set)).status).toBe(303);
  const older = { order: "at_once", allowsRecorded: "on", seenStamp };
  const refused = await owner.post(`${page}/freigaberegel`, older);
  const text = await refused.text();
  expect([refused.status, text.includes("Jede Freigabe braucht: Bernd.")]).toEqual([409, true]);
  expect(text).toContain("Die Regel wurde inzwischen an anderer Stelle geändert");
});

const kunde = () => `/app/kunden/${client.clientId}`;

test.each([
  {
    at: () => "/app/clippings/medien",
    mine: { readsArticles: "on" },
    theirs: { readsArticles: "on", unreadHosts: "zeitung.example" },
    stored: "zeitung.example",
  },
  {
    at: () => "/app/verteiler/regeln",
    mine: { retentionMonths: "12", noticeUrl: "" },
    theirs: { retentionMonths: "24", noticeUrl: "https://agentur.example/hinweis" },
    stored: "https://agentur.example/hinweis",
  },
  {
    at: () => `${kunde()}/absender`,
    mine: { name: "Presse", address: "presse@alt.example" },
    theirs: { name: "Müller, Presse", address: "presse@neu.example" },
    stored: "presse@neu.example",
  },
  {
    page: kunde,
    at: () => `${kunde()}/name`,
    mine: { name: "Müller", otherNames: "" },
    theirs: { name: "Müller", otherNames: "Müllerin" },
    stored: "Müllerin",
  },
])(
  "an older page at $at does not undo what a colleague has saved",
  async ({ page, at, mine, theirs, stored }) => {
    const action = at();
    const seenStamp = await stampOn(owner, page?.() ?? action, action);
    expect(seenStamp).not.toBe("");
    expect((await colleague.post(action, { ...theirs, seenStamp })).status).toBe(303);
    const refused = await owner.post(action, { ...mine, seenStamp });
    const text = await refused.text();
    expect([refused.status, text.includes(`Inzwischen gespeichert: „${stored}“`)]).toEqual([409, true]);
    // A second click of what is stored undoes nothing; whoever was told may.
    expect((await colleague.post(action, { ...theirs, seenStamp })).status).toBe(303);
    const shown = /name="seenStamp" value="([^"]+)"/.exec(text)?.[1] ?? "";
    expect((await owner.post(action, { ...mine, seenStamp: shown })).status).toBe(303);
  },
);

test("an older page of the agency's settings does not undo what another owner has saved", async () => {
  const page = "/app/einstellungen/agentur";
  const seenStamp = await stampOn(owner, page);
  const saved = {
    ...{ name: "Agentur Neu", timeZone: "Europe/Vienna", replyTo: "neu@agentur.example" },
    ...{ conversionLabels: "lead = Anfrage\r\nsale = Kauf", seenStamp },
  };
  expect((await colleague.post(page, saved)).status).toBe(303);
  // A double click.
  expect((await colleague.post(page, saved)).status).toBe(303);
  const older = { name: "Agentur Alt", timeZone: "Europe/Berlin", senderName: "Presse", seenStamp };
  const refused = await owner.post(page, older);
  const text = await refused.text();
  expect(refused.status).toBe(409);
  for (const words of [
    "Jemand hat diese Angaben inzwischen geändert",
    "Inzwischen gespeichert: „Agentur Neu“",
    "Inzwischen gespeichert: „Europe/Vienna“",
    "Inzwischen gespeichert: „neu@agentur.example“",
    "Inzwischen gespeichert: „lead = Anfrage, sale = Kauf“",
  ])
    expect(text).toContain(words);
  expect(await showAgency(sql, agency.agencyId)).toMatchObject({ name: "Agentur Neu", senderName: null });
  expect((await owner.post(page, { ...older, seenStamp: seenStampIn(text, page) })).status).toBe(303);
  expect(await showAgency(sql, agency.agencyId)).toMatchObject({ name: "Agentur Alt", conversionLabels: {} });
});

test("an older page of a webhook does not take back the events that a colleague has chosen", async () => {
  const webhookId = Bun.randomUUIDv7();
  await insertWebhook(sql, agency.agencyId, {
    ...{ id: webhookId, endpointUrl: "https://hooks.example/alles", endpointHash: new Uint8Array(32) },
    ...{ events: ["report.created"], secretEncrypted: new Uint8Array(60) },
  });
  const page = `/app/einstellungen/webhooks/${webhookId}`;
  const seenStamp = await stampOn(owner, page);
  const chosen = { events: ["report.created", "export.completed"], seenStamp };
  expect((await colleague.post(page, chosen)).status).toBe(303);
  // A double click.
  expect((await colleague.post(page, chosen)).status).toBe(303);
  const older = { events: "report.created", seenStamp };
  const refused = await owner.post(page, older);
  const text = await refused.text();
  expect(refused.status).toBe(409);
  for (const words of ["Jemand hat die Ereignisse inzwischen geändert", "Inzwischen gespeichert: "])
    expect(text).toContain(words);
  expect((await owner.post(page, { ...older, seenStamp: seenStampIn(text, page) })).status).toBe(303);
  // What another form of the page is refused for leaves the events as they are stored.
  expect((await owner.post(`${page}/abschalten`)).status).toBe(303);
  const paused = await (await owner.post(`${page}/anhalten`)).text();
  expect(paused).toContain('value="report.created" checked');
  expect(seenStampIn(paused, page)).not.toBe("");
});
