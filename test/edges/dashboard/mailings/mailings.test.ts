import { expect, test } from "bun:test";
import { setClientStatus } from "../../../../service/features/clients/update-client.ts";
import { stepMailing } from "../../../../service/features/mailings/prepare-mailings.ts";
import { attachmentBytesMax } from "../../../../service/features/mailings/rules.ts";
import { insertContactList } from "../../../../service/features/media-contacts/lists-sql.ts";
import { archiveRelease } from "../../../../service/features/workflow/releases/archive-release.ts";
import { createContact, secretKey, secrets } from "../../../features/media-contacts/support.ts";
import { given, serviceScene } from "../../../support/cast.ts";
import { createTestRelease } from "../../../support/service.ts";
import { insertTestAssets } from "../../../support/test-assets.ts";
import { createDashboardUser } from "../support.ts";

const { service, sql, agency, stranger, owner, editor, analyst } = serviceScene("server", {
  SECRET_KEY: Buffer.from(secretKey).toString("hex"),
});
const operator = { type: "operator", id: null } as const;
const outsider = given(() => createDashboardUser(service, stranger.agencyId));

/** A draft with one recipient, made as a person makes it. */
async function createDraft() {
  const { agencyId } = agency;
  const { clientId, pressReleaseId } = await createTestRelease(sql, agencyId);
  const listId = Bun.randomUUIDv7();
  await insertContactList(sql, agencyId, { id: listId, name: "Presse", clientId: null, condition: null });
  const contact = await createContact(sql, agencyId, { listIds: [listId] });
  const created = await editor.post("/app/aussand/neu", { about: `release:${pressReleaseId}` });
  const path = created.headers.get("location") ?? "";
  return { clientId, pressReleaseId, listId, contact, path };
}

test("a mailing is begun, filled and planned by those who may, and read without addresses by an analyst", async () => {
  const { path, listId, contact } = await createDraft();
  expect(path).toMatch(/^\/app\/aussand\/[0-9a-f-]{36}$/);
  expect((await editor.post(path, { listIds: listId })).headers.get("location")).toBe(`${path}/inhalt`);
  const unknown = await editor.post(path, { listIds: listId, addresses: "niemand@example.org" });
  expect(unknown.status).toBe(400);
  expect(await unknown.text()).toContain("niemand@example.org steht nicht im Verteiler");
  const addressed = await editor.post(path, { addresses: contact.email.toUpperCase() });
  expect(addressed.status).toBe(303);
  expect(await (await editor.get(path)).text()).toContain("Ein Empfänger");
  const content = { subject: "Neu", message: "{Anrede},\r\n\r\nbitte lesen." };
  expect((await editor.post(`${path}/inhalt`, content)).headers.get("location")).toBe(`${path}/vorschau`);
  const mail = await editor.get(`${path}/vorschau/mail`);
  expect(mail.headers.get("content-security-policy")).toContain("sandbox");
  expect(await mail.text()).toContain("Sehr geehrte Frau Dr. Muster,");

  expect((await editor.post(`${path}/senden`, {})).status).toBe(400);
  const sent = await editor.post(`${path}/senden`, { isInforming: "on", dueAt: "2999-01-01T08:00" });
  expect(sent.status).toBe(400);
  expect((await editor.post(`${path}/senden`, { isInforming: "on" })).headers.get("location")).toBe(path);
  expect((await editor.post(`${path}/inhalt`, content)).status).toBe(409);
  expect(await (await editor.get(path)).text()).toContain("Ja, Planung aufheben");
  expect((await editor.post(`${path}/anhalten`)).status).toBe(303);

  for (const page of [path, `${path}/vorschau`, "/app/aussand"]) {
    const shown = await analyst.get(page);
    expect(shown.status).toBe(200);
    expect(await shown.text()).not.toContain(contact.email);
  }
  for (const [page, fields] of [
    [path, { listIds: listId }],
    [`${path}/inhalt`, content],
    [`${path}/senden`, { isInforming: "on" }],
    [`${path}/vorschau/test`, {}],
    [`${path}/anhalten`, {}],
    [`${path}/verwerfen`, {}],
    ["/app/aussand/neu", { about: "client:1" }],
  ] as const)
    expect((await analyst.post(page, fields)).status).toBe(403);
  expect((await editor.post(`${path}/verwerfen`)).headers.get("location")).toBe("/app/aussand");
  expect((await editor.get(path)).status).toBe(404);
});

test("a mailing is not there for a stranger, nor for somebody who is let to other clients alone", async () => {
  const { path, clientId, pressReleaseId, listId } = await createDraft();
  const { clientId: otherId } = await createTestRelease(sql, agency.agencyId);
  const limited = await createDashboardUser(service, agency.agencyId, {
    role: "editor",
    clientIds: [otherId],
  });
  for (const person of [outsider, limited]) {
    for (const page of [
      path,
      `${path}/inhalt`,
      `${path}/vorschau`,
      `${path}/vorschau/mail`,
      `${path}/senden`,
    ])
      expect((await person.get(page)).status).toBe(404);
    for (const page of [
      path,
      `${path}/senden`,
      `${path}/vorschau/test`,
      `${path}/anhalten`,
      `${path}/verwerfen`,
    ])
      expect((await person.post(page, { listIds: listId })).status).toBe(404);
    expect((await person.post(`${path}/inhalt`, { subject: "X" })).status).toBe(404);
    for (const about of [`release:${pressReleaseId}`, `client:${clientId}`])
      expect((await person.post("/app/aussand/neu", { about })).status).toBe(404);
    expect(await (await person.get("/app/aussand")).text()).not.toContain(path);
    expect((await person.get(`/app/kunden/${clientId}/absender`)).status).toBe(404);
    expect((await person.post(`/app/kunden/${clientId}/absender/pruefen`)).status).toBe(404);
  }
  // A list of a client that the person does not see is none.
  const ownPath =
    (await limited.post("/app/aussand/neu", { about: `client:${otherId}` })).headers.get("location") ?? "";
  const foreign = Bun.randomUUIDv7();
  await insertContactList(sql, agency.agencyId, { id: foreign, name: "Fremd", clientId, condition: null });
  expect((await limited.post(ownPath, { listIds: foreign })).status).toBe(404);
  expect((await limited.post(ownPath, { listIds: listId })).status).toBe(303);
});

test("the preview of a mailing says that its release or client is archived", async () => {
  const { agencyId } = agency;
  const { path, clientId, pressReleaseId } = await createDraft();
  expect(await (await editor.get(`${path}/vorschau`)).text()).toContain("preview-frame");
  await archiveRelease(sql, agencyId, { pressReleaseId, actor: operator });
  const withoutRelease = await editor.get(`${path}/vorschau`);
  const shown = await withoutRelease.text();
  expect(withoutRelease.status).toBe(200);
  expect(shown).toContain(
    "Die Meldung ist nicht oder nicht mehr veröffentlicht. Deshalb gibt es keine Vorschau.",
  );
  expect(shown).toContain(`href="${path}/senden"`);
  expect((await editor.get(`${path}/vorschau/mail`)).status).toBe(404);
  const tried = await editor.post(`${path}/vorschau/test`, {});
  expect(tried.status).toBe(409);
  expect(await tried.text()).toContain("Deshalb geht keine Testmail hinaus.");
  const sent = await editor.post(`${path}/senden`, { isInforming: "on" });
  expect(sent.status).toBe(404);
  expect(await sent.text()).toContain("Diese Meldung ist nicht veröffentlicht");
  await setClientStatus(sql, agencyId, { clientId, status: "archived" }, operator);
  expect(await (await editor.get(`${path}/vorschau`)).text()).toContain(
    "Der Kunde ist archiviert. Deshalb gibt es keine Vorschau.",
  );
});

test("the sender of a client is set, checked and removed on its page", async () => {
  const { clientId } = await createDraft();
  const path = `/app/kunden/${clientId}/absender`;
  expect((await owner.post(path, { name: "Presse", address: "keine" })).status).toBe(400);
  expect((await owner.post(path, { name: "Presse", address: "presse@kunde.example" })).status).toBe(303);
  expect(await (await owner.get(path)).text()).toContain("_domainkey.kunde.example");
  expect((await owner.post(`${path}/erneuern`)).status).toBe(303);
  expect((await owner.post(`${path}/entfernen`)).status).toBe(303);
  expect((await owner.post(`${path}/entfernen`)).status).toBe(404);
  expect((await analyst.get(path)).status).toBe(403);
});

test("the page of sending says whom it leaves out and why, that the notice is missing, and that a list is gone", async () => {
  const { path, listId, contact } = await createDraft();
  await createContact(sql, agency.agencyId, { country: "FR", listIds: [listId] });
  await createContact(sql, agency.agencyId, { country: "AT", listIds: [listId] });
  await editor.post(path, { listIds: listId });
  const shown = await (await editor.get(`${path}/senden`)).text();
  expect(shown).toContain("Ausgelassen: 2 nach den Regeln ihres Landes.");
  expect(shown).toContain("<li>Frankreich, 1 Kontakt: Für dieses Land gibt es keine Regel.</li>");
  expect(shown).toContain(
    "<li>Österreich, 1 Kontakt: Dieses Land verlangt Einwilligung oder eigenen Wunsch.</li>",
  );
  expect(shown).toContain("gilt durch diesen Aussand niemand als informiert");
  for (const wrong of [{ listIds: "keine" }, { listIds: listId, contactIds: "keiner" }]) {
    const refused = await editor.post(path, { ...wrong, addresses: contact.email });
    const text = await refused.text();
    expect(refused.status).toBe(404);
    for (const words of ["steht nicht mehr zur Auswahl. Bitte wählen Sie neu.", contact.email])
      expect(text).toContain(words);
  }
  expect((await editor.post(`${path}/inhalt`, { subject: "Neu", assetIds: "keine" })).status).toBe(404);
  await sql`delete from media_contact_list where agency_id = ${agency.agencyId} and id = ${listId}`;
  const gone = await editor.get(`${path}/senden`);
  expect(gone.status).toBe(200);
  expect(await gone.text()).toContain("Eine gewählte Liste ist gelöscht");
  const refused = await editor.post(`${path}/senden`, { isInforming: "on" });
  expect(await refused.text()).toContain("Bitte wählen Sie die Empfänger neu.");
  expect((await editor.get(path)).status).toBe(200);
});

test("what another step has to mend is said by the form that is refused for it", async () => {
  const { clientId, listId, contact } = await createDraft();
  const { agencyId } = agency;
  const begun = await editor.post("/app/aussand/neu", { about: `client:${clientId}` });
  const path = begun.headers.get("location") ?? "";
  const sayingOf = async (page: string, form: Record<string, string>) => {
    const refused = await editor.post(page, form);
    return [refused.status, /role="alert"[^>]*>\s*<p>([^<]*)/.exec(await refused.text())?.[1]];
  };
  const isInforming = "on";
  expect(await sayingOf(`${path}/senden`, { isInforming })).toEqual([
    400,
    "Der Betreff fehlt noch. Der Text fehlt noch. Dieser Aussand hat noch keine Empfänger.",
  ]);
  await editor.post(path, { listIds: listId });
  const assetId = Bun.randomUUIDv7();
  await insertTestAssets(sql, { agencyId, clientId }, [assetId]);
  const content = { subject: "Einladung", message: "Kommen Sie!", assetIds: assetId };
  expect((await editor.post(`${path}/inhalt`, content)).status).toBe(303);
  expect((await editor.post(`/app/kunden/${clientId}/mediathek/${assetId}/entfernen`)).status).toBe(303);
  const gone = [400, expect.stringContaining("Ein gewählter Anhang ist gelöscht.")];
  expect(await sayingOf(`${path}/senden`, { isInforming })).toEqual(gone);
  // Beside a reason at one of its own fields.
  expect(await sayingOf(`${path}/senden`, {})).toEqual(gone);
  expect(await (await editor.post(`${path}/senden`, {})).text()).toContain(
    "Bitte bestätigen Sie, dass dieser Aussand informiert",
  );
  await sql`update mailing set subject = '{Wer}' where agency_id = ${agencyId} and subject = 'Einladung'`;
  const unknown = [400, expect.stringContaining("Im Betreff steht „{Wer}“, das gibt es nicht.")];
  expect(await sayingOf(`${path}/vorschau/test`, {})).toEqual(unknown);
  // Recipients are chosen before the text is written.
  expect((await editor.post(path, { addresses: contact.email })).status).toBe(303);
});

test("a mailing that stopped by itself says why on its page and on Heute", async () => {
  const { path, listId } = await createDraft();
  const id = path.split("/").at(-1) ?? "";
  await editor.post(path, { listIds: listId });
  await editor.post(`${path}/inhalt`, { subject: "Hafenfest am Samstag", message: "Text" });
  await editor.post(`${path}/senden`, { isInforming: "on" });
  await sql`update mailing set status = 'preparing', due_at = now() - interval '2 days' where id = ${id}`;
  await stepMailing({ sql, secrets, mailsPerSecond: 20 }, agency.agencyId);
  expect(await (await analyst.get(path)).text()).toContain("konnte ihn nicht rechtzeitig verschicken");
  const today = await (await editor.get("/app")).text();
  expect(today).toContain("Der Aussand „Hafenfest am Samstag“ wurde automatisch angehalten");
  expect(today).toContain(`href="${path}"`);
});

test("a chosen file stays to choose however many came after it, and none is offered that no mail can take", async () => {
  const { path, clientId } = await createDraft();
  const { agencyId } = agency;
  const [chosen, large, ...newer] = Array.from({ length: 53 }, () => Bun.randomUUIDv7());
  await insertTestAssets(sql, { agencyId, clientId }, [chosen ?? ""]);
  const content = { subject: "Neu", assetIds: chosen ?? "" };
  expect((await editor.post(`${path}/inhalt`, content)).status).toBe(303);
  await insertTestAssets(sql, { agencyId, clientId }, [...newer, large ?? ""]);
  await sql`update media_blob set bytes = ${attachmentBytesMax + 1} where agency_id = ${agencyId} and id = ${large ?? ""}`;
  const page = await (await editor.get(`${path}/inhalt`)).text();
  const offered = [...page.matchAll(/name="assetIds" value="([^"]+)"( checked)?/g)];
  expect(offered.filter(([, , isChecked]) => isChecked).map(([, id]) => id)).toEqual([chosen]);
  expect(new Set(offered.map(([, id]) => id))).toEqual(new Set([chosen, ...newer.slice(-50)]));
});

test("the page of a file says which planned mailing it stops, and while that is being sent that it can't be deleted", async () => {
  const { clientId, listId, path } = await createDraft();
  const assetId = Bun.randomUUIDv7();
  await insertTestAssets(sql, { agencyId: agency.agencyId, clientId }, [assetId]);
  await editor.post(path, { listIds: listId });
  await editor.post(`${path}/inhalt`, { subject: "Mit Bild", assetIds: assetId });
  const page = `/app/kunden/${clientId}/mediathek/${assetId}`;
  expect(await (await editor.get(page)).text()).not.toContain("Anhang von");
  await editor.post(`${path}/senden`, { isInforming: "on" });
  const planned = await (await editor.get(page)).text();
  for (const words of ["Anhang von", `<a href="${path}">Mit Bild</a>`, "Er geht nicht ohne sie hinaus."])
    expect(planned).toContain(words);
  await sql`update mailing set status = 'sending' where agency_id = ${agency.agencyId} and subject = 'Mit Bild'`;
  const text = await (await editor.get(page)).text();
  expect(text).toContain("Solange ein Aussand damit unterwegs ist, lässt sich die Datei nicht löschen.");
  const refused = await editor.post(`${page}/entfernen`);
  expect([refused.status, (await refused.text()).includes("oder ein Aussand verschickt es gerade")]).toEqual([
    409,
    true,
  ]);
});
