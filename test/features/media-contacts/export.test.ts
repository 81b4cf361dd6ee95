import { expect, test } from "bun:test";
import { importFile } from "../../../service/features/insights/import/import-file.ts";
import { listContacts } from "../../../service/features/media-contacts/contacts.ts";
import { exportContact, exportContacts } from "../../../service/features/media-contacts/export-contacts.ts";
import { insertContactList } from "../../../service/features/media-contacts/lists-sql.ts";
import { recordObjectionOf } from "../../../service/features/media-contacts/object.ts";
import { databaseScene } from "../../support/cast.ts";
import { errorOf } from "../../support/error-of.ts";
import { createTestAgency, createTestRelease } from "../../support/service.ts";
import { createContact, operator, secrets } from "./support.ts";

const { sql } = databaseScene();

test("the file says for which clients a contact is, and marks who has objected", async () => {
  const { agencyId } = await createTestAgency(sql);
  const { clientId } = await createTestRelease(sql, agencyId, { clientName: "Hafenbau" });
  const objected = await createContact(sql, agencyId, { lastName: "Abel", clientIds: [clientId] });
  await createContact(sql, agencyId, { lastName: "Zander" });
  await recordObjectionOf(sql, agencyId, { email: objected.email, actor: operator }, secrets);
  let csv = "";
  for await (const chunk of await exportContacts(sql, agencyId, { actor: operator }, secrets))
    csv += new TextDecoder().decode(chunk);
  const [heading, abel, zander] = csv.trim().split(/\r?\n/);
  expect(heading).toEndWith(",Kunden,Widerspruch");
  expect(abel).toMatch(/Abel.*,Hafenbau,\d{4}-\d{2}-\d{2}$/);
  expect(zander).toMatch(/Zander.*,alle,$/);
});

test("an objection at night is of its day in the agency's time", async () => {
  const { agencyId } = await createTestAgency(sql);
  const { email } = await createContact(sql, agencyId);
  await recordObjectionOf(sql, agencyId, { email, actor: operator }, secrets);
  await sql`
    update media_contact_objection set objected_at = '2026-05-02T22:30:00Z' where agency_id = ${agencyId}`;
  let csv = "";
  for await (const chunk of await exportContacts(sql, agencyId, { actor: operator }, secrets))
    csv += new TextDecoder().decode(chunk);
  expect(csv.trim()).toEndWith(",alle,2026-05-03");
});

test("what an editor of some clients hands over names no list and no client of others, and says that there are more", async () => {
  const { agencyId } = await createTestAgency(sql);
  const own = await createTestRelease(sql, agencyId, { clientName: "Hafenbau" });
  const other = await createTestRelease(sql, agencyId, { clientName: "Geheim" });
  const [ownList, otherList] = [Bun.randomUUIDv7(), Bun.randomUUIDv7()];
  await insertContactList(sql, agencyId, {
    id: ownList,
    name: "Eigene",
    clientId: own.clientId,
    condition: null,
  });
  await insertContactList(sql, agencyId, {
    id: otherList,
    name: "Fremde",
    clientId: other.clientId,
    condition: null,
  });
  const { id } = await createContact(sql, agencyId, {
    clientIds: [own.clientId, other.clientId],
    listIds: [ownList, otherList],
  });
  const told = (scope: number[] | null) =>
    exportContact(sql, agencyId, { id, scope, actor: operator }, secrets);
  expect(await told([own.clientId])).toMatchObject({
    Kunden: "Hafenbau",
    Listen: ["Eigene"],
    "Weitere Listen": 1,
  });
  expect(await told(null)).toMatchObject({
    ...{ Kunden: "Hafenbau | Geheim", Listen: ["Eigene", "Fremde"], "Weitere Listen": 0 },
  });
  expect(await errorOf(told([0]))).toMatchObject({ code: "not_found" });
});

test("a telephone number of digits alone keeps its zero and its plus in a spreadsheet, and is read again", async () => {
  const { agencyId } = await createTestAgency(sql);
  const { agencyId: other } = await createTestAgency(sql);
  const phones = ["+49421123456", "0421123456", "42112"];
  for (const phone of phones) await createContact(sql, agencyId, { phone });
  const file = await Array.fromAsync(await exportContacts(sql, agencyId, { actor: operator }, secrets));
  const text = Buffer.concat(file).toString();
  expect(text).toContain(",'+49421123456,");
  expect(text).toContain(",'0421123456,");
  const read = async function* () {
    yield* file;
  };
  await importFile(sql, other, { kind: "media-contacts", secrets, source: { name: "verteiler.csv", read } });
  const { contacts } = await listContacts(sql, other, { filter: { scope: null } }, secrets);
  expect(new Set(contacts.map(({ phone }) => phone))).toEqual(new Set(phones));
});

test("the import reads the file again as it was, signs and commas included", async () => {
  const { agencyId } = await createTestAgency(sql);
  const { agencyId: other } = await createTestAgency(sql);
  await createContact(sql, agencyId, {
    ...{ topics: ["Wirtschaft, Finanzen"], regions: ["Nord, West", "Süd"], phone: "+49 421 1234" },
    ...{ notes: "=Mag\n- keine Anrufe", medium: "-Blatt", role: "@home" },
  });
  const file = await Array.fromAsync(await exportContacts(sql, agencyId, { actor: operator }, secrets));
  await importFile(sql, other, {
    kind: "media-contacts",
    secrets,
    source: {
      name: "verteiler.csv",
      async *read() {
        yield* file;
      },
    },
  });
  const told = async (id: number) => {
    const { contacts } = await listContacts(sql, id, { filter: { scope: null } }, secrets);
    return contacts.map(({ email, topics, regions, phone, notes, medium, role }) => ({
      ...{ email, topics, regions, phone, notes, medium, role },
    }));
  };
  expect(await told(other)).toEqual(await told(agencyId));
  expect(await told(other)).toMatchObject([{ phone: "+49 421 1234", topics: ["Wirtschaft, Finanzen"] }]);
});
