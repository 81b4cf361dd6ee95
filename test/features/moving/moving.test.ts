import { describe, expect, test } from "bun:test";
import { fetchPicture } from "../../../service/features/moving/fetch-picture.ts";
import { beginMove, moveOf, runMove, stopMove } from "../../../service/features/moving/moves.ts";
import { listMovedTexts } from "../../../service/features/moving/texts-sql.ts";
import { listFeedReleases } from "../../../service/features/newsroom/feed-sql.ts";
import { databaseScene, given } from "../../support/cast.ts";
import { forEachDatabase } from "../../support/databases.ts";
import { createTestAgency } from "../../support/service.ts";
import { until } from "../../support/until.ts";
import { refusalOf } from "../../support/workflow.ts";
import { createMediaClient, operator } from "../media/support/media.ts";
import { type OldPost, pictureOf, wordPressExport, zipOf } from "./support/old-newsroom.ts";
import { handOver, moveIn, oldHost, openMoving, work } from "./support/open-moving.ts";

const by = { actor: operator };
/** A mail, webhook, event, debit or view of any kind would be a row in one of them. */
const silentTables = ["mail", "newsroom_fan_out", "webhook_message", "credit_entry", "hit"] as const;

forEachDatabase((_name, open) => {
  const { sql, agency, stranger, atEnd } = databaseScene(open);
  const moving = given(async () => {
    const opened = await openMoving(sql);
    atEnd(() => opened.close());
    return opened;
  });

  describe("an old newsroom", () => {
    test("from WordPress comes with texts, days, topics and pictures, once, and tells nobody", async () => {
      const { agencyId } = agency;
      const clientId = await createMediaClient(sql, agencyId);
      const content = wordPressExport(moving.site, {
        posts: postsOf(moving.site, 24),
        pictures: attachments,
      });
      const before = await countsOf();
      const moveId = await handOver(moving, agencyId, { clientId, content });
      await work(moving, agencyId);
      // The dry run has written no release and fetched no picture.
      expect(await moveOf(sql, agencyId, moveId)).toMatchObject({
        state: "checked",
        ready: 24,
        taken: 0,
        left: 0,
      });
      expect((await releasesOf(clientId)).length).toBe(0);
      expect(moving.received).toEqual([]);
      await runMove(sql, agencyId, moveId, by);
      await work(moving, agencyId);
      expect(await moveOf(sql, agencyId, moveId)).toMatchObject({
        state: "done",
        ready: 0,
        taken: 24,
        left: 0,
      });

      const releases = await releasesOf(clientId);
      expect(releases).toHaveLength(24);
      for (const [index, post] of postsOf(moving.site, 24).entries()) {
        const release = releases[index];
        expect(release).toMatchObject({
          ...{ title: post.title, slug: post.slug, topics: ["Werke"], status: "published" },
          publishedAt: new Date(`${post.date.replace(" ", "T")}Z`),
        });
        expect(release?.movedInAt).toBeInstanceOf(Date);
        // Pictures with odd numbers have a credit, the others wait in the library.
        const isShown = index % 2 === 1;
        expect(release?.body.startsWith(`Text **${index}** für alle.`)).toBe(true);
        expect(release?.body.includes("![Bild](/media/")).toBe(isShown);
        expect(release?.assetIds).toHaveLength(isShown ? 1 : 0);
      }
      const texts = await listMovedTexts(sql, agencyId, moveId);
      expect(texts[0]?.missing).toEqual([
        { url: `${moving.site}/wp-content/uploads/bild-0.png`, reason: "no_credit" },
      ]);
      // All texts share two pictures, each of which was fetched once.
      expect(moving.received.map(({ path }) => path).toSorted()).toEqual([
        "/wp-content/uploads/bild-0.png",
        "/wp-content/uploads/bild-1.png",
      ]);
      expect(await countsOf()).toEqual(before);
      expect(await listFeedReleases(sql, agencyId, { clientId, topics: null })).toEqual([]);
      const [upload] = await sql`select from asset_upload where id = ${moveId}`;
      expect(upload).toBeUndefined();

      // The same file once more brings nothing.
      const again = await moveIn(moving, agencyId, { clientId, content });
      expect(again).toMatchObject({ state: "done", taken: 0, left: 24 });
      expect(await releasesOf(clientId)).toHaveLength(24);
      expect((await listMovedTexts(sql, agencyId, again.id)).map(({ reason }) => reason)).toEqual(
        Array(24).fill("known"),
      );
      expect(moving.received).toHaveLength(2);
    });

    test("keeps a picture whose long caption has an emoji where the description ends", async () => {
      const { agencyId } = agency;
      const clientId = await createMediaClient(sql, agencyId);
      const caption = `Foto: Anna Beispiel (${"a".repeat(478)}😀)`;
      const [post] = postsOf(moving.site, 1);
      if (post === undefined) throw new Error("There is no post.");
      const html = `<p>Text.</p><figure><img src="${moving.site}/wp-content/uploads/bild-7.png"><figcaption>${caption}</figcaption></figure>`;
      const content = wordPressExport(moving.site, { posts: [{ ...post, html }] });
      const { id } = await moveIn(moving, agencyId, { clientId, content });
      expect((await listMovedTexts(sql, agencyId, id)).map(({ missing }) => missing)).toEqual([[]]);
      const [asset] =
        await sql`select alt from asset where agency_id = ${agencyId} and client_id = ${clientId}`;
      expect([...String(asset?.alt)].slice(-2)).toEqual(["a", "😀"]);
    });

    test("that is stopped and killed in the middle goes on with the next text, without doubles", async () => {
      const { agencyId } = agency;
      const clientId = await createMediaClient(sql, agencyId);
      const moveId = await handOver(moving, agencyId, {
        clientId,
        content: wordPressExport(moving.site, {
          posts: postsOf(moving.site, 30, (n) => (n === 3 || n === 8 ? 100 + n : n % 2)),
        }),
      });
      await work(moving, agencyId);
      await runMove(sql, agencyId, moveId, by);
      const isAt = (number: number) =>
        moving.received.some(({ path }) => path.endsWith(`/bild-${number}.png`));
      const first = Promise.withResolvers<void>();
      moving.held.set(103, first.promise);
      const stopped = work(moving, agencyId);
      await until(() => isAt(103));
      await stopMove(sql, agencyId, moveId, by);
      first.resolve();
      await stopped;
      const { state, taken } = await moveOf(sql, agencyId, moveId);
      expect(state).toBe("stopped");
      expect(taken).toBeWithin(3, 5);
      expect(taken).toBe((await releasesOf(clientId)).length);
      // A worker that is cut off gives the rest back.
      await runMove(sql, agencyId, moveId, by);
      const cut = new AbortController();
      const second = Promise.withResolvers<void>();
      moving.held.set(108, second.promise);
      const broken = work(moving, agencyId, cut.signal);
      await until(() => isAt(108));
      cut.abort(new Error("The service stops."));
      second.resolve();
      await broken;
      expect((await moveOf(sql, agencyId, moveId)).state).toBe("running");
      await work(moving, agencyId);
      expect(await moveOf(sql, agencyId, moveId)).toMatchObject({ state: "done", taken: 30, left: 0 });
      const releases = await releasesOf(clientId);
      expect(new Set(releases.map(({ title }) => title)).size).toBe(30);
      expect(releases).toHaveLength(30);
    });

    test("from a feed comes by its address, and is read anew without doubles", async () => {
      const { agencyId } = agency;
      const clientId = await createMediaClient(sql, agencyId);
      const feedUrl = `${moving.site}/feed/`;
      const item = (n: number) =>
        `<item><title>Meldung ${n}</title><link>${moving.site}/m/${n}/</link><pubDate>Fri, 03 May 2019 1${n}:00:00 +0200</pubDate><description>&lt;p&gt;Text ${n}&lt;/p&gt;</description></item>`;
      const feed = (numbers: readonly number[]) =>
        `<rss><channel>${numbers.map(item).join("")}</channel></rss>`;
      const read = async (numbers: readonly number[]) => {
        moving.feeds.set(new URL(feedUrl).host, feed(numbers));
        const moveId = await beginMove(sql, agencyId, { clientId, site: moving.site, feedUrl }, by);
        await work(moving, agencyId);
        return moveId;
      };
      const first = await read([1, 2]);
      await runMove(sql, agencyId, first, by);
      await work(moving, agencyId);
      expect((await releasesOf(clientId)).map(({ title, body }) => [title, body])).toEqual([
        ["Meldung 1", "Text 1"],
        ["Meldung 2", "Text 2"],
      ]);
      const second = await read([2, 2, 3]);
      expect(
        (await listMovedTexts(sql, agencyId, second)).map(({ state, reason }) => [state, reason]),
      ).toEqual([
        ["left", "known"],
        ["left", "twice"],
        ["ready", null],
      ]);
      const gone = await beginMove(
        sql,
        agencyId,
        { clientId, site: oldHost, feedUrl: `${moving.site}/weg` },
        by,
      );
      await work(moving, agencyId);
      expect(await moveOf(sql, agencyId, gone)).toMatchObject({ state: "failed", fault: "feed_failed" });
    });

    test("from a table with a folder of pictures comes in the agency's time, and a text of tomorrow waits", async () => {
      const { agencyId } = agency;
      const clientId = await createMediaClient(sql, agencyId);
      const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
      const content = zipOf({
        "meldungen.csv": `Titel;Datum;Text;Bilder;Bildnachweis;Bildbeschreibung\nEins;2019-05-03 10:00;Text;bild.png;Anna Beispiel;Das Werk\nZwei;2019-05-03;Text;fehlt.png;;\nDrei;${tomorrow};Text;;;\n`,
        "bilder/bild.png": pictureOf(900),
      });
      const move = await moveIn(moving, agencyId, { clientId, content, fileName: "umzug.zip" });
      expect(move).toMatchObject({ state: "done", taken: 2, left: 1 });
      const [one] = await releasesOf(clientId);
      expect(one).toMatchObject({
        title: "Eins",
        publishedAt: new Date("2019-05-03T08:00:00Z"),
        imageAssetId: expect.any(String),
        assetIds: [],
      });
      const texts = await listMovedTexts(sql, agencyId, move.id);
      expect(texts.map(({ reason, missing }) => [reason, missing])).toEqual([
        [null, []],
        [null, [{ url: "zip:fehlt.png", reason: "not_found" }]],
        ["in_future", []],
      ]);
    });
  });

  test("a move of another agency is there for nobody else, and one at a time is done with it", async () => {
    const clientId = await createMediaClient(sql, agency.agencyId);
    const moveId = await handOver(moving, agency.agencyId, { clientId, content: "<rss><channel/></rss>" });
    const { agencyId: other } = stranger;
    expect(await refusalOf(moveOf(sql, other, moveId))).toBe("not_found");
    expect(await refusalOf(runMove(sql, other, moveId, by))).toBe("not_found");
    expect(await refusalOf(stopMove(sql, other, moveId, by))).toBe("not_found");
    expect(await refusalOf(beginMove(sql, other, { clientId, site: oldHost, feedUrl: "" }, by))).toBe(
      "not_found",
    );
    expect(await listMovedTexts(sql, other, moveId)).toEqual([]);
    expect(await refusalOf(runMove(sql, agency.agencyId, moveId, by))).toBe("version_conflict");
    await work(moving, agency.agencyId);
    expect(await moveOf(sql, agency.agencyId, moveId)).toMatchObject({ state: "failed", fault: "no_texts" });
  });

  test("an agency begins three moves at once and no fourth, and names a host", async () => {
    const { agencyId } = await createTestAgency(sql);
    const clientId = await createMediaClient(sql, agencyId);
    const begin = (site = oldHost, feedUrl = "") => beginMove(sql, agencyId, { clientId, site, feedUrl }, by);
    expect(await refusalOf(begin("kein host"))).toBe("validation_error");
    expect(await refusalOf(begin(oldHost, "ftp://x"))).toBe("validation_error");
    await Promise.all([begin(), begin(`https://${oldHost}/presse`), begin(`${oldHost}/`)]);
    expect(await refusalOf(begin())).toBe("validation_error");
  });

  function postsOf(site: string, count: number, pictureOf = (n: number) => n % 2): OldPost[] {
    return Array.from({ length: count }, (_, n) => ({
      id: n + 1,
      title: `Meldung ${n} über „Größe“`,
      slug: `meldung-${n}-ueber-groesse`,
      date: `2019-05-${String(1 + (n % 28)).padStart(2, "0")} 08:${String(n).padStart(2, "0")}:00`,
      html: `<p>Text <b>${n}</b> für alle.</p><p><img src="${site}/wp-content/uploads/bild-${pictureOf(n)}.png" class="wp-image-${500 + pictureOf(n)}" alt="Bild"></p>`,
      categories: ["Werke"],
    }));
  }

  async function releasesOf(clientId: number) {
    return await sql<
      {
        title: string;
        slug: string;
        body: string;
        topics: string[];
        status: string;
        publishedAt: Date;
        movedInAt: Date;
        assetIds: string[];
        imageAssetId: string | null;
      }[]
    >`
      select title, slug, body_markdown as body, topics, status, published_at as "publishedAt", moved_in_at as "movedInAt",
        asset_ids as "assetIds", image_asset_id as "imageAssetId"
      from release
      where client_id = ${clientId}
      order by id
    `;
  }

  async function countsOf(): Promise<number[]> {
    const counts = silentTables.map(
      (table) => sql<{ count: number }[]>`select count(*)::integer as count from ${sql(table)}`,
    );
    return (await Promise.all(counts)).map(([row]) => row?.count ?? -1);
  }
});

const attachments = [
  { id: 500, file: "bild-0.png", alt: "Bild" },
  { id: 501, file: "bild-1.png", alt: "Bild", caption: "Foto: Anna Beispiel" },
];

test("pictures come from the old newsroom's own host alone, through the guard, within their bound", async () => {
  const signal = new AbortController().signal;
  const resolve = async () => [{ address: "10.0.0.1" }];
  const fetching = (url: string) => fetchPicture(url, { source: oldHost, rules: { resolve }, signal });
  expect(await fetching("https://anderswo.example/a.png")).toEqual({ reason: "other_host" });
  expect(await fetching(`https://${oldHost}/a.png`)).toEqual({ reason: "not_answered" });
  expect(await fetching("http://169.254.169.254/latest")).toEqual({ reason: "other_host" });
});
