import { expect, test } from "bun:test";
import { tools } from "../../../../service/edges/mcp/tools.ts";
import { createContact, secretKey } from "../../../features/media-contacts/support.ts";
import { given, serviceScene } from "../../../support/cast.ts";
import { createTestRelease } from "../../../support/service.ts";
import { createDashboardUser, type DashboardUser, seenStampIn } from "../support.ts";

const { service, sql, agency, stranger, owner, editor, analyst } = serviceScene("server", {
  SECRET_KEY: Buffer.from(secretKey).toString("hex"),
});
const outsider = given(() => createDashboardUser(service, stranger.agencyId));

const contact = {
  ...{ addressAs: "ms", firstName: "Ada", lastName: "Ahrens", medium: "Weser-Kurier", isEditorial: "on" },
  ...{
    country: "DE",
    language: "de",
    topics: "Logistik\nHäfen",
    source: "Impressum",
    basis: "legitimate_interest",
  },
};
let made = 0;

test("a contact is entered, put into a list, changed, confirmed and deleted by an editor", async () => {
  const email = freshAddress();
  const list = await editor.post("/app/verteiler/listen/neu", { name: "Häfen", kind: "hand" });
  expect(list.status).toBe(303);
  const [{ id: listId } = { id: "" }] = await sql<{ id: string }[]>`
    select id from media_contact_list where agency_id = ${agency.agencyId} and name = 'Häfen'`;
  const missing = await editor.post("/app/verteiler/neu", { ...contact, email, source: "" });
  expect(missing.status).toBe(400);
  const path = locationOf(await editor.post("/app/verteiler/neu", { ...contact, email, listIds: listId }));
  expect(path).toMatch(/^\/app\/verteiler\/kontakt\/[0-9a-f-]{36}$/);
  expect(await textOf(editor, path)).toContain(email);
  expect(await textOf(editor, `/app/verteiler?liste=${listId}`)).toContain("Ahrens");
  expect(await textOf(editor, `/app/verteiler?q=${encodeURIComponent(email)}`)).toContain("Ahrens");
  const again = await editor.post("/app/verteiler/neu", { ...contact, email: email.toUpperCase() });
  expect([again.status, await again.text()]).toEqual([
    400,
    expect.stringContaining("steht schon in Ihrem Verteiler"),
  ]);
  const changed = {
    ...{ ...contact, email, lastName: "Behrens", listIds: listId },
    seenAt: await seenAtOf(`${path}/bearbeiten`),
  };
  expect(locationOf(await editor.post(`${path}/bearbeiten`, changed))).toBe(path);
  expect(await textOf(editor, path)).toContain("Behrens");
  // Who had the page open before is shown what was written since, and may then write over it.
  const late = await editor.post(`${path}/bearbeiten`, { ...changed, lastName: "Ahrens", notes: "Ruft an." });
  const shown = await late.text();
  expect(late.status).toBe(409);
  expect(shown).toContain("Jemand hat den Kontakt inzwischen geändert");
  expect(shown).toContain("Inzwischen gespeichert: „Behrens“");
  expect(shown).toContain("Ruft an.");
  expect(await textOf(editor, path)).toContain("Behrens");
  for (const seenAt of [
    "",
    "gestern",
    "+275760-09-13T00:00:00.000Z",
    "0000-01-01T00:00:00.000Z",
    "2026-02-31",
  ])
    expect((await editor.post(`${path}/bearbeiten`, { ...changed, seenAt })).status).toBe(400);
  Object.assign(changed, { seenAt: seenAtIn(shown) });
  expect(locationOf(await editor.post(`${path}/bearbeiten`, changed))).toBe(path);
  Object.assign(changed, { seenAt: await seenAtOf(`${path}/bearbeiten`) });
  expect((await editor.post(`${path}/bestaetigen`)).status).toBe(303);
  expect((await editor.post(`${path}/informiert`)).status).toBe(303);
  expect(await textOf(editor, "/app/verteiler")).toContain("Informiert");
  for (const wrong of ["liste=x", "liste=' or 1=1", "kunde=x", "stand=x", "cursor=x"])
    expect((await editor.get(`/app/verteiler?${wrong}`)).status).toBeLessThan(500);
  expect((await editor.post(`${path}/bearbeiten`, { ...changed, listIds: "keine" })).status).toBe(404);
  expect((await editor.post(`${path}/bearbeiten`, { ...changed, clientIds: "keiner" })).status).toBe(404);
  expect((await editor.post(`${path}/loeschen`)).status).toBe(303);
  expect((await editor.get(path)).status).toBe(404);
  const log = await textOf(owner, "/app/einstellungen/protokoll");
  expect(log).toContain("hat einen Kontakt des Verteilers angelegt");
  expect(log.replace(/value="[^"]*"/g, "").replace(/href="[^"]*"/g, "")).not.toContain("media_contact");
});

test("contacts are ticked into a list and out of it, and the page stays as it was narrowed", async () => {
  await editor.post("/app/verteiler/listen/neu", { name: "Fachpresse", kind: "hand" });
  const [{ id: listId } = { id: "" }] = await sql<{ id: string }[]>`
    select id from media_contact_list where agency_id = ${agency.agencyId} and name = 'Fachpresse'`;
  expect(await textOf(editor, `/app/verteiler?liste=${listId}`)).toContain(
    "In dieser Liste steht noch niemand",
  );
  expect(await textOf(editor, `/app/verteiler?liste=${listId}&q=x`)).toContain("Keinen Kontakt gefunden");
  const { id } = await createContact(sql, agency.agencyId, { lastName: "Ticker", topics: ["Kräne"] });
  const page = await textOf(editor, "/app/verteiler?q=Ticker");
  expect(page).toContain(`name="contactIds" value="${id}"`);
  expect(page).toContain("/app/verteiler/zur-liste?q=Ticker&amp;agency=");
  const added = await editor.post("/app/verteiler/zur-liste?q=Ticker", { contactIds: id, listId });
  expect(locationOf(added)).toBe("/app/verteiler?q=Ticker");
  const inList = await textOf(editor, `/app/verteiler?liste=${listId}`);
  expect(inList).toContain("Ticker");
  expect(inList).toContain("Herausnehmen");
  const nobody = await editor.post("/app/verteiler/zur-liste", { listId });
  expect([nobody.status, await nobody.text()]).toEqual([
    400,
    expect.stringContaining("Bitte kreuzen Sie mindestens einen Kontakt an."),
  ]);
  expect((await analyst.post("/app/verteiler/zur-liste", { contactIds: id, listId })).status).toBe(403);
  expect((await outsider.post("/app/verteiler/zur-liste", { contactIds: id, listId })).status).toBe(404);
  expect(await textOf(analyst, "/app/verteiler?q=Ticker")).not.toContain("contactIds");
  const out = await editor.post(`/app/verteiler/aus-der-liste?liste=${listId}`, { contactIds: id, listId });
  expect(locationOf(out)).toBe(`/app/verteiler?liste=${listId}`);
  expect(await textOf(editor, `/app/verteiler?liste=${listId}`)).not.toContain("Ticker");
  expect(await textOf(owner, "/app/einstellungen/protokoll")).toContain(
    "Kontakte in eine Liste des Verteilers aufgenommen",
  );
});

test("a list by condition says whom it holds now, and goes with its button", async () => {
  const email = freshAddress();
  await createContact(sql, agency.agencyId, { email, topics: ["Wein"], lastName: "Winzer" });
  const made = await editor.post("/app/verteiler/listen/neu", {
    name: "Weinfreunde",
    kind: "condition",
    topics: "wein",
  });
  expect(made.status).toBe(303);
  const [{ id } = { id: "" }] = await sql<{ id: string }[]>`
    select id from media_contact_list where agency_id = ${agency.agencyId} and name = 'Weinfreunde'`;
  const shown = await textOf(editor, `/app/verteiler?liste=${id}`);
  expect(shown).toContain("Winzer");
  expect(shown).toContain("wer die Bedingung jetzt erfüllt");
  expect((await outsider.post(`/app/verteiler/listen/${id}/loeschen`)).status).toBe(404);
  expect((await analyst.post(`/app/verteiler/listen/${id}/loeschen`)).status).toBe(403);
  expect((await editor.post(`/app/verteiler/listen/${id}/loeschen`)).status).toBe(303);
  expect(await textOf(editor, "/app/verteiler/listen")).not.toContain("Weinfreunde");
});

test("an older page of a list does not undo whom a colleague has it hold", async () => {
  const { clientId } = await createTestRelease(sql, agency.agencyId);
  await sql`update client set name = 'Hafen AG' where id = ${clientId}`;
  const condition = { kind: "condition", topics: "Häfen\r\nBahn", languages: "de" };
  await editor.post("/app/verteiler/listen/neu", { name: "Verkehr", ...condition });
  const [{ id } = { id: "" }] = await sql<{ id: string }[]>`
    select id from media_contact_list where agency_id = ${agency.agencyId} and name = 'Verkehr'`;
  const page = `/app/verteiler/listen/${id}`;
  const seenStamp = seenStampIn(await textOf(owner, page), page);
  const narrowed = { ...condition, name: "Häfen", topics: "Häfen", clientId: String(clientId), seenStamp };
  expect((await editor.post(page, { ...narrowed, country: "AT" })).status).toBe(303);
  // A double click.
  expect((await editor.post(page, { ...narrowed, country: "AT" })).status).toBe(303);
  const older = {
    ...{ name: "Verkehr", ...condition, topics: "Häfen\nBahn\nLuft" },
    ...{ clientId: "", country: "", seenStamp },
  };
  const refused = await owner.post(page, older);
  const text = await refused.text();
  expect(refused.status).toBe(409);
  for (const words of [
    "Jemand hat die Liste inzwischen geändert",
    "Inzwischen gespeichert: „Häfen“",
    "Inzwischen gespeichert: Hafen AG. Nicht gespeichert: Für alle Kunden.",
    "Inzwischen gespeichert: Österreich. Nicht gespeichert: Alle Länder.",
  ])
    expect(text).toContain(words);
  expect(text).not.toContain("Inzwischen gespeichert: Wer eine Bedingung erfüllt");
  expect(await textOf(owner, page)).toContain('value="Häfen"');
  expect((await owner.post(page, { ...older, seenStamp: seenStampIn(text, page) })).status).toBe(303);
  expect(await textOf(owner, page)).toContain("Luft");
});

test("an objection is entered for a contact and for an address that nobody has, and ends both for all clients", async () => {
  const { id, email } = await createContact(sql, agency.agencyId);
  const before = await objections();
  expect((await editor.post(`/app/verteiler/kontakt/${id}/widerspruch`)).status).toBe(303);
  expect(await textOf(editor, `/app/verteiler/kontakt/${id}`)).toContain("Widersprochen");
  expect((await editor.post("/app/verteiler/neu", { ...contact, email })).status).toBe(400);
  const unknown = freshAddress();
  expect((await editor.post("/app/verteiler/regeln/widerspruch", { email: "keine" })).status).toBe(400);
  expect((await editor.post("/app/verteiler/regeln/widerspruch", { email: unknown })).status).toBe(303);
  const refused = await editor.post("/app/verteiler/neu", { ...contact, email: unknown });
  expect(await refused.text()).toContain("liegt ein Widerspruch vor");
  expect(await objections()).toBe(before + 2);
  expect((await analyst.post("/app/verteiler/regeln/widerspruch", { email: unknown })).status).toBe(403);
});

test("what is held on a person is handed over as a file, and all contacts as CSV, each with a line in the log", async () => {
  const { id, email } = await createContact(sql, agency.agencyId);
  const data = await editor.post(`/app/verteiler/kontakt/${id}/auskunft`);
  expect(data.headers.get("content-disposition")).toContain("attachment");
  expect(await data.text()).toContain(email);
  const csv = await owner.post("/app/verteiler/export");
  expect(csv.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(await csv.text()).toContain(email);
  expect((await outsider.post(`/app/verteiler/kontakt/${id}/auskunft`)).status).toBe(404);
  const log = await sql<{ action: string }[]>`
    select action from audit
    where agency_id = ${agency.agencyId} and action in ('media_contact.disclosed', 'media_contacts.exported')
    order by id`;
  expect(log.map(({ action }) => action)).toEqual(["media_contact.disclosed", "media_contacts.exported"]);
});

test("an analyst reads contacts without addresses, and finds none by its address", async () => {
  const { id, email } = await createContact(sql, agency.agencyId, {
    lastName: "Zacharias",
    phone: "+49 421 12345",
  });
  for (const path of ["/app/verteiler?q=zacharias", `/app/verteiler/kontakt/${id}`]) {
    const shown = await textOf(analyst, path);
    expect(shown).toContain("Zacharias");
    expect(shown).not.toContain(email);
    expect(shown).not.toContain("421 12345");
  }
  expect(await textOf(analyst, `/app/verteiler?q=${encodeURIComponent(email)}`)).not.toContain("Zacharias");
  for (const path of [
    "/app/verteiler/export",
    `/app/verteiler/kontakt/${id}/auskunft`,
    `/app/verteiler/kontakt/${id}/loeschen`,
  ])
    expect((await analyst.post(path)).status).toBe(403);
  expect((await analyst.get(`/app/verteiler/kontakt/${id}/bearbeiten`)).status).toBe(403);
});

test("an editor of some clients sees no contact of others", async () => {
  const own = await createTestRelease(sql, agency.agencyId);
  const other = await createTestRelease(sql, agency.agencyId);
  const limited = await createDashboardUser(service, agency.agencyId, {
    role: "editor",
    clientIds: [own.clientId],
  });
  const foreign = await createContact(sql, agency.agencyId, {
    clientIds: [other.clientId],
    lastName: "Fremd",
  });
  expect((await limited.get(`/app/verteiler/kontakt/${foreign.id}`)).status).toBe(404);
  expect((await limited.post(`/app/verteiler/kontakt/${foreign.id}/widerspruch`)).status).toBe(404);
  expect(await textOf(limited, "/app/verteiler?q=fremd")).not.toContain("Fremd</a>");
  expect((await limited.post("/app/verteiler/export")).status).toBe(403);
});

test("the text of the notice names the agency, its time and all that article 14 asks for", async () => {
  await owner.post("/app/verteiler/regeln", { retentionMonths: "18", noticeUrl: "" });
  const page = await textOf(analyst, "/app/verteiler/regeln");
  const notice = /<pre id="hinweis"[^>]*>([\s\S]*?)<\/pre>/.exec(page)?.[1] ?? "";
  for (const said of [
    "Verantwortlich\nNordlicht Kommunikation, [",
    "18 Monate lang",
    "Buchst. f",
    "Woher\n",
    "Widersprechen Sie, schreiben wir Ihnen nicht mehr und löschen Ihre Angaben auf Wunsch, sonst nach dieser Frist.",
  ])
    expect(notice).toContain(said);
  for (const said of ["Auskunft", "Berichtigung", "Löschung", "Aufsichtsbehörde", "Art. 28", "Wie lange"])
    expect(notice).toContain(said);
});

test("no tool of agents sends mailings or reads contacts", () => {
  // Reports hand out how many mails went out, and no more: what a tool takes and says of itself counts here.
  const words = tools.map(({ name, title, description, input }) =>
    JSON.stringify([name, title, description, input]).toLowerCase(),
  );
  expect(words.length).toBeGreaterThan(5);
  expect(words.filter((text) => /mailing|media_contact|verteiler|aussand/.test(text))).toEqual([]);
});

const freshAddress = () => `redaktion-${++made}@zeitung.example`;
const textOf = async (person: DashboardUser, path: string) => await (await person.get(path)).text();
const locationOf = (response: Response) => response.headers.get("location") ?? "";

async function objections(): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count from media_contact_objection where agency_id = ${agency.agencyId}`;
  return row?.count ?? 0;
}

const seenAtIn = (page: string) => /name="seenAt" value="([^"]*)"/.exec(page)?.[1] ?? "";

async function seenAtOf(path: string): Promise<string> {
  return seenAtIn(await textOf(editor, path));
}
