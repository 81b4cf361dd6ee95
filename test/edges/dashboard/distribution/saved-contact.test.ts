import { expect, test } from "bun:test";
import { createContact, secretKey } from "../../../features/media-contacts/support.ts";
import { serviceScene } from "../../../support/cast.ts";

const { sql, agency, editor } = serviceScene("server", {
  SECRET_KEY: Buffer.from(secretKey).toString("hex"),
});

const contact = {
  ...{ addressAs: "ms", lastName: "Ahrens", medium: "Weser-Kurier", isEditorial: "on", country: "DE" },
  ...{ language: "de", topics: "Häfen", source: "Impressum", basis: "legitimate_interest" },
};

test("who saves an open contact takes it out of no list and into none that a colleague has changed since", async () => {
  const stays = await listByHand("Bleibt");
  const [joined, left] = [await listByHand("Kam dazu"), await listByHand("Ist heraus")];
  const [unticked, ticked] = [await listByHand("Ab"), await listByHand("An")];
  const { id, email } = await createContact(sql, agency.agencyId, { listIds: [stays, left, unticked] });
  const page = `/app/verteiler/kontakt/${id}/bearbeiten`;
  const shown = await textOf(page);
  await editor.post("/app/verteiler/zur-liste", { contactIds: id, listId: joined });
  await editor.post("/app/verteiler/aus-der-liste", { contactIds: id, listId: left });
  const form = { ...contact, email, listIds: [stays, left, ticked], ...seenIn(shown) };
  // What is refused asks for the same changes when it is sent again.
  const refused = await editor.post(page, { ...form, source: "" });
  expect(refused.status).toBe(400);
  const again = { ...form, ...seenIn(await refused.text()) };
  expect((await editor.post(page, again)).status).toBe(303);
  const lists = () => sql<{ listId: string }[]>`
    select list_id as "listId" from media_contact_list_member
    where agency_id = ${agency.agencyId} and contact_id = ${id}`;
  const now = async () => new Set((await lists()).map(({ listId }) => listId));
  expect(await now()).toEqual(new Set([stays, joined, ticked]));
  // A double click, and an older page that is saved over what it is shown.
  expect((await editor.post(page, again)).status).toBe(303);
  const late = await editor.post(page, { ...again, lastName: "Zuletzt" });
  expect(late.status).toBe(409);
  const over = { ...again, lastName: "Zuletzt", ...seenIn(await late.text()) };
  expect((await editor.post(page, over)).status).toBe(303);
  expect(await now()).toEqual(new Set([stays, joined, ticked]));
});

test("what was typed of a contact stays where a ticked list is gone meanwhile", async () => {
  const listId = await listByHand("Geht weg");
  const { id, email } = await createContact(sql, agency.agencyId);
  const page = `/app/verteiler/kontakt/${id}/bearbeiten`;
  const seen = seenIn(await textOf(page));
  expect((await editor.post(`/app/verteiler/listen/${listId}/loeschen`)).status).toBe(303);
  const typed = { ...contact, lastName: "Getippt", listIds: listId };
  for (const [path, form] of [
    ["/app/verteiler/neu", { ...typed, email: "neu@zeitung.example" }],
    [page, { ...typed, ...seen, email }],
  ] as const) {
    const refused = await editor.post(path, form);
    const text = await refused.text();
    expect(refused.status).toBe(404);
    expect(text).toContain("Eine gewählte Liste oder ein Kunde steht nicht mehr zur Auswahl.");
    expect(text).toContain('value="Getippt"');
    expect((await editor.post(path, { ...form, listIds: [] })).status).toBe(303);
  }
});

/** What a page of a contact says that it was filled with. */
const seenIn = (page: string) => ({
  seenAt: /name="seenAt" value="([^"]*)"/.exec(page)?.[1] ?? "",
  seenListIds: /name="seenListIds" value="([^"]*)"/.exec(page)?.[1] ?? "",
});

async function listByHand(name: string): Promise<string> {
  await editor.post("/app/verteiler/listen/neu", { name, kind: "hand" });
  const [{ id } = { id: "" }] = await sql<{ id: string }[]>`
    select id from media_contact_list where agency_id = ${agency.agencyId} and name = ${name}`;
  return id;
}

const textOf = async (path: string) => await (await editor.get(path)).text();
