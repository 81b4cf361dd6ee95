import { expect, test } from "bun:test";
import { beginMove, beginMoveFile } from "../../../service/features/moving/moves.ts";
import { databaseScene } from "../../support/cast.ts";
import { context, createWorkshop } from "../../support/workflow.ts";

const { actor } = context;
const { sql } = databaseScene();

test("of two windows that send the file of a move at once none meets a fault", async () => {
  const own = await createWorkshop(sql);
  const input = { clientId: own.clientId, site: "presse.example.org", feedUrl: "" };
  const moveId = await beginMove(sql, own.agencyId, input, { actor });
  const file = { moveId, fileName: "a.xml", bytes: 100 };
  for (let round = 0; round < 10; round += 1)
    await Promise.all([1, 2, 3].map(() => beginMoveFile(sql, own.agencyId, file)));
  const kept = await sql`select from asset_upload where agency_id = ${own.agencyId} and id = ${moveId}`;
  expect(kept).toHaveLength(1);
});
