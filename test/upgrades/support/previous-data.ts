import type { LoadTarget } from "../../faults/support/start-load.ts";
import type { PreviousRelease } from "./previous-release.ts";

export type PreviousData = Omit<LoadTarget, "url"> & {
  agencyId: number;
  /** Approved drafts that wait to be published. */
  draftIds: string[];
};

/** Written against the previous release's modules. */
const programText = `
import { openDatabase } from "./service/db/open.ts";
import { migrate } from "./service/db/migrate.ts";
import { migrations } from "./service/db/migrations.ts";
import { createApproved, createWorkshop } from "./test/support/workflow.ts";
import { createTestRelease } from "./test/support/service.ts";

const database = await openDatabase({ databaseUrl: process.env.DATABASE_URL, dataDirectory: "", connectionsMax: 2 });
const { sql } = database;
await migrate(sql, migrations);
const drafts = Number(process.env.DRAFTS);
const workshop = await createWorkshop(sql, { credits: drafts });
await sql\`update agency set hourly_limit = 1000000 where id = \${workshop.agencyId}\`;
await sql\`update newsroom set imprint_url = 'https://example.org/impressum' where agency_id = \${workshop.agencyId}\`;
const { pressReleaseId, path } = await createTestRelease(sql, workshop.agencyId);
const draftIds = [];
for (let draft = 0; draft < drafts; draft += 1) draftIds.push(await createApproved(sql, workshop, { title: "Meldung " + draft }));
await database.close();
console.log(JSON.stringify({ agencyId: workshop.agencyId, key: workshop.key, pressReleaseId, path, draftIds }));
`;

/** Makes the previous release's schema in an empty database, with an agency, a release and approved drafts, by its own code. */
export function writePreviousData(
  release: PreviousRelease,
  { databaseUrl, drafts }: { databaseUrl: string; drafts: number },
): PreviousData {
  const environment = { DATABASE_URL: databaseUrl, DRAFTS: String(drafts) };
  return release.evaluate(programText, environment) as PreviousData;
}
