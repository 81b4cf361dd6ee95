import { expect, test } from "bun:test";
import { importFile } from "../../../service/features/insights/import/import-file.ts";
import { removeLeftOver } from "../../../service/features/insights/import/remove-left-over.ts";
import { beginImport, countImport } from "../../../service/features/insights/import/state-sql.ts";
import { getContact, listContacts } from "../../../service/features/media-contacts/contacts.ts";
import { insertImportedMembers } from "../../../service/features/media-contacts/list-members-sql.ts";
import { changeListMembers, saveContactList } from "../../../service/features/media-contacts/lists.ts";
import { listContactLists } from "../../../service/features/media-contacts/lists-sql.ts";
import { databaseScene } from "../../support/cast.ts";
import { forEachDatabase } from "../../support/databases.ts";
import { errorOf, thrownBy } from "../../support/error-of.ts";
import { createTestAgency, createTestRelease } from "../../support/service.ts";
import { act, createContact, secrets } from "./support.ts";

const heading = "E-Mail;Medium;Land;Quelle;Rechtsgrundlage;Kunden;Listen";
const row = (email: string, clients = "", lists = "") =>
  `${email};Blatt;DE;Impressum;Wunsch;${clients};${lists}`;

forEachDatabase((_name, open) => {
  const { sql, stranger } = databaseScene(open);
  const listOf = (agencyId: number, name: string, clientId: number | null = null) =>
    saveContactList(sql, agencyId, { ...act, list: { id: null, name, clientId, condition: null } });
  const take = (agencyId: number, rows: string[], more: Partial<Parameters<typeof importFile>[2]> = {}) =>
    importFile(sql, agencyId, {
      ...{ kind: "media-contacts", secrets },
      source: {
        name: "verteiler.csv",
        read: async function* () {
          yield Buffer.from([heading, ...rows].join("\n"));
        },
      },
      ...more,
    });
  async function membersOf(agencyId: number, listId: string): Promise<string[]> {
    const [list = null] = await listContactLists(sql, agencyId, { scope: null, ids: [listId] });
    const { contacts } = await listContacts(sql, agencyId, { filter: { scope: null, list } }, secrets);
    return contacts.map(({ email }) => email ?? "").toSorted((one, other) => one.localeCompare(other));
  }

  test("ticked contacts go into a list and out of it, with the log, and never another agency's", async () => {
    const { agencyId } = await createTestAgency(sql);
    const [ada, ben] = [await createContact(sql, agencyId), await createContact(sql, agencyId)];
    const listId = await listOf(agencyId, "Häfen");
    const chosen = { ...act, listId, contactIds: [ada.id, ben.id, ada.id] };
    expect(await changeListMembers(sql, agencyId, { ...chosen, isMember: true })).toEqual({
      name: "Häfen",
      count: 2,
    });
    await changeListMembers(sql, agencyId, { ...chosen, isMember: true });
    expect(await membersOf(agencyId, listId)).toEqual([ada.email, ben.email].toSorted());
    await changeListMembers(sql, agencyId, { ...act, listId, contactIds: [ada.id], isMember: false });
    expect(await membersOf(agencyId, listId)).toEqual([ben.email]);
    const log = await sql`
      select action, details from audit
      where agency_id = ${agencyId} and action like 'media_contact_list.members%' order by id`;
    expect(log.map(({ action, details }) => [action, details])).toEqual([
      ["media_contact_list.members_added", { contacts: 2 }],
      ["media_contact_list.members_added", { contacts: 2 }],
      ["media_contact_list.members_removed", { contacts: 1 }],
    ]);

    const foreign = await createContact(sql, stranger.agencyId);
    const { clientId } = await createTestRelease(sql, agencyId);
    const condition = { topics: [], regions: [], media: [], languages: [], countries: [], clientIds: [] };
    const list = { id: null, name: "Alle", clientId: null, condition };
    const all = await saveContactList(sql, agencyId, { ...act, list });
    const own = await createContact(sql, agencyId, { clientIds: [clientId] });
    for (const wrong of [
      { contactIds: [ada.id, foreign.id] },
      { listId: await listOf(stranger.agencyId, "Fremd") },
      { listId: all },
      { scope: [clientId + 1], contactIds: [own.id] },
    ])
      expect(
        await errorOf(changeListMembers(sql, agencyId, { ...chosen, isMember: true, ...wrong })),
      ).toMatchObject({ code: "not_found" });
    for (const contactIds of [[], Array.from({ length: 501 }, () => Bun.randomUUIDv7())])
      expect(
        await errorOf(changeListMembers(sql, agencyId, { ...chosen, contactIds, isMember: true })),
      ).toMatchObject({ code: "validation_error" });
  });

  test("a file names lists and clients, and brings who is there already into its list", async () => {
    const { agencyId } = await createTestAgency(sql);
    const { clientId } = await createTestRelease(sql, agencyId, { clientName: "Hafenbau AG" });
    const listId = await listOf(agencyId, "Häfen");
    const known = await createContact(sql, agencyId, { email: "da@blatt.example" });
    const rows = [row("neu@blatt.example", "hafenbau ag", "HÄFEN"), row(known.email, "alle", "Häfen")];
    expect(await take(agencyId, rows)).toMatchObject({ outcome: "imported", inserted: 1, replaced: 1 });
    expect(await membersOf(agencyId, listId)).toEqual([known.email, "neu@blatt.example"]);
    const { contacts } = await listContacts(sql, agencyId, { filter: { scope: null } }, secrets);
    expect(contacts.find(({ email }) => email === "neu@blatt.example")?.clientIds).toEqual([clientId]);
    expect((await getContact(sql, agencyId, { id: known.id, scope: null }, null)).clientIds).toBeNull();

    const mapping = { lists: { value: listId } };
    const plain = [row("drei@blatt.example")];
    await take(agencyId, plain, { mapping });
    expect(await membersOf(agencyId, listId)).toHaveLength(3);
  });

  test("of an address that stands in several rows the first counts, in the lists of all of them, near and far", async () => {
    const { agencyId } = await createTestAgency(sql);
    const [ports, building] = [await listOf(agencyId, "Häfen"), await listOf(agencyId, "Bau")];
    const others = Array.from({ length: 60 }, (_, n) => row(`nr${n}@blatt.example`));
    const [first, second] = ["Ada@blatt.example", "ADA@blatt.example"];
    const rows = [row(first, "", "Häfen"), row(second, "", "Bau"), ...others, row(second, "", "Bau")];
    rows.splice(1, 0, row("fern@blatt.example", "", "Häfen"));
    rows.push(row("fern@blatt.example", "", "Bau").replace("Blatt", "Anderes Blatt"));
    rows.splice(2, 0, row(first, "", "Bau").replace("Blatt", "Anderes Blatt"));
    expect(await take(agencyId, rows)).toMatchObject({ outcome: "imported", inserted: 62 });
    for (const list of [ports, building])
      expect(await membersOf(agencyId, list)).toEqual([first, "fern@blatt.example"]);
    const media = await sql`select distinct medium from media_contact where agency_id = ${agencyId}`;
    expect([...media]).toEqual([{ medium: "Blatt" }]);
  });

  test("the same file may come once more for another list, and for one that a contact was taken out of", async () => {
    const { agencyId } = await createTestAgency(sql);
    const [ports, building] = [await listOf(agencyId, "Häfen"), await listOf(agencyId, "Bau")];
    const into = (listId: string) =>
      take(agencyId, [row("ada@blatt.example")], { mapping: { lists: { value: listId } } });
    expect(await into(ports)).toMatchObject({ outcome: "imported", inserted: 1 });
    expect(await into(building)).toMatchObject({ outcome: "imported", inserted: 0 });
    const [ada] = (await listContacts(sql, agencyId, { filter: { scope: null } }, secrets)).contacts;
    const taken = { ...act, listId: building, contactIds: [ada?.id ?? ""], isMember: false };
    await changeListMembers(sql, agencyId, taken);
    expect(await into(building)).toMatchObject({ outcome: "imported", inserted: 0, replaced: 1 });
    for (const list of [ports, building]) expect(await membersOf(agencyId, list)).toHaveLength(1);
  });

  test("a name that the agency has not, or twice, refuses the file by its line", async () => {
    const { agencyId } = await createTestAgency(sql);
    await listOf(agencyId, "Doppelt");
    await listOf(agencyId, "doppelt");
    await listOf(agencyId, "Einzeln");
    await listOf(stranger.agencyId, "Von anderen");
    const rows = [
      row("a@blatt.example", "Niemand"),
      row("b@blatt.example", "", "Doppelt"),
      row("c@blatt.example", "", "Von anderen"),
      row("d@blatt.example", "", `${"Einzeln|".repeat(100)}Hinten`),
    ];
    const { outcome, badLines } = await take(agencyId, rows);
    expect(outcome).toBe("refused");
    expect(badLines.map(({ line, problems: [first] }) => [line, first?.column, first?.code])).toEqual([
      [2, "clients", "unknown_name"],
      [3, "lists", "unknown_name"],
      [4, "lists", "unknown_name"],
      [5, "lists", "unknown_name"],
    ]);
  });

  test("an import that fails at its end puts nobody into a list, not even who was there before", async () => {
    const { agencyId } = await createTestAgency(sql);
    const listId = await listOf(agencyId, "Häfen");
    const known = await createContact(sql, agencyId, { email: "da@blatt.example" });
    const by = await createContact(sql, agencyId, { email: "vonhand@blatt.example", listIds: [listId] });
    const rows = [known.email, by.email, "neu@blatt.example"].map((email) => row(email, "", "Häfen"));
    const fails = take(agencyId, rows, {
      beforeCommit: async () => {
        throw new Error("the power went");
      },
    });
    expect(await thrownBy(fails)).toThrow("the power went");
    while (await removeLeftOver(sql, agencyId));
    expect(await membersOf(agencyId, listId)).toEqual([by.email]);
    const [left] = await sql`
      select count(*)::integer as count from media_contact_list_member where agency_id = ${agencyId}`;
    expect(left).toEqual({ count: 1 });
    await take(agencyId, rows);
    expect(await membersOf(agencyId, listId)).toHaveLength(3);
  });

  test("what an import has put into a list counts when it has ended", async () => {
    const { agencyId } = await createTestAgency(sql);
    const listId = await listOf(agencyId, "Häfen");
    const { id, email } = await createContact(sql, agencyId);
    const { addressKey } = await getContact(sql, agencyId, { id, scope: null }, null);
    const file = { kind: "media-contacts", fileName: "x", fileHash: new Uint8Array(32), rows: 1 } as const;
    const importId = (await beginImport(sql, agencyId, file)) ?? "";
    const members = [{ list_id: listId, address_key: addressKey }];
    await insertImportedMembers(sql, agencyId, { importId, members });
    expect(await membersOf(agencyId, listId)).toEqual([]);
    expect((await getContact(sql, agencyId, { id, scope: null }, null)).listIds).toEqual([]);
    await countImport(sql, agencyId, { importId, replacesRows: false });
    expect(await membersOf(agencyId, listId)).toEqual([email]);
  });
});
