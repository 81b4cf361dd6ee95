import { describe, expect, test } from "bun:test";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { moveOf, runMove, runMoveWithoutPictures, stopMove } from "../../../service/features/moving/moves.ts";
import type { MissingReason } from "../../../service/features/moving/schema.ts";
import { listMovedTexts } from "../../../service/features/moving/texts-sql.ts";
import { moveLoop, workOnNextMove } from "../../../service/features/moving/work-on-move.ts";
import { databaseScene, given } from "../../support/cast.ts";
import { createFolder, removeFolder } from "../../support/server-process.ts";
import { createTestAgency } from "../../support/service.ts";
import { until } from "../../support/until.ts";
import { createMediaClient, operator } from "../media/support/media.ts";
import { servePages } from "../newsroom/support/serve-pages.ts";
import { pictureOf, postsOf, wordPressExport, zipOf } from "./support/old-newsroom.ts";
import { handOver, moveIn, oldHost, openMoving, work } from "./support/open-moving.ts";

/** What the thread reads at once: below it a turn does not end. */
const entriesAtOnce = 20;
const { sql, stranger, atEnd } = databaseScene();
const by = { actor: operator };
const moving = given(async () => {
  const opened = await openMoving(sql);
  atEnd(() => opened.close());
  return opened;
});

describe("an old server that lets us wait", () => {
  test("is asked for two pictures of a text and no more; the text comes with what is there", async () => {
    const { agencyId } = await createTestAgency(sql);
    const clientId = await createMediaClient(sql, agencyId);
    let asked = 0;
    const silent = createServer((socket) => {
      asked += 1;
      socket.destroy();
    }).listen(0, "127.0.0.1");
    await once(silent, "listening");
    const host = `http://${oldHost}:${(silent.address() as AddressInfo).port}`;
    const pictures = ["da.png", ...[1, 2, 3, 4, 5].map((n) => `${host}/bild-${n}.png`)];
    const zip = zipOf({
      "t.csv": `Titel;Datum;Text;Bilder;Bildnachweis;Bildbeschreibung\nT;2019-05-03;Text;${pictures.join("|")};Anna;Werk\n`,
      "da.png": pictureOf(3),
    });
    const move = await moveIn(moving, agencyId, { clientId, content: zip, fileName: "umzug.zip" });
    silent.close();
    expect(move).toMatchObject({ state: "done", taken: 1, left: 0 });
    const [text] = await listMovedTexts(sql, agencyId, move.id);
    expect(text?.missing.map(({ reason }) => reason)).toEqual(Array(5).fill("not_answered"));
    expect(asked).toBe(2);
  });

  test("or has no answer for some pictures is asked for all others", async () => {
    const { agencyId } = await createTestAgency(sql);
    const clientId = await createMediaClient(sql, agencyId);
    const old = await servePages(({ path }) => {
      const status = Number(path.slice(1, 4));
      return status === 200 ? { body: pictureOf(20 + Number(path.at(5))) } : { status };
    });
    const host = `http://${oldHost}:${new URL(old.url).port}`;
    const answers = [200, 500, 503, 429, 502, 200, 200];
    const pictures = answers.map((status, n) => `${host}/${status}-${n}.png`);
    const content = `Titel;Datum;Text;Bilder;Bildnachweis;Bildbeschreibung\nT;2019-05-03;Text;${pictures.join("|")};Anna;Werk\n`;
    const move = await moveIn(moving, agencyId, { clientId, content, fileName: "t.csv" });
    await old.close();
    expect(move).toMatchObject({ state: "done", taken: 1 });
    const [text] = await listMovedTexts(sql, agencyId, move.id);
    expect(text?.missing.map(({ url, reason }) => [url.slice(-9, -6), reason])).toEqual([
      ["500", "not_found"],
      ...["503", "429", "502"].map((status) => [status, "not_answered"]),
    ]);
  });

  test("for three texts ends the move, which goes on with the others once it answers, or without their pictures", async () => {
    const { agencyId } = await createTestAgency(sql);
    let status = 200;
    const old = await servePages(({ path }) => {
      const answer = status === 200 ? { body: pictureOf(10) } : { status };
      // Behind the first text it has had enough.
      status = path.endsWith("/1.png") ? 429 : status;
      return answer;
    });
    const host = `http://${oldHost}:${new URL(old.url).port}`;
    const row = (n: number) => `T${n};2019-05-03;Text;${host}/${n}.png;Anna;Werk\n`;
    const content = `Titel;Datum;Text;Bilder;Bildnachweis;Bildbeschreibung\n${[1, 2, 3, 4, 5].map(row).join("")}`;
    const begin = async () => {
      status = 200;
      const clientId = await createMediaClient(sql, agencyId);
      const moveId = await handOver(moving, agencyId, { clientId, content, fileName: "t.csv" });
      await work(moving, agencyId);
      await endInSilence(moveId);
      return moveId;
    };
    /** In turns of one text each. */
    const endInSilence = async (moveId: string) => {
      await runMove(sql, agencyId, moveId, by);
      while ((await moveOf(sql, agencyId, moveId)).state === "running")
        await workOnNextMove(moving.deps, agencyId, undefined, 0);
      const ended = { state: "failed", fault: "server_silent", taken: 3, ready: 2 };
      expect(await moveOf(sql, agencyId, moveId)).toMatchObject(ended);
    };
    const missingOf = async (moveId: string) => {
      const move = await moveOf(sql, agencyId, moveId);
      expect(move).toMatchObject({ state: "done", fault: null, taken: 5 });
      const texts = await listMovedTexts(sql, agencyId, moveId);
      return texts.map(({ missing }) => missing.map(({ reason }) => reason));
    };
    const [asking, leaving] = [await begin(), await begin()];
    const asked = old.received.length;
    for (const id of [leaving, asking]) await runMoveWithoutPictures(sql, agencyId, id, by);
    expect(await moveOf(sql, agencyId, leaving)).toMatchObject({ state: "running", fault: null });
    const [start] =
      await sql`select details from audit where agency_id = ${agencyId} order by id desc limit 1`;
    expect(start?.details).toEqual({ moveId: asking, withoutPictures: true });
    await stopMove(sql, agencyId, asking, by);
    await work(moving, agencyId);
    const none: MissingReason[] = ["not_answered"];
    expect(await missingOf(leaving)).toEqual([[], none, none, none, none]);
    expect(old.received.length).toBe(asked);
    // Once stopped it asks again, too early.
    for (const _ of [1, 2]) await endInSilence(asking);
    status = 200;
    await runMove(sql, agencyId, asking, by);
    await work(moving, agencyId);
    expect(await missingOf(asking)).toEqual([[], none, none, [], []]);
    await old.close();
  });

  test("keeps no thread: others read their files meanwhile", async () => {
    const { moves } = moving.deps;
    const folder = createFolder("prs-moves-");
    const paths = ["eins", "zwei", "drei"].map((name) => join(folder, `${name}.zip`));
    const zip = zipOf({ "t.csv": "Titel;Datum;Text\nT;2019-05-03;Text\n" });
    for (const path of paths) writeFileSync(path, zip);
    const [one = "", two = "", three = ""] = paths;
    const opened = await moves.during(one, async (file) => {
      await file.open();
      file.leave();
      return await moves.during(two, async (other) => {
        await other.open();
        return await moves.during(three, async (third) => await third.open());
      });
    });
    removeFolder(folder);
    expect(opened).toMatchObject({ entries: 1 });
  });
});

describe("moves of several agencies", () => {
  test("are read side by side, each file opened once: a small one ends while a large one is read", async () => {
    const { agencyId } = await createTestAgency(sql);
    const clientId = await createMediaClient(sql, agencyId);
    const large = await handOver(moving, agencyId, { clientId, content: exportOf(4_000) });
    const small = await handOver(moving, stranger.agencyId, {
      clientId: await createMediaClient(sql, stranger.agencyId),
      content: exportOf(100),
    });
    const working = workOnNextMove(moving.deps, agencyId, undefined, 600_000);
    await until(async () => (await moveOf(sql, agencyId, large)).ready > 0);
    await work(moving, stranger.agencyId);
    expect(await moveOf(sql, stranger.agencyId, small)).toMatchObject({ state: "checked", ready: 100 });
    expect((await moveOf(sql, agencyId, large)).state).toBe("checking");
    await working;
    expect((await moveOf(sql, agencyId, large)).state).toBe("checked");
  }, 120_000);

  test("take turns: exports of 10,000 entries in all lanes hold up nobody's dry run, and lose nothing by it", async () => {
    const owners = await Promise.all(Array.from({ length: 5 }, () => createTestAgency(sql)));
    const handed: { agencyId: number; moveId: string }[] = [];
    for (const { agencyId } of owners) {
      const clientId = await createMediaClient(sql, agencyId);
      const isLast = handed.length === owners.length - 1;
      // Half of them are revisions, which are no texts.
      const content = isLast ? exportOf(40) : exportOf(10_000, (n) => (n % 2 === 0 ? "post" : "revision"));
      handed.push({ agencyId, moveId: await handOver(moving, agencyId, { clientId, content }) });
    }
    const small = handed.at(-1) ?? { agencyId: 0, moveId: "" };
    const stopping = new AbortController();
    const loop = moveLoop(moving.deps, 200).run(stopping.signal);
    await until(async () => (await moveOf(sql, small.agencyId, small.moveId)).state === "checked");
    const others = await Promise.all(
      handed.slice(0, -1).map(({ agencyId, moveId }) => moveOf(sql, agencyId, moveId)),
    );
    expect(others.map(({ state }) => state)).toEqual(Array(4).fill("checking"));
    const { agencyId, moveId } = await until(async () => {
      for (const each of handed.slice(0, -1))
        if ((await listMovedTexts(sql, each.agencyId, each.moveId)).length > 0) return each;
      return null;
    });
    stopping.abort(new Error("The service stops."));
    await loop;
    await workOnNextMove(moving.deps, agencyId, undefined, 600_000);
    const texts = await listMovedTexts(sql, agencyId, moveId);
    expect(texts.map(({ position }) => position)).toEqual(Array.from({ length: 5_000 }, (_, n) => n + 1));
    expect(new Set(texts.map(({ title }) => title)).size).toBe(5_000);
  }, 300_000);

  test("end a turn within a file and go on there, and know a text that comes twice", async () => {
    const { agencyId } = await createTestAgency(sql);
    const clientId = await createMediaClient(sql, agencyId);
    const posts = postsOf(entriesAtOnce * 2);
    const content = wordPressExport(moving.site, { posts: [...posts, ...posts.slice(0, 1)] });
    const moveId = await handOver(moving, agencyId, { clientId, content });
    for (const found of [20, 40, 41]) {
      await workOnNextMove(moving.deps, agencyId, undefined, 0);
      expect((await listMovedTexts(sql, agencyId, moveId)).length).toBe(found);
    }
    expect((await listMovedTexts(sql, agencyId, moveId)).at(-1)?.reason).toBe("twice");
    expect(await moveOf(sql, agencyId, moveId)).toMatchObject({ state: "checked", ready: 40 });
  });
});

function exportOf(count: number, typeOf?: (n: number) => string): string {
  return wordPressExport(moving.site, { posts: postsOf(count, typeOf) });
}
