import { expect, test } from "bun:test";
import { readMailing } from "../../../../service/features/mailings/mailings.ts";
import { insertContactList } from "../../../../service/features/media-contacts/lists-sql.ts";
import { createContact, secretKey } from "../../../features/media-contacts/support.ts";
import { serviceScene } from "../../../support/cast.ts";
import { createTestRelease } from "../../../support/service.ts";
import { insertTestAssets } from "../../../support/test-assets.ts";
import { seenStampIn } from "../support.ts";

const { sql, agency, owner, editor } = serviceScene("server", {
  SECRET_KEY: Buffer.from(secretKey).toString("hex"),
});

async function createDraft() {
  const { clientId, pressReleaseId } = await createTestRelease(sql, agency.agencyId);
  const created = await editor.post("/app/aussand/neu", { about: `release:${pressReleaseId}` });
  const path = created.headers.get("location") ?? "";
  const id = path.split("/").at(-1) ?? "";
  const stored = async () => await readMailing(sql, agency.agencyId, { id, clientIds: null });
  return { clientId, path, stored };
}

async function createList(name: string): Promise<string> {
  const id = Bun.randomUUIDv7();
  await insertContactList(sql, agency.agencyId, { id, name, clientId: null, condition: null });
  return id;
}

test("an older page of a mailing's content does not undo a colleague's correction, which would go out to the media", async () => {
  const { clientId, path, stored } = await createDraft();
  const [chart, photo] = [Bun.randomUUIDv7(), Bun.randomUUIDv7()];
  await insertTestAssets(sql, { agencyId: agency.agencyId, clientId }, [chart, photo]);
  const page = `${path}/inhalt`;
  const seenStamp = seenStampIn(await (await owner.get(page)).text(), page);
  const corrected = { subject: "4 % mehr Umsatz", message: "Zahlen berichtigt.", assetIds: chart, seenStamp };
  expect((await editor.post(page, corrected)).status).toBe(303);
  // A double click.
  expect((await editor.post(page, corrected)).status).toBe(303);
  const older = { subject: "40 % mehr Umsatz", message: "Zahlen berichtigt.", assetIds: photo, seenStamp };
  const refused = await owner.post(page, older);
  const text = await refused.text();
  expect(refused.status).toBe(409);
  for (const words of [
    "Jemand hat den Inhalt inzwischen geändert",
    "Inzwischen gespeichert: „4 % mehr Umsatz“",
    'value="40 % mehr Umsatz"',
    "Nicht gespeichert: ",
  ])
    expect(text).toContain(words);
  expect(text).not.toContain("„Zahlen berichtigt.“");
  expect(await stored()).toMatchObject({ subject: "4 % mehr Umsatz", assetIds: [chart] });
  expect((await owner.post(page, { ...older, seenStamp: seenStampIn(text, page) })).status).toBe(303);
  expect(await stored()).toMatchObject({ subject: "40 % mehr Umsatz", assetIds: [photo] });
});

test("an older page of a mailing's recipients does not write to those whom a colleague has taken out", async () => {
  const { path, stored } = await createDraft();
  const [trade, daily] = [await createList("Fachpresse"), await createList("Tagespresse")];
  const contact = await createContact(sql, agency.agencyId);
  expect((await editor.post(path, { listIds: [trade, daily], contactIds: contact.id })).status).toBe(303);
  const seenStamp = seenStampIn(await (await owner.get(path)).text(), path);
  expect((await editor.post(path, { listIds: trade, seenStamp })).status).toBe(303);
  const older = { listIds: [daily, trade], contactIds: contact.id, seenStamp };
  const refused = await owner.post(path, older);
  const text = await refused.text();
  expect(refused.status).toBe(409);
  for (const words of [
    "Jemand hat die Empfänger inzwischen geändert",
    "Nicht gespeichert: Tagespresse.",
    `value="${contact.id}" checked`,
  ])
    expect(text).toContain(words);
  expect(await stored()).toMatchObject({ listIds: [trade], contactIds: [] });
  const again = { ...older, seenStamp: seenStampIn(text, path) };
  expect((await owner.post(path, again)).status).toBe(303);
  expect(await stored()).toMatchObject({ contactIds: [contact.id] });
  // In which order they were ticked is no change.
  const seenNow = seenStampIn(await (await owner.get(path)).text(), path);
  expect((await editor.post(path, { ...again, listIds: [trade, daily], seenStamp: seenNow })).status).toBe(
    303,
  );
  expect((await owner.post(path, { ...again, seenStamp: seenNow })).status).toBe(303);
});

test("nobody sends from an older page what a colleague has written since", async () => {
  const { path, stored } = await createDraft();
  const contact = await createContact(sql, agency.agencyId);
  expect((await editor.post(path, { contactIds: contact.id })).status).toBe(303);
  const page = `${path}/senden`;
  const seenStamp = seenStampIn(await (await owner.get(page)).text(), page);
  const words = { subject: "Noch nicht fertig", message: "Entwurf." };
  expect((await editor.post(`${path}/inhalt`, words)).status).toBe(303);
  const refused = await owner.post(page, { seenStamp, isInforming: "on" });
  const text = await refused.text();
  expect([refused.status, text.includes("Der Aussand wurde inzwischen an anderer Stelle geändert")]).toEqual([
    409,
    true,
  ]);
  expect(text).toContain("<dd>Noch nicht fertig</dd>");
  expect(await stored()).toMatchObject({ status: "draft" });
  const seen = { seenStamp: seenStampIn(text, page), isInforming: "on" };
  expect((await owner.post(page, seen)).status).toBe(303);
  expect(await stored()).toMatchObject({ status: "scheduled" });
});
