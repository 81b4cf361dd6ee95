import { expect, test } from "bun:test";
import { v7 as uuidv7 } from "uuid";
import { timedIdOfForm } from "../../../../service/edges/dashboard/forms/id-of-form.ts";
import { addClientContact, removeClientContact } from "../../../../service/features/clients/contacts.ts";
import { updateClient } from "../../../../service/features/clients/update-client.ts";
import {
  addContact,
  changeContact,
  getContact,
} from "../../../../service/features/media-contacts/contacts.ts";
import { saveContactList } from "../../../../service/features/media-contacts/lists.ts";
import { createSecretCipher } from "../../../../service/floor/secrets/secret-cipher.ts";
import { contactFields } from "../../../features/media-contacts/support.ts";
import { given, serviceScene } from "../../../support/cast.ts";
import { errorOf } from "../../../support/error-of.ts";
import { createTestRelease } from "../../../support/service.ts";
import { createWorkshop } from "../../../support/workflow.ts";
import { createDashboardUser } from "../support.ts";
import { countRows } from "./count-rows.ts";

const { service } = serviceScene("server");
const workshop = given(() => createWorkshop(service.sql));
const release = given(() => createTestRelease(service.sql, workshop.agencyId));

const scheduled = { period: "month", comparison: "none", day: "monthly-1", atTime: "08:30" };
const forms = (clientId: number, releaseId: number): [string, Record<string, string>, string][] => [
  ["/kunden/neu", { name: "Neu AG" }, "client"],
  [`/kunden/${clientId}/kontakte/neu`, { name: "Anna Neu" }, "client_contact"],
  [
    "/berichte/zeitplaene/neu",
    {
      scope: `client:${clientId}`,
      ...scheduled,
      formats: "pdf",
      sending: "drafted",
      recipients: "a@k.example",
    },
    "report_schedule",
  ],
  ["/aussand/neu", { about: `client:${clientId}` }, "mailing"],
  ["/verteiler/listen/neu", { name: "Bau", kind: "condition", topics: "Bau" }, "media_contact_list"],
  [
    "/verteiler/neu",
    {
      ...{
        email: "ada@zeitung.example",
        addressAs: "none",
        medium: "Weser-Kurier",
        language: "de",
        country: "DE",
      },
      ...{ topics: "Bau", basis: "legitimate_interest", source: "Impressum" },
    },
    "media_contact",
  ],
  ["/zahlen/kampagnen/neu", { name: "Werk", releaseIds: String(releaseId) }, "campaign"],
  ["/zahlen/portfolios/neu", { name: "Bau", clientIds: String(clientId) }, "portfolio"],
  [`/kunden/${clientId}/newsroom/umzug`, { site: "presse.alt.example" }, "newsroom_move"],
];

test("two copies of a form at once make one thing, and the same address follows both", async () => {
  const owner = await createDashboardUser(service, workshop.agencyId);
  for (const [path, fields, table] of forms(workshop.clientId, release.pressReleaseId)) {
    const before = (await countRows(service.sql, workshop.agencyId))[table] ?? 0;
    const idempotencyKey = uuidv7();
    const send = () => owner.post(`/app${path}`, { ...fields, idempotencyKey });
    const answers = [...(await Promise.all([send(), send()])), await send()];
    expect([path, ...answers.map(({ status }) => status)]).toEqual([path, 303, 303, 303]);
    expect(new Set(answers.map(({ headers }) => headers.get("location"))).size).toBe(1);
    const after = (await countRows(service.sql, workshop.agencyId))[table] ?? 0;
    expect([path, after - before]).toEqual([path, 1]);
  }
});

test("a persona and a media contact that are saved twice at once are saved once, and neither copy is a conflict", async () => {
  const { sql } = service;
  const { agencyId, clientId } = await createWorkshop(sql);
  const operator = { type: "operator", id: null } as const;
  const [persona, other] = [{ boilerplate: "Seit 1952." }, { boilerplate: "Seit 1953." }];
  const write = (file: typeof persona) =>
    updateClient(sql, agencyId, { clientId, persona: file, seenPersonaVersion: 1 }, operator);
  const versions = (await Promise.all([write(persona), write(persona)])).map((done) => done.personaVersion);
  expect(versions).toEqual([2, 2]);
  expect(await errorOf(write(other))).toMatchObject({ code: "version_conflict" });

  const secrets = createSecretCipher(new Uint8Array(32).fill(7));
  const fields = contactFields();
  const act = { scope: null, actor: operator };
  const id = await addContact(sql, agencyId, { ...act, fields }, secrets);
  const { changedAt: seenAt } = await getContact(sql, agencyId, { id, scope: null }, secrets);
  const save = (changes: object, listIds: string[] = []) =>
    changeContact(sql, agencyId, { ...act, id, fields: { ...fields, ...changes }, listIds, seenAt }, secrets);
  await Promise.all([save({ role: "Chefin" }), save({ role: "Chefin" })]);
  // Who ticks a list on a page of before changes nothing that another person has written.
  const list = { id: null, name: "Häfen", clientId: null, condition: null };
  const listId = await saveContactList(sql, agencyId, { ...act, list });
  await save({ role: "Chefin" }, [listId]);
  expect((await getContact(sql, agencyId, { id, scope: null }, secrets)).listIds).toEqual([listId]);
  for (const changes of [{ role: "Chef" }, { role: "Chefin", country: "AT" }])
    expect(await errorOf(save(changes))).toMatchObject({ code: "version_conflict" });
});

test("who goes back and sends another name makes another client", async () => {
  const owner = await createDashboardUser(service, workshop.agencyId);
  const idempotencyKey = uuidv7();
  const made = ["Erste AG", "Zweite AG"].map((name) =>
    owner.post("/app/kunden/neu", { name, idempotencyKey }),
  );
  const [first, second] = await Promise.all(made);
  expect(first?.headers.get("location")).not.toBe(second?.headers.get("location"));
});

test("an id of a form begins with the time of its page, so that lists by id show the new one first", () => {
  const key = uuidv7();
  const id = timedIdOfForm(1, key, { name: "a" });
  expect(id.slice(0, 15)).toBe(key.slice(0, 15));
  expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(timedIdOfForm(1, key, { name: "a" })).toBe(id);
  for (const other of [timedIdOfForm(1, key, { name: "b" }), timedIdOfForm(2, key, { name: "a" })])
    expect(other).not.toBe(id);
  const random = crypto.randomUUID();
  expect(timedIdOfForm(1, random, {})[14]).toBe("5");
});

test("a contact that was removed is not said to be added by an old copy of its form", async () => {
  const { agencyId, clientId } = workshop;
  const operator = { type: "operator", id: null } as const;
  const id = uuidv7();
  await addClientContact(service.sql, agencyId, { clientId, id, name: "Bernd" }, operator);
  await service.sql`
    update client_contact set removed_at = now() where agency_id = ${agencyId} and id = ${id}`;
  const again = addClientContact(service.sql, agencyId, { clientId, id, name: "Bernd" }, operator);
  expect(await errorOf(again)).toMatchObject({ code: "validation_error" });
  expect(await errorOf(removeClientContact(service.sql, agencyId, id, operator))).toMatchObject({
    code: "not_found",
  });
});
