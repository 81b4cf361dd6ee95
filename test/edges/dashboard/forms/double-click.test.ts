import { expect, test } from "bun:test";
import { v7 as uuidv7 } from "uuid";
import { timedIdOfForm } from "../../../../service/edges/dashboard/forms/id-of-form.ts";
import { addContact, removeContact } from "../../../../service/features/clients/contacts.ts";
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
  await addContact(service.sql, agencyId, { clientId, id, name: "Bernd" }, operator);
  await service.sql`
    update client_contact set removed_at = now() where agency_id = ${agencyId} and id = ${id}`;
  const again = addContact(service.sql, agencyId, { clientId, id, name: "Bernd" }, operator);
  expect(await errorOf(again)).toMatchObject({ code: "validation_error" });
  expect(await errorOf(removeContact(service.sql, agencyId, id, operator))).toMatchObject({
    code: "not_found",
  });
});
