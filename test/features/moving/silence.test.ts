import { expect, test } from "bun:test";
import { randomUUID } from "node:crypto";
import { publishNewRelease } from "../../../service/features/workflow/releases/publish-new-release.ts";
import type { Sql } from "../../../service/floor/db/open.ts";
import { databaseScene, given } from "../../support/cast.ts";
import { listenToEverything } from "../../support/workflow.ts";
import { wordPressExport } from "./support/old-newsroom.ts";
import { moveIn, openMoving } from "./support/open-moving.ts";

const { sql, workshop, atEnd } = databaseScene();
const moving = given(async () => {
  const opened = await openMoving(sql);
  atEnd(() => opened.close());
  return opened;
});

/** What a move writes: texts and pictures, where they were, who brought them, and that there is work. */
const movedTables = [
  ...["agency_work", "asset", "audit", "media_blob", "media_chunk", "media_derivative", "media_file"],
  ...["media_quota", "moved_text", "newsroom_move", "old_address", "release"],
];

test("a move writes nothing but what moved in: no credit, mail, webhook, stamp or figure, where a release of today does", async () => {
  const { agencyId, clientId } = workshop;
  await listenToEverything(sql, agencyId);
  await sql`
    insert into newsroom_subscription (
      agency_id, id, client_id, frequency, status, address_hash, address_encrypted, consent_text_version, confirmed_at
    )
    values (
      ${agencyId}, ${randomUUID()}, ${clientId}, 'at_once', 'active', ${new Uint8Array(32)}, ${new Uint8Array(40)}, '2026-11-22',
      now() - interval '1 hour'
    )`;
  const picture = `${moving.site}/wp-content/uploads/bild-3.png`;
  const content = wordPressExport(moving.site, {
    posts: Array.from({ length: 5 }, (_, n) => ({
      ...{ id: n + 1, title: `Meldung ${n}`, slug: `meldung-${n}`, date: `2019-05-0${n + 1} 08:00:00` },
      html: `<p>Text ${n}</p><p><img src="${picture}" alt="Bild"></p>`,
    })),
  });
  const before = await countsOf(sql);
  const move = await moveIn(moving, agencyId, { clientId, content });
  expect(move).toMatchObject({ state: "done", taken: 5 });
  const after = await countsOf(sql);
  const written = Object.keys(after).filter((table) => after[table] !== before[table]);
  expect(written.filter((table) => !movedTables.includes(table))).toEqual([]);
  // Nobody wrote who took it: it waits in the library, and its address answers nobody.
  const [shown] = await sql`
    select count(*)::integer as count from release
    where agency_id = ${agencyId} and (body_markdown like '%![%' or asset_ids <> '{}' or image_asset_id is not null)`;
  expect(shown?.count).toBe(0);
  const [asset] = await sql`select credit from asset where agency_id = ${agencyId}`;
  expect(asset?.credit).toBeNull();

  // The same tables, where a text appears here today.
  await publishNewRelease(sql, clientId, { title: "Neu", bodyMarkdown: "Text." });
  const today = await countsOf(sql);
  const told = Object.keys(today).filter((table) => today[table] !== after[table]);
  expect(told).toEqual(expect.arrayContaining(["newsroom_fan_out", "time_stamp"]));
});

/** Rows of each table. */
async function countsOf(database: Sql): Promise<Record<string, number>> {
  const tables = await database<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
    order by relname`;
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await database<
      { count: number }[]
    >`select count(*)::integer as count from ${database(name)}`;
    counts[name] = row?.count ?? -1;
  }
  return counts;
}
