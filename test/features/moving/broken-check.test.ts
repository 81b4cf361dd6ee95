import { expect, test } from "bun:test";
import { moveOf, runMove } from "../../../service/features/moving/moves.ts";
import { startOf } from "../../../service/features/moving/rules.ts";
import type { MoveFault, MoveState } from "../../../service/features/moving/schema.ts";
import { workOnNextMove } from "../../../service/features/moving/work-on-move.ts";
import { databaseScene, given } from "../../support/cast.ts";
import { createTestAgency } from "../../support/service.ts";
import { refusalOf } from "../../support/workflow.ts";
import { createMediaClient, operator } from "../media/support/media.ts";
import { wordPressExport } from "./support/old-newsroom.ts";
import { handOver, oldHost, openMoving, work } from "./support/open-moving.ts";

const by = { actor: operator };
const { sql, atEnd } = databaseScene();
const moving = given(async () => {
  const opened = await openMoving(sql);
  atEnd(() => opened.close());
  return opened;
});

test("a dry run that was given up after crashes goes on where it was, and then brings all texts", async () => {
  const { agencyId, moveId, turn } = await halfChecked();
  await sql`update newsroom_move set attempts = 5 where id = ${moveId}`;
  await turn();
  expect(await moveOf(sql, agencyId, moveId)).toMatchObject({
    ...{ state: "failed", fault: "too_many_attempts", ready: 20 },
  });
  await runMove(sql, agencyId, moveId, by);
  expect((await moveOf(sql, agencyId, moveId)).state).toBe("checking");
  await work(moving, agencyId);
  expect(await moveOf(sql, agencyId, moveId)).toMatchObject({ state: "checked", ready: 60 });
  await runMove(sql, agencyId, moveId, by);
  await turn();
  await sql`update newsroom_move set attempts = 5 where id = ${moveId}`;
  await turn();
  expect(await moveOf(sql, agencyId, moveId)).toMatchObject({ state: "failed", taken: 1, ready: 59 });
  await runMove(sql, agencyId, moveId, by);
  expect((await moveOf(sql, agencyId, moveId)).state).toBe("running");
  await work(moving, agencyId);
  expect(await moveOf(sql, agencyId, moveId)).toMatchObject({ state: "done", taken: 60 });
});

test("a move that was given up before its first text goes once more through a dry run that had ended", async () => {
  const { agencyId, moveId, turn } = await halfChecked();
  await work(moving, agencyId);
  await runMove(sql, agencyId, moveId, by);
  await sql`update newsroom_move set attempts = 5 where id = ${moveId}`;
  await turn();
  await runMove(sql, agencyId, moveId, by);
  await turn();
  expect(await moveOf(sql, agencyId, moveId)).toMatchObject({ state: "checked", ready: 60 });
});

test("a dry run that took ten minutes moves nothing in of what it had read, and one at the bound goes on", async () => {
  const { agencyId, moveId, turn } = await halfChecked();
  await sql`update newsroom_move set checked_ms = 600000 where id = ${moveId}`;
  await turn();
  expect(await moveOf(sql, agencyId, moveId)).toMatchObject({ state: "checking", ready: 40 });
  await sql`update newsroom_move set checked_ms = 600001 where id = ${moveId}`;
  await turn();
  expect(await moveOf(sql, agencyId, moveId)).toMatchObject({ state: "failed", fault: "not_readable" });
  expect(await refusalOf(runMove(sql, agencyId, moveId, by))).toBe("version_conflict");
  expect(await moveOf(sql, agencyId, moveId)).toMatchObject({ state: "failed", fault: "not_readable" });
});

test.each<[MoveState, MoveFault | null, number, ReturnType<typeof startOf>]>([
  ["checked", null, 0, "running"],
  ["stopped", null, 1, "running"],
  ["failed", "no_room", 0, "running"],
  ["failed", "too_many_pictures", 3, null],
  ["failed", "client_archived", 0, "running"],
  ["failed", "imprint_missing", 3, "running"],
  ["failed", "too_many_attempts", 0, "checking"],
  ["failed", "too_many_attempts", 1, "running"],
  ["failed", "too_many_texts", 0, null],
  ["failed", "not_readable", 0, null],
  ["failed", "feed_failed", 0, null],
  ["failed", "file_gone", 2, null],
  ["receiving", null, 0, null],
  ["checking", null, 0, null],
  ["running", null, 0, null],
  ["done", null, 9, null],
])("a move that is %s by %s with %d texts here starts as %s", (state, fault, taken, next) => {
  expect(startOf({ state, fault, taken })).toBe(next);
});

async function halfChecked() {
  const { agencyId } = await createTestAgency(sql);
  const clientId = await createMediaClient(sql, agencyId);
  const posts = Array.from({ length: 60 }, (_, n) => ({
    ...{ id: n + 1, title: `Meldung ${n}`, slug: `m-${n}`, date: "2019-05-03 08:00:00", html: "<p>Text</p>" },
  }));
  const content = wordPressExport(`https://${oldHost}`, { posts });
  const moveId = await handOver(moving, agencyId, { clientId, content });
  // A turn of no length ends behind its first entries.
  const turn = () => workOnNextMove(moving.deps, agencyId, undefined, 0);
  await turn();
  return { agencyId, moveId, turn };
}
