import { beforeAll, describe, expect, test } from "bun:test";
import { decode } from "fast-png";
import { removeAsset } from "../../../service/features/media/remove-asset.ts";
import { updateAsset } from "../../../service/features/media/update-asset.ts";
import { noDetails } from "../../../service/features/workflow/drafts/release-details.ts";
import { restoreRelease } from "../../../service/features/workflow/releases/restore-release.ts";
import { publishAtOnce } from "../../../service/features/workflow/releases/sql.ts";
import { integerArray } from "../../../service/floor/db/array-literals.ts";
import type { Sql } from "../../../service/floor/db/open.ts";
import { serviceScene } from "../../support/cast.ts";
import { errorOf } from "../../support/error-of.ts";
import { countLockWaits } from "../../support/lock-waits.ts";
import { createTestAgency, serviceKinds } from "../../support/service.ts";
import { until } from "../../support/until.ts";
import { drawJpeg, drawPng } from "./support/draw.ts";
import { add, createMediaClient, openTestMedia, operator, type TestMedia } from "./support/media.ts";

const red = 0xff0000;
const blue = 0x0000ff;

for (const kind of serviceKinds) {
  describe(`on the ${kind} database`, () => {
    const { service, atEnd } = serviceScene(kind);
    let sql: Sql;
    let media: TestMedia;
    let agencyId: number;
    let clientId: number;

    beforeAll(async () => {
      sql = service.sql;
      media = openTestMedia(sql);
      ({ agencyId } = await createTestAgency(sql));
      clientId = await createMediaClient(sql, agencyId);
    });
    atEnd(() => media.close());

    test("link previews crop a picture around its focus point, and the address of an earlier one leads on", async () => {
      const jpeg = await add(media, agencyId, {
        clientId,
        bytes: await drawJpeg(2_800, 630, (x) => (x < 1_400 ? red : blue)),
      });
      const png = await add(media, agencyId, {
        clientId,
        bytes: drawPng(60, 100, (_x, y) => (y < 50 ? red : blue)),
      });
      const focus = (assetId: string, x: number, y: number) =>
        updateAsset(sql, agencyId, { assetId, focus: { x, y }, actor: operator });
      await focus(jpeg.assetId, 0, 50);
      await focus(png.assetId, 50, 100);
      const [wide, high] = [
        await publish({ imageAssetId: jpeg.assetId }),
        await publish({ imageAssetId: png.assetId }),
      ];
      const [left = "", ...size] = await previewOf(wide.path);
      expect([left, ...size]).toEqual([
        expect.stringMatching(/\/vorschau\/[0-9a-f]{12}\.jpeg$/),
        "686",
        "360",
      ]);
      expect(await endsOf(await get(left))).toEqual(["image/jpeg", 686, 360, "red", "red"]);
      await focus(jpeg.assetId, 100, 50);
      const right = await until(async () => {
        const [now = ""] = await previewOf(wide.path);
        return now === left ? null : now;
      });
      expect(await endsOf(await get(right))).toEqual(["image/jpeg", 686, 360, "blue", "blue"]);
      // A mail that went out before keeps its picture.
      expect((await get(left)).headers.get("location")).toBe(right);
      const [lower = "", ...small] = await previewOf(high.path);
      expect([lower, ...small]).toEqual([expect.stringMatching(/\.png$/), "60", "32"]);
      expect(await endsOf(await get(lower))).toEqual(["image/png", 60, 32, "blue", "blue"]);
      const ids = integerArray([wide.pressReleaseId, high.pressReleaseId]);
      const kept =
        await sql`select from release_card where agency_id = ${agencyId} and release_id = any(${ids}::integer[])`;
      expect(kept).toHaveLength(2);
      // A removed picture leaves no part of it.
      const unused = await add(media, agencyId, { clientId, bytes: await drawJpeg(90, 40) });
      await removeAsset(sql, agencyId, { assetId: unused.assetId, actor: operator });
      expect(await sql`select from release_card where agency_id = ${agencyId}`).toHaveLength(0);
      expect((await get(lower)).status).toBe(200);
    });

    test("an asset that a published release shows can't be removed, nor lose its words", async () => {
      const { assetId } = await add(media, agencyId, { clientId, bytes: await drawJpeg(70, 40) });
      const { pressReleaseId } = await publish({ assetIds: [assetId] });
      const removal = removeAsset(sql, agencyId, { assetId, actor: operator });
      expect(await errorOf(removal)).toMatchObject({
        code: "asset_in_use",
        message: expect.stringContaining(String(pressReleaseId)),
      });
      const bare = updateAsset(sql, agencyId, { assetId, alt: "", actor: operator });
      expect(await errorOf(bare)).toMatchObject({ code: "asset_incomplete" });
      await sql`update release set status = 'archived' where agency_id = ${agencyId} and id = ${pressReleaseId}`;
      await removeAsset(sql, agencyId, { assetId, actor: operator });
    });

    test("an archived release that never was a draft is not restored without the file that it showed", async () => {
      const { assetId } = await add(media, agencyId, { clientId, bytes: await drawJpeg(72, 40) });
      const other = await add(media, agencyId, { clientId, bytes: await drawJpeg(73, 40) });
      const releases = [
        await publish({ imageAssetId: assetId }),
        await publish({ assetIds: [assetId, other.assetId] }),
        await publish({ imageAssetId: assetId, assetIds: [assetId] }),
      ];
      const restore = (pressReleaseId: number) =>
        restoreRelease(sql, agencyId, { pressReleaseId, actor: operator, publicUrl: service.url });
      const ids = releases.map(({ pressReleaseId }) => pressReleaseId);
      await sql`update release set status = 'archived' where agency_id = ${agencyId} and id in ${sql(ids)}`;
      // As many files as a release can have.
      await sql`
        update release
        set asset_ids = array(select gen_random_uuid() from generate_series(1, 50))
        where agency_id = ${agencyId} and id = ${ids[0] ?? 0}`;
      await removeAsset(sql, agencyId, { assetId, actor: operator });
      const message = expect.stringMatching(
        new RegExp(`^No longer in .*${assetId}.*\\. Write the text anew`),
      );
      for (const id of ids)
        expect(await errorOf(restore(id))).toMatchObject({ code: "release_status_conflict", message });
      // The other file alone keeps nothing.
      const { pressReleaseId } = await publish({ assetIds: [other.assetId] });
      await sql`update release set status = 'archived' where agency_id = ${agencyId} and id = ${pressReleaseId}`;
      await restore(pressReleaseId);
    });

    test("a changed text shows on a page that is kept in memory", async () => {
      const { assetId } = await add(media, agencyId, {
        clientId,
        bytes: await drawJpeg(80, 40),
        alt: "vorher",
      });
      const { path } = await publish({ imageAssetId: assetId });
      expect(await (await get(path)).text()).toContain('alt="vorher"');
      await updateAsset(sql, agencyId, { assetId, alt: "nachher", actor: operator });
      await until(async () => (await (await get(path)).text()).includes('alt="nachher"'));
    });

    test("publication asks for this client's assets, a picture in front, and its words", async () => {
      const other = await createMediaClient(sql, agencyId);
      const foreign = await add(media, agencyId, { clientId: other, bytes: await drawJpeg(10, 10) });
      const bare = await add(media, agencyId, {
        clientId,
        bytes: await drawJpeg(11, 10),
        alt: null,
        credit: null,
      });
      const pdf = await add(media, agencyId, {
        clientId,
        bytes: Buffer.from("%PDF-1.7\n2"),
        alt: null,
        credit: null,
      });
      const missing = "00000000-0000-7000-8000-000000000000";
      expect(await errorOf(publish({ imageAssetId: foreign.assetId }))).toMatchObject({ code: "not_found" });
      expect(await errorOf(publish({ assetIds: [missing] }))).toMatchObject({
        ...{ code: "not_found", details: { fieldErrors: { assetIds: [expect.stringContaining(missing)] } } },
      });
      expect(await errorOf(publish({ imageAssetId: bare.assetId }))).toMatchObject({
        ...{ code: "asset_incomplete", message: expect.stringContaining("an alt text and a credit") },
      });
      expect(await errorOf(publish({ imageAssetId: pdf.assetId }))).toMatchObject({
        code: "invalid_parameters",
      });
      expect(await errorOf(publish({ assetIds: [pdf.assetId, pdf.assetId] }))).toMatchObject({
        code: "invalid_parameters",
      });
      await publish({ assetIds: [pdf.assetId] });
    });

    // The embedded database has one transaction at a time.
    const onServer = kind === "server" ? test : null;
    onServer?.("a picture keeps its credit while it is being published", async () => {
      const { assetId } = await add(media, agencyId, { clientId, bytes: await drawJpeg(80, 40) });
      let isDone = false;
      let bare = Promise.resolve("");
      await sql.begin(async (transaction) => {
        await publishAtOnce(transaction, clientId, {
          ...{ title: "Bild", bodyMarkdown: "Text", slugs: ["bild"], publishedAt: null },
          details: { ...noDetails, imageAssetId: assetId },
        });
        bare = updateAsset(sql, agencyId, { assetId, credit: "", actor: operator })
          .then(
            () => "changed",
            ({ code }) => code,
          )
          .finally(() => {
            isDone = true;
          });
        await until(async () => isDone || (await countLockWaits(sql)) > 0);
      });
      expect(await bare).toBe("asset_incomplete");
    });

    /** Address and size of the picture for link previews. */
    const previewOf = async (path: string) => {
      const tag = /<meta property="og:image(?::width|:height)?" content="(?:http:\/\/[^/]+)?([^"]+)">/g;
      return [...(await (await get(path)).text()).matchAll(tag)].map(([, value = ""]) => value);
    };
    const get = (path: string, headers: Record<string, string> = {}) =>
      fetch(`${service.url}${path}`, { headers, redirect: "manual" });
    const publish = async (assets: { imageAssetId?: string; assetIds?: string[] }, title = "Neues Werk") => {
      const slugs = Array.from({ length: 20 }, (_, index) => `werk-${index}`);
      const release = await publishAtOnce(sql, clientId, {
        title,
        bodyMarkdown: "Text",
        slugs,
        publishedAt: null,
        details: { ...noDetails, ...assets },
      });
      return { ...release, path: `/newsroom/${release.clientSlug}/${release.slug}` };
    };
  });
}

/** Kind and size of a picture, and the colours of its first and its last pixel. */
async function endsOf(answer: Response) {
  const { width, height, data, channels } = decode(await new Bun.Image(await answer.bytes()).png().bytes());
  const colourAt = (at: number) => (Number(data[at]) > Number(data[at + 2]) ? "red" : "blue");
  const last = (width * height - 1) * channels;
  return [answer.headers.get("content-type"), width, height, colourAt(0), colourAt(last)];
}
