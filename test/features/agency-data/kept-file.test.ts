import { expect, test } from "bun:test";
import { checkRemovals } from "../../../service/edges/cli/doctor/check-removals.ts";
import { deleteAgency } from "../../../service/features/agencies/delete-agency.ts";
import { removeAgencies } from "../../../service/features/agency-data/remove-agencies.ts";
import { createLog } from "../../../service/log.ts";
import { databaseScene } from "../../support/cast.ts";
import { thrownBy } from "../../support/error-of.ts";
import { testSeal } from "../../support/seal.ts";
import { createTestAgency } from "../../support/service.ts";
import { drawJpeg } from "../media/support/draw.ts";
import { operator as actor, add, createMediaClient, openTestMedia } from "../media/support/media.ts";

const { sql, atEnd } = databaseScene();

test("an agency with a file that its store keeps holds up the removal of no other, and is named until it is gone", async () => {
  const media = openTestMedia(sql);
  atEnd(() => media.close());
  const [kept, gone, later] = [await leaving(), await leaving(), await leaving()] as [number, number, number];
  const clientId = await createMediaClient(sql, kept);
  await add(media, kept, { clientId, bytes: await drawJpeg(40, 30) });
  // The one that can't be removed is the first of them.
  await sql`update agency set delete_after = now() - interval '25 hours' where id = ${kept}`;
  const lines: string[] = [];
  let isKept = true;
  const deps = {
    sql,
    log: createLog("info", (line) => lines.push(line)),
    artifactStore: { remove: async () => undefined },
    fileStore: {
      async remove() {
        if (isKept) throw new Error("Object is WORM protected.");
      },
    },
    seal: await testSeal(),
  };
  const remove = () => removeAgencies(deps, new AbortController().signal);
  const left = async () => {
    const rows = await sql<{ id: number }[]>`
      select id from agency where id = any(${[kept, gone, later]}::integer[])
    `;
    return rows.map(({ id }) => id);
  };

  expect(await thrownBy(remove())).toThrow("WORM");
  expect(await left()).toEqual([kept]);
  const failed = lines.map((line) => JSON.parse(line)).filter(({ event }) => event === "agency_not_removed");
  expect(failed).toMatchObject([{ agencyId: kept }]);
  expect(await checkRemovals(sql)).toMatchObject({
    ok: false,
    message: expect.stringContaining(`still there: ${kept}.`),
  });
  isKept = false;
  expect(await remove()).toBe(false);
  expect(await left()).toEqual([]);
  expect(await checkRemovals(sql)).toMatchObject({ ok: true });
});

async function leaving(): Promise<number> {
  const { agencyId } = await createTestAgency(sql);
  const [{ name } = { name: "" }] = await sql<
    { name: string }[]
  >`select name from agency where id = ${agencyId}`;
  await deleteAgency(sql, agencyId, { name, graceDays: 0, actor });
  return agencyId;
}
