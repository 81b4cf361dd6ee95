import { expect, test } from "bun:test";
import { fileURLToPath } from "node:url";
import { moveOf, runMove } from "../../service/features/moving/moves.ts";
import { createMediaClient, operator } from "../features/media/support/media.ts";
import { wordPressExport } from "../features/moving/support/old-newsroom.ts";
import { handOver, openMoving, work } from "../features/moving/support/open-moving.ts";
import { databaseScene, given } from "../support/cast.ts";
import { until } from "../support/until.ts";
import { faultRounds } from "./support/fault-rounds.ts";

const { rounds, isShort, chance, timeoutMs } = faultRounds(1, 3);
const textsCount = isShort ? 60 : 300;
const killsCount = isShort ? 2 : 5;
const picturesCount = 40;
const { address, sql, agency, atEnd } = databaseScene();
const moving = given(async () => {
  const opened = await openMoving(sql);
  atEnd(() => opened.close());
  return opened;
});

test(
  "a move with pictures that is killed again and again ends with each text and each picture once",
  async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { agencyId } = agency;
      const clientId = await createMediaClient(sql, agencyId);
      const { site } = moving;
      const picture = (n: number) => `${site}/wp-content/uploads/${round}/bild-${n % picturesCount}.png`;
      const content = wordPressExport(site, {
        posts: Array.from({ length: textsCount }, (_, n) => ({
          ...{ id: n + 1, title: `Meldung ${n}`, slug: `meldung-${n}`, date: "2019-05-03 08:00:00" },
          html: `<p>Text ${n}</p><figure><img src="${picture(n)}" alt="Bild"><figcaption>Foto: Anna</figcaption></figure>`,
        })),
      });
      const moveId = await handOver(moving, agencyId, { clientId, content });
      await work(moving, agencyId);
      await runMove(sql, agencyId, moveId, { actor: operator });
      const taken = async () => (await moveOf(sql, agencyId, moveId)).taken;
      for (let kill = 1; kill <= killsCount; kill += 1) {
        const child = startChild(agencyId);
        const wanted = ((kill - chance.between(0, 1)) / (killsCount + 1)) * textsCount;
        await until(async () => (await taken()) >= wanted);
        child.kill("SIGKILL");
        await child.exited;
        // Nobody waits for the end of a lease here.
        await sql`update newsroom_move set due_at = now() where id = ${moveId} and due_at is not null`;
      }
      expect(await startChild(agencyId).exited).toBe(0);
      expect(await moveOf(sql, agencyId, moveId)).toMatchObject({
        state: "done",
        taken: textsCount,
        left: 0,
      });
      const releases = await sql<{ title: string; body: string }[]>`
        select title, body_markdown as body from release where client_id = ${clientId}`;
      const texts = new Map(releases.map(({ title, body }) => [title, body]));
      expect([releases.length, texts.size]).toEqual([textsCount, textsCount]);
      for (let n = 0; n < textsCount; n += 1)
        expect(texts.get(`Meldung ${n}`)).toMatch(new RegExp(`^Text ${n}\\n\\n!\\[Bild\\]\\(/media/`));
      const [assets] = await sql`
        select count(*)::integer as count from asset where client_id = ${clientId}`;
      expect(assets?.count).toBe(picturesCount);
    }
  },
  timeoutMs,
);

function startChild(agencyId: number) {
  const script = fileURLToPath(new URL("../features/moving/support/move-child.ts", import.meta.url));
  return Bun.spawn([process.execPath, script, address.databaseUrl, String(agencyId)], { stdout: "ignore" });
}
