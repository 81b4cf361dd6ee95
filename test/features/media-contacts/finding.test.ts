import { expect, test } from "bun:test";
import { listContacts } from "../../../service/features/media-contacts/contacts.ts";
import { runBackfillsToEnd } from "../../../service/floor/db/backfills/run-backfills.ts";
import { backfills } from "../../../service/floor/db/backfills.ts";
import { migrations } from "../../../service/floor/db/migrations.ts";
import { createLog } from "../../../service/log.ts";
import { databaseScene } from "../../support/cast.ts";
import { forEachDatabase } from "../../support/databases.ts";
import { createTestAgency } from "../../support/service.ts";
import { createContact } from "./support.ts";

forEachDatabase((_name, open) => {
  const { sql } = databaseScene(open);
  const found = async (agencyId: number, query: string | null, topic: string | null = null) => {
    const filter = { scope: null, query, topic };
    const { contacts } = await listContacts(sql, agencyId, { filter }, null);
    return contacts.map(({ lastName }) => lastName ?? "");
  };

  test("contacts are found without the accents of their names, and stand among their plain letters", async () => {
    const { agencyId } = await createTestAgency(sql);
    for (const lastName of ["Šimić", "Zander", "Şahin", "Müller", "Łuczak", "Celik"])
      await createContact(sql, agencyId, { lastName });
    await createContact(sql, agencyId, { lastName: "Ort", medium: "İSTANBUL Post", topics: ["Öl & Çay"] });
    for (const [typed, lastName] of [
      ...[
        ["sahin", "Şahin"],
        ["ŞAHİN", "Şahin"],
        ["simic", "Šimić"],
        ["s\u0327ahin", "Şahin"],
      ],
      ...[
        ["mueller", "Müller"],
        ["muller", "Müller"],
        ["luczak", "Łuczak"],
        ["istanbul", "Ort"],
      ],
      ...[
        ["Çelik", "Celik"],
        ["cay", "Ort"],
      ],
    ] as const)
      expect([typed, await found(agencyId, typed)]).toEqual([typed, [lastName]]);
    expect(await found(agencyId, null, "Öl & Çay")).toEqual(["Ort"]);
    expect(await found(agencyId, "100%")).toEqual([]);
    expect(await found(agencyId, null)).toEqual([
      ...["Celik", "Łuczak", "Müller", "Ort", "Şahin", "Šimić", "Zander"],
    ]);
  });

  test("the backfill has those found that were stored with their accents, and leaves others alone", async () => {
    const { agencyId } = await createTestAgency(sql);
    await createContact(sql, agencyId, { lastName: "Şahin" });
    await createContact(sql, agencyId, { lastName: "Zander" });
    await sql`
      update media_contact
      set search_text = replace(search_text, 'sahin', 'şahin'), sort_key = replace(sort_key, 'sahin', 'şahin')
      where agency_id = ${agencyId}
    `;
    expect(await found(agencyId, "sahin")).toEqual([]);
    await sql`delete from backfill where name = 'contact-letters'`;
    await runBackfillsToEnd(
      sql,
      { backfills, migrations },
      { log: createLog("silent", () => {}), signal: new AbortController().signal },
    );
    expect(await found(agencyId, "sahin")).toEqual(["Şahin"]);
    expect(await found(agencyId, null)).toEqual(["Şahin", "Zander"]);
  });
});
