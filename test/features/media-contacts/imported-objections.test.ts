import { expect, test } from "bun:test";
import { importFile } from "../../../service/features/insights/import/import-file.ts";
import { listContacts } from "../../../service/features/media-contacts/contacts.ts";
import { exportContacts } from "../../../service/features/media-contacts/export-contacts.ts";
import { recordObjectionOf } from "../../../service/features/media-contacts/object.ts";
import { databaseScene } from "../../support/cast.ts";
import { forEachDatabase } from "../../support/databases.ts";
import { thrownBy } from "../../support/error-of.ts";
import { createTestAgency } from "../../support/service.ts";
import { createContact, operator, secrets } from "./support.ts";

const heading = "E-Mail;Medium;Land;Quelle;Rechtsgrundlage";
const row = (email: string) => `${email};Blatt;DE;Impressum;Wunsch`;

forEachDatabase((_name, open) => {
  const { sql } = databaseScene(open);
  const take = (agencyId: number, text: string, more: Partial<Parameters<typeof importFile>[2]> = {}) =>
    importFile(sql, agencyId, {
      ...{ kind: "media-contacts", secrets },
      source: {
        name: "verteiler.csv",
        read: async function* () {
          yield Buffer.from(text);
        },
      },
      ...more,
    });
  const all = async (agencyId: number) =>
    (await listContacts(sql, agencyId, { filter: { scope: null }, limit: 500 }, secrets)).contacts;
  const objections = async (agencyId: number) =>
    (await sql`select from media_contact_objection where agency_id = ${agencyId} and how = 'entered'`).length;

  test("who has objected by the file is not taken in by any of its rows, nor by a later file", async () => {
    const { agencyId } = await createTestAgency(sql);
    const known = await createContact(sql, agencyId, { email: "da@blatt.example" });
    const said = ["", "nein", "-", "–", "ja", "02.05.2026", "2026-05-02 10:33", "Opt-out"].map(
      (word, n) => `${row(`nr${n}@blatt.example`)};${word}`,
    );
    const others = Array.from({ length: 60 }, (_, n) => `${row(`mehr${n}@blatt.example`)};`);
    const rows = [`${row("fern@blatt.example")};`, ...said, ...others, `${row("FERN@blatt.example")};x`];
    rows.push(`${row(known.email)};ja`);
    const file = [`${heading};Opt-out`, ...rows].join("\n");
    expect(await take(agencyId, file)).toMatchObject({
      ...{ outcome: "imported", rows: 71, inserted: 64, objected: 6, replaced: 0, ignoredColumns: [] },
    });
    const contacts = await all(agencyId);
    expect(contacts.flatMap(({ email, objectedAt }) => (objectedAt === null ? [] : [email]))).toEqual([
      known.email,
    ]);
    const emails = contacts.map(({ email }) => email);
    for (const n of [0, 1, 2, 3]) expect(emails).toContain(`nr${n}@blatt.example`);
    for (const email of ["fern", "nr4", "nr5", "nr6", "nr7"])
      expect(emails).not.toContain(`${email}@blatt.example`);
    const plain = [heading, row("fern@blatt.example"), row("nr5@blatt.example"), row(known.email)];
    expect(await take(agencyId, plain.join("\n"))).toMatchObject({ inserted: 0, objected: 3, replaced: 0 });
  });

  test("whoever has objected counts once, however many rows and lists name them, and never as a contact that was there", async () => {
    const { agencyId } = await createTestAgency(sql);
    const named = (email: string, word: string) =>
      ["A", "B", "C"].map((list) => `${email};Blatt ${list};DE;Impressum;Wunsch;${word}`);
    // More than one statement stores.
    const others = Array.from({ length: 60 }, (_, n) => `${row(`mehr${n}@blatt.example`)};`);
    const takeAll = (word: string) =>
      take(
        agencyId,
        [
          `${heading};Widerspruch`,
          ...named("nein@blatt.example", word),
          ...others,
          ...named("NEIN@blatt.example", ""),
        ].join("\n"),
      );
    expect(await takeAll("ja")).toMatchObject({ rows: 66, inserted: 60, objected: 1, replaced: 0 });
    expect(await takeAll("")).toMatchObject({ rows: 66, inserted: 0, objected: 1, replaced: 60 });
  });

  test("a contact of several rows, one for each list, is one that is new and none that was there", async () => {
    const { agencyId } = await createTestAgency(sql);
    const inLists = ["A", "B", "C"].map((list) => `drei@blatt.example;Blatt ${list};DE;Impressum;Wunsch`);
    // More than one statement stores.
    const others = Array.from({ length: 60 }, (_, n) => row(`mehr${n}@blatt.example`));
    const takeAll = (last: string) =>
      take(agencyId, [heading, ...inLists, ...others, ...inLists, last].join("\n"));
    expect(await takeAll(row("neu@blatt.example"))).toMatchObject({ rows: 67, inserted: 62, replaced: 0 });
    expect(await takeAll(row("neuer@blatt.example"))).toMatchObject({ rows: 67, inserted: 1, replaced: 62 });
  });

  test("the log has how many objections a file brought that were not there", async () => {
    const { agencyId } = await createTestAgency(sql);
    const known = await createContact(sql, agencyId);
    await recordObjectionOf(sql, agencyId, { email: "alt@blatt.example", actor: operator }, secrets);
    const rows = [known.email, "alt@blatt.example", "neu@blatt.example"].map((email) => `${row(email)};ja`);
    const file = [`${heading};Widerspruch`, ...rows].join("\n");
    const { importId } = await take(agencyId, file, { actor: operator });
    await take(agencyId, file);
    const acts = await sql`
      select actor_type as actor, subject_type as "subjectType", subject_id as "subjectId", details
      from audit
      where agency_id = ${agencyId}
        and action = 'media_contacts.objected'
    `;
    expect([...acts]).toEqual([
      { actor: "operator", subjectType: "insight_import", subjectId: importId, details: { contacts: 2 } },
    ]);
  });

  test("an import that fails at its end, or is refused, notes no objection", async () => {
    const { agencyId } = await createTestAgency(sql);
    const file = `${heading};Widerspruch\n${row("nein@blatt.example")};ja\n`;
    const fails = take(agencyId, file, {
      beforeCommit: async () => {
        throw new Error("the power went");
      },
    });
    expect(await thrownBy(fails)).toThrow("the power went");
    const refused = await take(agencyId, `${file}${row("b@blatt.example")};vielleicht\n`);
    expect(refused.badLines).toMatchObject([{ line: 3, problems: [{ column: "objected" }] }]);
    expect(await objections(agencyId)).toBe(0);
    expect(
      await sql`select from audit where agency_id = ${agencyId} and subject_type = 'insight_import'`,
    ).toHaveLength(0);
    expect(await take(agencyId, file)).toMatchObject({ outcome: "imported", inserted: 0, objected: 1 });
    expect(await objections(agencyId)).toBe(1);
  });

  test("our own file takes objections along to another agency", async () => {
    const { agencyId } = await createTestAgency(sql);
    const { agencyId: other } = await createTestAgency(sql);
    const { email } = await createContact(sql, agencyId);
    const objected = await createContact(sql, agencyId);
    await recordObjectionOf(sql, agencyId, { email: objected.email, actor: operator }, secrets);
    const file = await Array.fromAsync(await exportContacts(sql, agencyId, { actor: operator }, secrets));
    const taken = await take(other, Buffer.concat(file).toString());
    expect(taken).toMatchObject({ inserted: 1, objected: 1, replaced: 0, ignoredColumns: [] });
    expect((await all(other)).map((contact) => contact.email)).toEqual([email]);
    expect(await objections(other)).toBe(1);
  });
});
