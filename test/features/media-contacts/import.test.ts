import { expect, test } from "bun:test";
import type { ImportMapping } from "../../../service/features/insights/import/columns.ts";
import { importFile } from "../../../service/features/insights/import/import-file.ts";
import { readRows } from "../../../service/features/insights/import/read-rows.ts";
import { listContacts, removeContact } from "../../../service/features/media-contacts/contacts.ts";
import { exportContacts } from "../../../service/features/media-contacts/export-contacts.ts";
import { recordObjectionOf } from "../../../service/features/media-contacts/object.ts";
import { databaseScene } from "../../support/cast.ts";
import { forEachDatabase } from "../../support/databases.ts";
import { thrownBy } from "../../support/error-of.ts";
import { createTestAgency } from "../../support/service.ts";
import { act, createContact, operator, secrets } from "./support.ts";

const heading = "E-Mail;Vorname;Nachname;Medium;Land;Quelle;Rechtsgrundlage;Themen;Redaktionell";

forEachDatabase((_name, open) => {
  const { sql, agency, stranger } = databaseScene(open);
  const take = (agencyId: number, text: string | Uint8Array, mapping?: ImportMapping) =>
    importFile(sql, agencyId, {
      ...{ kind: "media-contacts", mapping, secrets },
      source: {
        name: "verteiler.csv",
        read: async function* () {
          yield Buffer.from(text);
        },
      },
    });
  const all = async (agencyId: number) =>
    (await listContacts(sql, agencyId, { filter: { scope: null }, limit: 500 }, secrets)).contacts;

  test("a file is taken in as a whole; who objected is left out, and who is there stays", async () => {
    const { agencyId } = agency;
    const known = await createContact(sql, agencyId, { email: "bekannt@blatt.example", lastName: "Bekannt" });
    await recordObjectionOf(sql, agencyId, { email: "nein@blatt.example", actor: operator }, secrets);
    const file = [
      heading,
      "Ada@Blatt.example;Ada;Ahrens;Blatt;Deutschland;Impressum;Interesse;Bau | Häfen;ja",
      "NEIN@blatt.example;Nora;Nein;Blatt;DE;Impressum;Interesse;Bau;ja",
      `${known.email};Anders;Name;Blatt;DE;Impressum;Interesse;Bau;ja`,
    ].join("\n");
    const result = await take(agencyId, file);
    expect(result).toMatchObject({ outcome: "imported", rows: 3, inserted: 1, replaced: 1, objected: 1 });
    const contacts = await all(agencyId);
    expect(contacts.map(({ lastName }) => lastName)).toEqual(["Ahrens", "Bekannt"]);
    expect(contacts[0]).toMatchObject({
      ...{
        email: "Ada@blatt.example",
        country: "DE",
        topics: ["Bau", "Häfen"],
        isEditorial: true,
        language: "de",
      },
      ...{ basis: "legitimate_interest", source: "Impressum", informedAt: null },
    });
    const again = { outcome: "imported", inserted: 0, replaced: 2, objected: 1 };
    expect(await take(agencyId, file)).toMatchObject(again);
    expect(await all(agencyId)).toEqual(contacts);
    await removeContact(sql, agencyId, { ...act, id: contacts[0]?.id ?? "" });
    expect(await take(agencyId, file)).toMatchObject({ ...again, inserted: 1, replaced: 1 });
    expect((await all(agencyId)).map(({ lastName }) => lastName)).toEqual(["Ahrens", "Bekannt"]);
    expect(await all(stranger.agencyId)).toEqual([]);
  });

  test("what nobody sees around an address and in a number refuses no file", async () => {
    const { agencyId } = await createTestAgency(sql);
    const file = [
      `${heading};Telefon`,
      "\u200ba@blatt.example\u202c;;;Blatt;DE;Impressum;Interesse;Bau;ja;\u202d+49\u00a030 1234\u20135\u202c",
    ].join("\n");
    expect(await take(agencyId, file)).toMatchObject({ outcome: "imported", inserted: 1 });
    expect(await all(agencyId)).toMatchObject([{ email: "a@blatt.example", phone: "+49 30 1234-5" }]);
  });

  test("rows without source, ground or a right address are named by their line, and nothing is stored", async () => {
    const { agencyId } = await createTestAgency(sql);
    const rows = [
      "a@blatt.example;;;Blatt;DE;;Interesse;Bau;ja",
      "b@blatt.example;;;Blatt;DE;Impressum;Interesse;;ja",
      "kein Postfach;;;Blatt;DE;Impressum;Wunsch;;ja",
      "c@blatt.example;;;Blatt;Atlantis;Impressum;Einwilligung;;vielleicht",
      "d@blatt.example;;;Blatt;DE;Impressum;Wunsch;;ja",
    ];
    const result = await take(agencyId, [heading, ...rows].join("\r\n"));
    expect(result).toMatchObject({ outcome: "refused", rows: 5, badRows: 4 });
    expect(
      result.badLines.map(({ line, problems }) => [
        line,
        ...problems.map(({ column, code }) => `${column} ${code}`),
      ]),
    ).toEqual([
      [2, "source empty"],
      [3, "basis_reason empty"],
      [4, "email no_mail_address"],
      [5, "country no_country", "editorial unknown_word", "basis_reason empty"],
    ]);
    expect(await all(agencyId)).toEqual([]);
    expect(await thrownBy(take(agencyId, "E-Mail;Medium\na@b.example;Blatt\n"))).toThrow(
      "source: is missing",
    );
  });

  test("visiting cards of three versions are read, folded, escaped and quoted", async () => {
    const { agencyId } = await createTestAgency(sql);
    const cards = [
      "BEGIN:VCARD",
      "VERSION:3.0",
      "N:Ahrens;Ada;;Dr.;",
      "FN:Dr. Ada Ahrens",
      "ORG:Hafen\\;Blatt;Wirtschaft",
      "item1.EMAIL;TYPE=WORK:alt@blatt.example",
      "EMAIL;TYPE=PREF:ada@bl",
      " att.example",
      "TEL;TYPE=WORK,FAX:+49 421 99",
      "TEL:+49 421 12345",
      "CATEGORIES:Bau,Häfen",
      "ADR;TYPE=WORK:;;Am Hafen 1;Bremen;;28195;Deutschland",
      "NOTE:Zwei\\nZeilen\\, ein Satz",
      "END:VCARD",
      "BEGIN:VCARD",
      "VERSION:2.1",
      "N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=B6r=",
      "g",
      "ORG:Blatt",
      "EMAIL:joerg@blatt.example",
      "END:VCARD",
      "begin:vcard",
      "VERSION:4.0",
      "FN:Redaktion Blatt",
      "ORG:Redaktion Blatt",
      "EMAIL:redaktion@blatt.example",
      "END:VCARD",
      "",
    ].join("\r\n");
    const forAll = {
      source: { value: "Visitenkarten" },
      basis: { value: "Wunsch" },
      country: { value: "DE" },
      editorial: { value: "ja" },
    };
    expect(await take(agencyId, cards, forAll)).toMatchObject({ outcome: "imported", inserted: 3 });
    const [ada, joerg, office] = (await all(agencyId)).toSorted((one, other) =>
      (one.email ?? "").localeCompare(other.email ?? ""),
    );
    expect(ada).toMatchObject({
      ...{
        email: "ada@blatt.example",
        lastName: "Ahrens",
        firstName: "Ada",
        title: "Dr.",
        medium: "Hafen;Blatt",
      },
      ...{ topics: ["Bau", "Häfen"], phone: "+49 421 12345", notes: "Zwei\nZeilen, ein Satz", country: "DE" },
    });
    expect(joerg).toMatchObject({ lastName: "Müller", firstName: "Jörg" });
    expect(office).toMatchObject({ lastName: null, firstName: null, medium: "Redaktion Blatt" });
    const wrong = await take(
      agencyId,
      "BEGIN:VCARD\nFN:Ohne Adresse\nEND:VCARD\nBEGIN:VCARD\nFN:Auch\nEND:VCARD\n",
      forAll,
    );
    expect(wrong.badLines.map(({ line }) => line)).toEqual([1, 4]);
  });

  test("hostile names are kept as text and defused in the export, which the import reads again", async () => {
    const { agencyId } = await createTestAgency(sql);
    const lastName = '=HYPERLINK("https://evil.example")';
    const medium = "<script>alert(1)</script>; @SUM(A1)";
    await createContact(sql, agencyId, {
      lastName,
      medium,
      firstName: "Bcc: x@y.example",
      notes: "+49\n=1+1",
    });
    let csv = "";
    for await (const chunk of await exportContacts(sql, agencyId, { actor: operator }, secrets))
      csv += new TextDecoder().decode(chunk);
    expect(csv).toContain(`"'=HYPERLINK(""https://evil.example"")"`);
    expect(csv).not.toMatch(/(^|[;,\n"])[=+@]/m);
    const { agencyId: other } = await createTestAgency(sql);
    expect(await take(other, csv)).toMatchObject({
      outcome: "imported",
      inserted: 1,
      ignoredColumns: [],
    });
  });
});

test("a card at full length is read in a moment, and one past it is refused", async () => {
  const linesOf = async (text: string) => {
    const read = async function* () {
      yield Buffer.from(text);
    };
    return await Array.fromAsync(readRows(read(), { encoding: "utf-8", delimiter: "vcard" }));
  };
  const tooLong = linesOf(`BEGIN:VCARD\nNOTE:${"\\".repeat(1_100_000)}`);
  expect(await thrownBy(tooLong)).toThrow("more than 1048576 characters");
  const full = `BEGIN:VCARD\nN:${"\\;;".repeat(300_000)}\nX${";".repeat(90_000)}\nEND:VCARD\n`;
  expect(await linesOf(full)).toHaveLength(2);
});
