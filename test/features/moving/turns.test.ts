import { describe, expect, test } from "bun:test";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
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
import { moveLoop, workOnNextMove } from "../../../service/features/moving/work-on-move.ts";
import { databaseScene, given } from "../../support/cast.ts";
import { createFolder, removeFolder } from "../../support/server-process.ts";
import { createTestAgency } from "../../support/service.ts";
import { until } from "../../support/until.ts";
import { refusalOf } from "../../support/workflow.ts";
import { createMediaClient, operator } from "../media/support/media.ts";
import { damage, type OldPost, pictureOf, wordPressExport, zipOf } from "./support/old-newsroom.ts";
import { handOver, moveIn, oldHost, openMoving, work } from "./support/open-moving.ts";

const by = { actor: operator };
/** What the thread reads at once: below it a turn does not end. */
const entriesAtOnce = 20;
const { sql, stranger, atEnd } = databaseScene();
const moving = given(async () => {
  const opened = await openMoving(sql);
  atEnd(() => opened.close());
  return opened;
});

describe("a damaged picture", () => {
  test("in an archive is listed with its reason, and the rest of the move goes on", async () => {
    const { agencyId } = await createTestAgency(sql);
    const clientId = await createMediaClient(sql, agencyId);
    const row = (title: string, picture: string) => `${title};2019-05-03;Text;${picture};Anna;Werk\n`;
    const names = ["kaputt.png", "kein-bild.png", "gut.png"];
    const zip = zipOf({
      "t.csv": `Titel;Datum;Text;Bilder;Bildnachweis;Bildbeschreibung\n${names.map((name, n) => row(`T${n}`, name)).join("")}`,
      ...{ "kaputt.png": pictureOf(1), "kein-bild.png": "x", "gut.png": pictureOf(2) },
    });
    const content = damage(zip, "kaputt.png");
    const move = await moveIn(moving, agencyId, { clientId, content, fileName: "umzug.zip" });
    expect(move).toMatchObject({ state: "done", taken: 3, left: 0 });
    const texts = await listMovedTexts(sql, agencyId, move.id);
    expect(texts.map(({ missing }) => missing)).toEqual([
      [{ url: "zip:kaputt.png", reason: "no_picture" }],
      [{ url: "zip:kein-bild.png", reason: "no_picture" }],
      [],
    ]);
  });
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

describe("days without a zone", () => {
  test("are the agency's, and each odd one is answered by itself", async () => {
    const { agencyId } = await createTestAgency(sql);
    const clientId = await createMediaClient(sql, agencyId);
    const future = new Date(Date.now() + 86_400_000).toISOString();
    const days = ["2019-05-03 10:00", "0000-00-00", "0001-01-01", future, "2019-05-03T10:00:00+18:00", ""];
    const content = `Titel;Datum;Text\n${days.map((day, n) => `T${n};${day};Text\n`).join("")}`;
    const moveId = await handOver(moving, agencyId, { clientId, content, fileName: "t.csv" });
    await work(moving, agencyId);
    const texts = await listMovedTexts(sql, agencyId, moveId);
    expect(texts.map(({ publishedAt, reason }) => [publishedAt?.toISOString() ?? null, reason])).toEqual([
      ["2019-05-03T08:00:00.000Z", null],
      [null, "no_such_date"],
      [null, "no_such_date"],
      [future, "in_future"],
      [null, "no_date"],
      [null, "no_date"],
    ]);
  });
});

describe("texts of one name", () => {
  test("by the hundred each find an address: by the end of the old one, the title, or the day", async () => {
    const { agencyId } = await createTestAgency(sql);
    const clientId = await createMediaClient(sql, agencyId);
    const rows = Array.from({ length: 130 }, (_, n) => {
      const day = `2019-05-${String(1 + (n % 28)).padStart(2, "0")}`;
      return [
        `Werk ${n};${day};Text;https://${oldHost}/2019/${n}/index.html\n`,
        `Pressemitteilung;${day};Text;https://${oldHost}/pm/${n}\n`,
      ].join("");
    });
    const content = `Titel;Datum;Text;Adresse\n${rows.join("")}`;
    const move = await moveIn(moving, agencyId, { clientId, content, fileName: "t.csv" });
    expect(move).toMatchObject({ state: "done", taken: 260, left: 0 });
    const slugs = await sql<{ slug: string }[]>`
      select slug from release where agency_id = ${agencyId} order by id limit 4`;
    expect(slugs.map(({ slug }) => slug)).toEqual([
      "index",
      "pressemitteilung",
      "werk-1",
      "pressemitteilung-2",
    ]);
  });
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

  test("whose archive is gone says so when it is started again", async () => {
    const { agencyId } = await createTestAgency(sql);
    const clientId = await createMediaClient(sql, agencyId);
    const content = zipOf({ "t.csv": "Titel;Datum;Text\nT;2019-05-03;Text\n" });
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

function postsOf(count: number, typeOf: (n: number) => string = () => "post"): OldPost[] {
  return Array.from({ length: count }, (_, n) => ({
    ...{ id: n + 1, title: `Meldung ${n}`, slug: `meldung-${n}`, date: "2019-05-03 08:00:00" },
    ...{ html: `<p>Text ${n}</p>`, type: typeOf(n) },
  }));
}

function exportOf(count: number, typeOf?: (n: number) => string): string {
  return wordPressExport(moving.site, { posts: postsOf(count, typeOf) });
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
