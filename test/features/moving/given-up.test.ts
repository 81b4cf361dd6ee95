import { describe, expect, test } from "bun:test";
import {
  beginMove,
  discardForgottenMoves,
  discardMove,
  moveOf,
  runMove,
  stopMove,
  waitingDaysMax,
} from "../../../service/features/moving/moves.ts";
import { listMovedTexts } from "../../../service/features/moving/texts-sql.ts";
import { workOnNextMove } from "../../../service/features/moving/work-on-move.ts";
import { databaseScene, given } from "../../support/cast.ts";
import { createTestAgency } from "../../support/service.ts";
import { until } from "../../support/until.ts";
import { refusalOf } from "../../support/workflow.ts";
import { createMediaClient, operator } from "../media/support/media.ts";
import { pictureOf, postsOf, wordPressExport, zipOf } from "./support/old-newsroom.ts";
import { handOver, moveIn, oldHost, openMoving, work } from "./support/open-moving.ts";

const by = { actor: operator };
const { sql, stranger, atEnd } = databaseScene();
const moving = given(async () => {
  const opened = await openMoving(sql);
  atEnd(() => opened.close());
  return opened;
});

describe("a move that is given up", () => {
  test("takes its file and what was found with it, and says so in the log", async () => {
    const { agencyId } = await createTestAgency(sql);
    const clientId = await createMediaClient(sql, agencyId);
    for (const isChecked of [false, true]) {
      const moveId = await handOver(moving, agencyId, { clientId, content: exportOf(3) });
      expect(await refusalOf(discardMove(sql, stranger.agencyId, moveId, by))).toBe("not_found");
      if (isChecked) await work(moving, agencyId);
      await discardMove(sql, agencyId, moveId, by);
      expect(await refusalOf(moveOf(sql, agencyId, moveId))).toBe("not_found");
      expect(await traces(moveId)).toEqual({ uploads: 0, texts: 0, entries: 1 });
      expect(await refusalOf(discardMove(sql, agencyId, moveId, by))).toBe("not_found");
    }
  });

  test("while it is read ends the reading, and while it moves texts in is refused", async () => {
    const { agencyId } = await createTestAgency(sql);
    const clientId = await createMediaClient(sql, agencyId);
    const moveId = await handOver(moving, agencyId, { clientId, content: exportOf(400) });
    const working = work(moving, agencyId);
    await until(async () => (await listMovedTexts(sql, agencyId, moveId)).length > 0);
    await discardMove(sql, agencyId, moveId, by);
    await working;
    expect(await traces(moveId)).toEqual({ uploads: 0, texts: 0, entries: 1 });
    const running = await handOver(moving, agencyId, { clientId, content: exportOf(3) });
    await work(moving, agencyId);
    await runMove(sql, agencyId, running, by);
    expect(await refusalOf(discardMove(sql, agencyId, running, by))).toBe("version_conflict");
    await stopMove(sql, agencyId, running, by);
    await discardMove(sql, agencyId, running, by);
  });

  test("in the middle keeps what has come and forgets the rest", async () => {
    const { agencyId } = await createTestAgency(sql);
    const clientId = await createMediaClient(sql, agencyId);
    const moveId = await handOver(moving, agencyId, { clientId, content: exportOf(9) });
    await work(moving, agencyId);
    await runMove(sql, agencyId, moveId, by);
    // A turn of no length ends after its first text.
    await workOnNextMove(moving.deps, agencyId, undefined, 0);
    await stopMove(sql, agencyId, moveId, by);
    await discardMove(sql, agencyId, moveId, by);
    expect(await moveOf(sql, agencyId, moveId)).toMatchObject({ state: "done", ready: 0, taken: 1 });
    expect(await refusalOf(discardMove(sql, agencyId, moveId, by))).toBe("version_conflict");
  });

  test("goes by itself after seven days if nobody started it, with an entry in the log, and no day before", async () => {
    const { agencyId } = await createTestAgency(sql);
    const clientId = await createMediaClient(sql, agencyId);
    const old = await handOver(moving, agencyId, { clientId, content: exportOf(2) });
    await work(moving, agencyId);
    const young = await handOver(moving, agencyId, { clientId, content: exportOf(2) });
    await work(moving, agencyId);
    const begun = await handOver(moving, agencyId, { clientId, content: exportOf(2) });
    await work(moving, agencyId);
    await runMove(sql, agencyId, begun, by);
    await workOnNextMove(moving.deps, agencyId, undefined, 0);
    await stopMove(sql, agencyId, begun, by);
    const age = (id: string, hours: number) =>
      sql`update newsroom_move set created_at = now() - make_interval(hours => ${hours}) where id = ${id}`;
    await age(old, waitingDaysMax * 24 + 1);
    await age(young, waitingDaysMax * 24 - 1);
    await age(begun, waitingDaysMax * 24 + 1);
    await discardForgottenMoves(sql, 1_000);
    expect(await traces(old)).toEqual({ uploads: 0, texts: 0, entries: 1 });
    const [entry] = await sql`
      select actor_type as "actorType" from audit
      where agency_id = ${agencyId} and action = 'newsroom.move_discarded'`;
    expect(entry).toMatchObject({ actorType: "service" });
    expect((await moveOf(sql, agencyId, young)).state).toBe("checked");
    expect((await moveOf(sql, agencyId, begun)).state).toBe("stopped");
  });

  test("makes room for another one: at most three at work, and twenty that have not ended", async () => {
    const { agencyId } = await createTestAgency(sql);
    const clientId = await createMediaClient(sql, agencyId);
    const begin = () => beginMove(sql, agencyId, { clientId, site: oldHost, feedUrl: "" }, by);
    const first = await begin();
    await begin();
    await begin();
    expect(await refusalOf(begin())).toBe("validation_error");
    await discardMove(sql, agencyId, first, by);
    await begin();
    await sql`update newsroom_move set state = 'checked' where agency_id = ${agencyId}`;
    for (let count = 3; count < 20; count += 1) {
      await begin();
      await sql`update newsroom_move set state = 'checked' where agency_id = ${agencyId}`;
    }
    expect(await refusalOf(begin())).toBe("validation_error");
  });

  test("because it has all pictures that it may have leaves the rest to another one of the same file", async () => {
    const { agencyId } = await createTestAgency(sql);
    const clientId = await createMediaClient(sql, agencyId);
    const posts = postsOf(3).map((post) => ({
      ...post,
      html: `<p>Text</p><p><img src="${moving.site}/bild-${post.id}.png" alt="Bild"></p>`,
    }));
    const input = { clientId, content: wordPressExport(moving.site, { posts }) };
    const moveId = await handOver(moving, agencyId, input);
    await work(moving, agencyId);
    await runMove(sql, agencyId, moveId, by);
    await workOnNextMove(moving.deps, agencyId, undefined, 0);
    await sql`update newsroom_move set picture_bytes = 4000000001 where agency_id = ${agencyId} and id = ${moveId}`;
    await work(moving, agencyId);
    expect(await moveOf(sql, agencyId, moveId)).toMatchObject({
      ...{ state: "failed", fault: "too_many_pictures", taken: 1, ready: 2 },
    });
    expect(await refusalOf(runMove(sql, agencyId, moveId, by))).toBe("version_conflict");
    await discardMove(sql, agencyId, moveId, by);
    expect(await moveIn(moving, agencyId, input)).toMatchObject({ state: "done", taken: 2, left: 1 });
  });

  test("whose archive of pictures is gone says so when it is started again", async () => {
    const { agencyId } = await createTestAgency(sql);
    const clientId = await createMediaClient(sql, agencyId);
    const content = zipOf({
      ...{ "t.csv": "Titel;Datum;Text;Bilder\nT;2019-05-03;Text;a.png\n", "a.png": pictureOf(1) },
    });
    const moveId = await handOver(moving, agencyId, { clientId, content, fileName: "umzug.zip" });
    await work(moving, agencyId);
    await sql`update asset_upload set expires_at = now() - interval '1 second' where id = ${moveId}`;
    await runMove(sql, agencyId, moveId, by);
    await work(moving, agencyId);
    expect(await moveOf(sql, agencyId, moveId)).toMatchObject({
      state: "failed",
      fault: "file_gone",
      taken: 0,
    });
  });
});

function exportOf(count: number): string {
  return wordPressExport(moving.site, { posts: postsOf(count) });
}

async function traces(moveId: string) {
  const [row] = await sql`
    select
      (select count(*) from asset_upload where id = ${moveId})::integer as uploads,
      (select count(*) from moved_text where move_id = ${moveId})::integer as texts,
      (
        select count(*) from audit
        where action = 'newsroom.move_discarded' and details ->> 'moveId' = ${moveId}
      )::integer as entries`;
  return { ...row };
}
