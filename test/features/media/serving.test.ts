import { beforeAll, describe, expect, test } from "bun:test";
import { noDetails } from "../../../service/features/workflow/drafts/release-details.ts";
import { publishAtOnce } from "../../../service/features/workflow/releases/sql.ts";
import type { Sql } from "../../../service/floor/db/open.ts";
import { serviceScene } from "../../support/cast.ts";
import { createTestAgency, serviceKinds } from "../../support/service.ts";
import { drawJpeg } from "./support/draw.ts";
import { add, createMediaClient, openTestMedia, type TestMedia } from "./support/media.ts";

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

    test("a picture is public from the publication of a release that shows it, whole and in ranges", async () => {
      const bytes = await drawJpeg(1200, 900);
      const { assetId, url } = await add(media, agencyId, { clientId, bytes, fileName: 'Größe "1".jpg' });
      expect((await get(url)).status).toBe(404);
      await publish({ imageAssetId: assetId });
      const whole = await get(url);
      expect(whole.status).toBe(200);
      expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
      expect(Object.fromEntries(whole.headers)).toMatchObject({
        "content-type": "image/jpeg",
        "content-length": String(bytes.length),
        "content-disposition": "inline; filename=\"Grosse 1.jpg\"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%201.jpg",
        "cache-control": "public, max-age=31536000, immutable",
        "content-security-policy": expect.stringContaining("sandbox"),
        "x-content-type-options": "nosniff",
        "accept-ranges": "bytes",
      });
      const etag = whole.headers.get("etag") ?? "";
      expect((await get(url, { "if-none-match": etag })).status).toBe(304);
      expect((await get(`${url}?download`)).headers.get("content-disposition")).toStartWith("attachment;");
      for (const [range, first, last] of [
        ["bytes=0-0", 0, 0],
        ["bytes=10-19", 10, 19],
        [`bytes=${bytes.length - 1}-`, bytes.length - 1, bytes.length - 1],
        ["bytes=-5", bytes.length - 5, bytes.length - 1],
        ["bytes=5-99999999", 5, bytes.length - 1],
      ] as const) {
        const part = await get(url, { range });
        expect(part.status).toBe(206);
        expect(part.headers.get("content-range")).toBe(`bytes ${first}-${last}/${bytes.length}`);
        expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(first, last + 1))).toBe(true);
      }
      for (const range of [`bytes=${bytes.length}-`, "bytes=-0"]) {
        const outside = await get(url, { range });
        expect([outside.status, outside.headers.get("content-range")]).toEqual([
          416,
          `bytes */${bytes.length}`,
        ]);
      }
      for (const range of ["bytes=5-2", "bytes=0-1,4-5", "pages=1-2", "bytes=-", "bytes=x-"]) {
        expect((await get(url, { range })).status).toBe(200);
      }
      expect((await get(url, { range: "bytes=0-3", "if-range": etag })).status).toBe(206);
      expect((await get(url, { range: "bytes=0-3", "if-range": '"anders"' })).status).toBe(200);
      const head = await fetch(`${service.url}${url}`, { method: "HEAD" });
      expect([head.status, head.headers.get("content-length")]).toEqual([200, String(bytes.length)]);
    });

    test("an address that names nothing is 404, and never a fault of ours", async () => {
      const { assetId, url } = await add(media, agencyId, { clientId, bytes: await drawJpeg(30, 30) });
      await publish({ imageAssetId: assetId });
      expect((await get(url)).status).toBe(200);
      const [, , , name = ""] = url.split("/");
      for (const path of [
        url.replace(/[0-9a-f]{16}/, "0".repeat(16)),
        url.replace(".jpg", ".png"),
        url.replace(".jpg", "-9999.webp"),
        url.replace(".jpg", "-400.gif"),
        `/media/00000000-0000-7000-8000-000000000000/${name}`,
        `/media/x/${name}`,
        `/media/${assetId}/..%2f..%2fetc%2fpasswd`,
        `/media/${assetId}/%00.jpg`,
        `/media/${assetId}/%ff.jpg`,
        `/media/${assetId}/`,
      ]) {
        expect([path, (await get(path)).status]).toEqual([path, 404]);
      }
    });

    test("a release page shows its pictures with their words and sizes, and what it links to is counted", async () => {
      const image = await add(media, agencyId, {
        ...{
          clientId,
          bytes: await drawJpeg(2000, 1000),
          alt: 'Ein "Werk" <b>',
          caption: "Die Halle",
          credit: "Foto: A",
        },
      });
      const second = await add(media, agencyId, {
        clientId,
        bytes: await drawJpeg(600, 400),
        alt: "Zweites",
      });
      const pdf = await add(media, agencyId, {
        clientId,
        bytes: Buffer.from("%PDF-1.7\n1 0 obj"),
        fileName: "fakten.pdf",
      });
      const { path } = await publish({
        imageAssetId: image.assetId,
        assetIds: [second.assetId, pdf.assetId],
      });
      const page = await (await get(path)).text();
      expect(page).toContain(
        'alt="Ein &quot;Werk&quot; &lt;b&gt;" width="2000" height="1000" fetchpriority="high"',
      );
      expect(page).toMatch(/srcset="[^"]+-400\.webp 400w, [^"]+-800\.webp 800w, [^"]+-1600\.webp 1600w"/);
      expect(page).toContain('<figcaption>Die Halle <span class="credit">Foto: A</span></figcaption>');
      expect(page).toMatch(/<meta property="og:image" content="http[^"]+-1600\.jpg">/);
      expect(page).toContain("PDF, 16 Byte");
      const sources = [...page.matchAll(/(?:src|srcset)="([^"]+)"/g)].flatMap(([, value = ""]) =>
        value.split(", ").map((each) => each.split(" ")[0] ?? ""),
      );
      expect(sources.length).toBeGreaterThan(10);
      for (const source of new Set(sources)) {
        const answer = await get(source);
        expect([source, answer.status]).toEqual([source, 200]);
        expect(answer.headers.get("content-type")).toStartWith("image/");
      }
      const links = new Set(
        [...page.matchAll(/href="([^"]+\/go\/([a-z_]+)\/[0-9a-f]{12})"/g)].map(([, href = ""]) => href),
      );
      const targets: string[] = [];
      for (const link of links)
        targets.push(`${link.split("/").at(-2)} ${(await get(link)).headers.get("location")}`);
      expect(targets).toContain(`image_view ${image.url}`);
      expect(targets).toContain(`asset_download ${image.url}?download`);
      expect(targets).toContain(`asset_download ${path}/bilder.zip`);
      expect(targets).toContain(`pdf_download ${pdf.url}`);
      expect((await get(pdf.url)).headers.get("content-disposition")).toStartWith("attachment;");
      const counted = await sql`select from hit where agency_id = ${agencyId} and kind = 1`;
      expect(counted.length).toBeGreaterThanOrEqual(4);
    });

    test("all pictures of a release are one archive of originals, each name once", async () => {
      const [one, two] = [await drawJpeg(50, 40), await drawJpeg(60, 40)];
      const first = await add(media, agencyId, { clientId, bytes: one, fileName: "bild.jpg" });
      const second = await add(media, agencyId, { clientId, bytes: two, fileName: "bild.jpg" });
      const { path } = await publish({
        imageAssetId: first.assetId,
        assetIds: [second.assetId, first.assetId],
      });
      const answer = await get(`${path}/bilder.zip`);
      expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/zip"]);
      const zip = Buffer.from(await answer.arrayBuffer());
      const head = await fetch(`${service.url}${path}/bilder.zip`, { method: "HEAD" });
      expect(head.headers.get("content-length")).toBe(String(zip.length));
      for (const bytes of [one, two]) expect(zip.includes(bytes)).toBe(true);
      expect(
        zip
          .toString("latin1")
          .match(/bild(?:-2)?\.jpg/g)
          ?.toSorted(),
      ).toEqual(["bild-2.jpg", "bild-2.jpg", "bild.jpg", "bild.jpg"]);
      const bare = await publish({});
      expect((await get(`${bare.path}/bilder.zip`)).status).toBe(404);
    });

    test("a release without a picture has a card with its headline, drawn once", async () => {
      const { path } = await publish(
        {},
        `Ein langer Titel mit Emoji 🚀 und 中文 ${"Donaudampfschifffahrtsgesellschaft ".repeat(6)}`,
      );
      const card = await cardOf(path);
      expect(card).toMatch(/\/vorschau\/[0-9a-f]{12}\.png$/);
      const [answer, again] = await Promise.all([get(card), get(card)]);
      const png = Buffer.from(await answer.arrayBuffer());
      expect(png.equals(Buffer.from(await again.arrayBuffer()))).toBe(true);
      expect([answer.status, png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([200, 1200, 630]);
      expect((await get(card)).status).toBe(200);
      const [row] =
        await sql`select count(*)::integer as cards from release_card where agency_id = ${agencyId}`;
      expect(row?.cards).toBe(1);
      expect((await get(card.replace(/[0-9a-f]{12}/, "0".repeat(12)))).status).toBe(404);
    });

    test("a card that the store has lost, or a part of it, is drawn anew", async () => {
      const { path, pressReleaseId } = await publish({}, "Eine Karte, die fehlt");
      const card = await cardOf(path);
      const ofCard = sql`
        agency_id = ${agencyId} and file_id in (
          select file_id from release_card where agency_id = ${agencyId} and release_id = ${pressReleaseId}
        )
      `;
      const png = Buffer.from(await (await get(card)).arrayBuffer());
      for (const lose of [
        () => sql`delete from media_chunk where ${ofCard}`,
        () => sql`update media_chunk set bytes = substring(bytes for 100) where ${ofCard}`,
      ]) {
        expect((await lose()).count).toBe(1);
        for (const answer of [await get(card), await get(card)])
          expect(png.equals(Buffer.from(await answer.arrayBuffer()))).toBe(true);
      }
    });
    const get = (path: string, headers: Record<string, string> = {}) =>
      fetch(`${service.url}${path}`, { headers, redirect: "manual" });
    const cardOf = async (path: string) => {
      const page = await (await get(path)).text();
      const [, card = ""] = /<meta property="og:image" content="http:\/\/[^/]+([^"]+)">/.exec(page) ?? [];
      return card;
    };
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
