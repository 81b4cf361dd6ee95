import { expect, test } from "bun:test";
import { articleHash, handHash } from "../../../../service/features/insights/article-hash.ts";
import { addClipping } from "../../../../service/features/insights/clippings/add-clipping.ts";
import { insertRows } from "../../../../service/features/insights/import/rows-sql.ts";
import { changeAgency } from "../../../../service/features/reporting/schedules/change-agency.ts";
import type { Queryable } from "../../../../service/floor/db/open.ts";
import { databaseScene } from "../../../support/cast.ts";
import { countLockWaits } from "../../../support/lock-waits.ts";
import { createTestAgency, createTestRelease, type TestRelease } from "../../../support/service.ts";
import { until } from "../../../support/until.ts";
import { createTestImport } from "../../insights/support.ts";

const actor = { type: "operator", id: null } as const;
const timeZone = "America/New_York";
const article = { medium: "Weser-Kurier", headline: "Werk eröffnet", url: "https://zeitung.example/werk" };
const day = "2026-11-01";

const { database } = databaseScene();

type Writer = (transaction: Queryable, agencyId: number, release: TestRelease) => Promise<unknown>;

const writers: Record<string, Writer> = {
  "somebody enters": (transaction, agencyId, { clientId, pressReleaseId }) => {
    const noMore = { author: null, place: null, language: null, note: null, reach: null, reachSource: null };
    const about = { clientId, releaseId: pressReleaseId, publishedOn: day };
    const fields = { ...article, ...noMore, ...about, mediaType: "online", matchType: "mention" } as const;
    return addClipping(transaction, agencyId, { actor, fields });
  },
  "a file brings": async (transaction, agencyId, { pressReleaseId }) => {
    const importId = await createTestImport(database.sql, agencyId);
    await database.sql`update insight_import set state = 'storing', lease_until = now() + interval '1 minute' where agency_id = ${agencyId} and id = ${importId}`;
    const item_hash = articleHash({ ...article, day });
    const dated = { published_at: `${day}T00:00:00`, published_on: day };
    const kinds = { media_type: "online", match_type: "mention", source: "Dienst", reach: null };
    const row = {
      release_id: pressReleaseId,
      ...article,
      ...dated,
      ...kinds,
      item_hash,
      hand_hash: handHash(item_hash),
    };
    return insertRows(transaction, agencyId, {
      importId,
      kind: "media-mentions",
      method: "CSV",
      rows: [row],
    });
  },
};

test.each(Object.entries(writers))(
  "an agency's new time zone holds for the clipping that %s at that moment",
  async (_who, write) => {
    const { sql } = database;
    const { agencyId } = await createTestAgency(sql);
    const release = await createTestRelease(sql, agencyId);
    const changing = await sql.begin(async (transaction) => {
      await write(transaction, agencyId, release);
      let isThrough = false;
      const changed = changeAgency(sql, agencyId, { update: { timeZone }, actor }).then(
        () => (isThrough = true),
      );
      // Where it does not wait for us, it has not seen the clipping.
      await until(async () => isThrough || (await countLockWaits(sql)) > 0);
      return [changed];
    });
    await Promise.all(changing);
    const rows = await sql`
      select published_at = published_on::timestamp at time zone ${timeZone} as moved
      from media_mention
      where agency_id = ${agencyId}`;
    expect([...rows]).toEqual([{ moved: true }]);
  },
);
