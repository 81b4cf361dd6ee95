import { expect, test } from "bun:test";
import { exportContact, exportContacts } from "../../../service/features/media-contacts/export-contacts.ts";
import { insertContactList } from "../../../service/features/media-contacts/lists-sql.ts";
import { recordObjectionOf } from "../../../service/features/media-contacts/object.ts";
import { databaseScene } from "../../support/cast.ts";
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
  await expect(told([0])).rejects.toMatchObject({ code: "not_found" });
});
