import { expect, test } from "bun:test";
import { readClientState } from "../../../service/features/today/read-client.ts";
import { databaseScene } from "../../support/cast.ts";
import { createTestAgency, createTestRelease } from "../../support/service.ts";
import { insertMention } from "../insights/support.ts";

const { sql } = databaseScene();

test("the newest clippings of a client are those about what is online, what is not, and no release", async () => {
  const { agencyId } = await createTestAgency(sql);
  const { clientId, pressReleaseId } = await createTestRelease(sql, agencyId);
  const releaseOf = async (status: "archived" | "scheduled") => {
    const release = await createTestRelease(sql, agencyId, { title: status });
    await sql`
      update release set status = ${status}, slug = ${status}, client_id = ${clientId}
      where agency_id = ${agencyId} and id = ${release.pressReleaseId}`;
    return release.pressReleaseId;
  };
  const about = [pressReleaseId, await releaseOf("archived"), await releaseOf("scheduled"), null];
  for (const releaseId of about)
    await insertMention(sql, agencyId, { client_id: clientId, release_id: releaseId });
  const stranger = await createTestRelease(sql, agencyId, { clientName: "Anders" });
  await sql`
    update release set status = 'archived' where agency_id = ${agencyId} and id = ${stranger.pressReleaseId}`;
  await insertMention(sql, agencyId, { client_id: stranger.clientId, release_id: stranger.pressReleaseId });
  const { clippings } = await readClientState(sql, agencyId, { clientId, timeZone: "Europe/Berlin" });
  expect(new Set(clippings.map(({ releaseId }) => releaseId))).toEqual(new Set(about));
});
