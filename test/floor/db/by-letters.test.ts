import { expect, test } from "bun:test";
import { listClientNames } from "../../../service/features/clients/client-names-sql.ts";
import { listClientChoices } from "../../../service/features/people/client-choices-sql.ts";
import { search } from "../../../service/features/search/search.ts";
import { forEachDatabase } from "../../support/databases.ts";
import { createTestAgency } from "../../support/service.ts";

const names = [
  "adidas",
  "Ärztekammer",
  "Azubi-Börse",
  "Ofen AG",
  "öffentlich e. V.",
  "Straßenbau",
  "Strauss",
  "Zoo",
];

forEachDatabase((_name, open) => {
  test("names are listed as in a telephone book, whatever order the database has", async () => {
    const { sql } = (await open()).database;
    const { agencyId } = await createTestAgency(sql);
    for (const name of names.toReversed())
      await sql`insert into client (agency_id, name, slug) values (${agencyId}, ${name}, ${`kunde-${names.indexOf(name)}`})`;
    const namesOf = (clients: readonly { name: string }[]) => clients.map(({ name }) => name);
    expect(namesOf(await listClientNames(sql, agencyId, { clientIds: null }))).toEqual(names);
    expect(namesOf(await listClientChoices(sql, agencyId, []))).toEqual(names);
    const { clients } = await search(sql, agencyId, { query: "kunde", clientIds: null });
    expect(namesOf(clients)).toEqual(names);
  });
});
