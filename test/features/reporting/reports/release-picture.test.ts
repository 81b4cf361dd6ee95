import { beforeAll, describe, expect, test } from "bun:test";
import { findPrintPictures } from "../../../../service/features/media/print-pictures-sql.ts";
import { readReportFonts } from "../../../../service/features/reporting/exports/read-report-fonts.ts";
import { createPdfRenderer } from "../../../../service/features/reporting/exports/render-pdf.ts";
import type { ReportSeal } from "../../../../service/features/reporting/integrity/report-seal.ts";
import { keptPortfolio } from "../../../../service/features/reporting/portfolios/kept-portfolio.ts";
import type { ReadPictures } from "../../../../service/features/reporting/reports/choose-pictures.ts";
import { createPublicationReport } from "../../../../service/features/reporting/reports/create-publication-report.ts";
import {
  pictureHashes,
  readReportPictures,
} from "../../../../service/features/reporting/reports/read-pictures.ts";
import { noDetails } from "../../../../service/features/workflow/drafts/release-details.ts";
import { publishAtOnce } from "../../../../service/features/workflow/releases/sql.ts";
import { createLog } from "../../../../service/log.ts";
import { createReadPictures } from "../../../../service/program/pictures/read-print-pictures.ts";
import { databaseScene } from "../../../support/cast.ts";
import { errorOf } from "../../../support/error-of.ts";
import { testSeal } from "../../../support/seal.ts";
import { createTestAgency } from "../../../support/service.ts";
import { drawJpeg, drawPng } from "../../media/support/draw.ts";
import { add, createMediaClient, openTestMedia, type TestMedia } from "../../media/support/media.ts";

const limits = { sideMax: 8_000, bytesMax: 1_048_576 };

describe("the picture of a release", () => {
  const { sql, atEnd } = databaseScene();
  let seal: ReportSeal;
  let media: TestMedia;
  let readPictures: ReadPictures;
  let agencyId: number;
  let clientId: number;

  beforeAll(async () => {
    seal = await testSeal();
    media = openTestMedia(sql);
    atEnd(() => media.close());
    readPictures = createReadPictures(media);
    ({ agencyId } = await createTestAgency(sql));
    clientId = await createMediaClient(sql, agencyId);
  });

  describe("a release's picture in its reports", () => {
    test("is the copy of 800 pixels of a photo, with its words, and stands in the PDF with the same bytes each time", async () => {
      const releaseId = await publish(await drawJpeg(2_000, 1_000));
      const report = await createPublicationReport(sql, agencyId, {
        ...{ seal, scopeType: "article", scopeId: releaseId, createdBy: "operator", readPictures },
      });
      expect(report.presentation?.picture).toMatchObject({
        ...{ width: 800, height: 400, alt: "Die neue Halle", credit: "A. Ärger" },
      });
      const pictures = await readReportPictures(sql, agencyId, report);
      const [kept] = Object.values(pictures);
      expect([kept?.[0], kept?.[1]]).toEqual([0xff, 0xd8]);
      const render = createPdfRenderer({ fonts: await readReportFonts(null) });
      const [first, second] = [await render(report, { pictures }), await render(report, { pictures })];
      expect(Buffer.from(first).equals(Buffer.from(second))).toBe(true);
      expect(Buffer.from(first).includes("/DCTDecode")).toBe(true);
    });

    test("is a small PNG as it is, a large one as its copy, and the original of a photo where there is no copy", async () => {
      const small = await pictureOf(await publish(drawPng(1_000, 1_000, () => 0x336699)));
      expect(small).toMatchObject({ mediaType: "image/png", width: 1_000 });
      const large = await pictureOf(await publish(drawPng(1_001, 1_000, () => 0x336699)));
      expect(large).toMatchObject({ mediaType: "image/jpeg", width: 800 });
      const releaseId = await publish(await drawJpeg(900, 300));
      await sql`delete from media_derivative where agency_id = ${agencyId}`;
      expect(await pictureOf(releaseId)).toMatchObject({ width: 900, height: 300 });
    });

    test("is none where the release has none, it is over a limit, another agency asks, or its file is lost", async () => {
      const plain = await createPublicationReport(sql, agencyId, {
        ...{ seal, scopeType: "article", scopeId: await publish(null), createdBy: "operator", readPictures },
      });
      expect(plain.presentation?.picture).toBeUndefined();
      const releaseId = await publish(await drawJpeg(700, 300));
      const wanted = { assetIds: [await assetOf(releaseId)], copySize: 800, limits } as const;
      const [found] = await findPrintPictures(sql, agencyId, wanted);
      const bytes = found?.bytes ?? 0;
      expect(bytes).toBeGreaterThan(0);
      for (const [changed, width] of [
        [{ bytesMax: bytes }, 700],
        [{ bytesMax: 1 }, undefined],
        [{ sideMax: 700 }, 700],
        [{ sideMax: 399 }, undefined],
      ] as const) {
        const input = { ...wanted, limits: { ...limits, ...changed } };
        expect((await findPrintPictures(sql, agencyId, input))[0]?.width).toBe(width as number);
      }
      const neighbour = await createTestAgency(sql);
      expect(await readPictures(sql, neighbour.agencyId, wanted)).toEqual([]);
      const lines: string[] = [];
      const log = createLog("error", (line) => lines.push(line));
      const lost: TestMedia["fileStore"] = {
        ...media.fileStore,
        read() {
          throw new Error("The store is away.");
        },
      };
      const readLost = createReadPictures({ log, fileStore: lost });
      expect(await readLost(sql, agencyId, wanted)).toEqual([]);
      expect(lines.join()).toContain("release_picture_not_read");
    });
  });

  describe("a report on a client", () => {
    test("keeps the client's logo, the picture of its best release and small ones of what was published, and no other agency's", async () => {
      const owner = await createTestAgency(sql);
      const other = await createMediaClient(sql, owner.agencyId);
      const own = agencyId;
      const [first, second] = [
        await publish(await drawJpeg(900, 600)),
        await publish(await drawJpeg(1_200, 300)),
      ];
      const logo = await add(media, own, { clientId, bytes: drawPng(300, 100, () => 0x112233), alt: "Logo" });
      await sql`update newsroom set logo_asset_id = ${logo.assetId} where agency_id = ${own} and client_id = ${clientId}`;
      const old = await publish(await drawJpeg(500, 500));
      await sql`
        update release set published_at = now() - interval '90 days' where agency_id = ${own} and id = ${old}
      `;
      const { id: scopeId } = await keptPortfolio(sql, own, clientId);
      const ask = { seal, scopeType: "portfolio", createdBy: "operator", readPictures } as const;
      const report = await createPublicationReport(sql, own, { ...ask, scopeId });
      const { clientLogo, picture, releasePictures = [] } = report.presentation ?? {};
      expect(clientLogo).toMatchObject({ width: 300, height: 100 });
      expect(picture?.width).toBeGreaterThan(0);
      const shown = new Map(releasePictures.map((each) => [each.releaseId, each]));
      expect(shown.get(first)?.width).toBe(400);
      expect(shown.get(second)?.width).toBe(400);
      expect(shown.has(old)).toBe(false);
      expect(releasePictures.length).toBeLessThanOrEqual(12);
      const files = await readReportPictures(sql, own, report);
      expect(Object.keys(files).toSorted()).toEqual([...new Set(pictureHashes(report))].toSorted());
      for (const each of releasePictures) expect(files[each.sha256]?.length).toBeLessThanOrEqual(150_000);
      const { id: strangersId } = await keptPortfolio(sql, owner.agencyId, other);
      expect(
        await errorOf(createPublicationReport(sql, own, { ...ask, scopeId: strangersId })),
      ).toMatchObject({
        code: "scope_not_found",
      });
    });
  });

  async function publish(bytes: Uint8Array | null): Promise<number> {
    const said = { alt: "Die neue Halle", credit: "A. Ärger" };
    const asset = bytes === null ? null : await add(media, agencyId, { clientId, bytes, ...said });
    const { pressReleaseId } = await publishAtOnce(sql, clientId, {
      title: "Neues Werk",
      bodyMarkdown: "Text",
      slugs: Array.from({ length: 20 }, (_, index) => `werk-${index}`),
      publishedAt: null,
      details: { ...noDetails, imageAssetId: asset?.assetId ?? null },
    });
    return pressReleaseId;
  }

  async function assetOf(releaseId: number): Promise<string> {
    const [row] = await sql<{ assetId: string }[]>`
      select image_asset_id as "assetId" from release where agency_id = ${agencyId} and id = ${releaseId}
    `;
    return row?.assetId ?? "";
  }

  async function pictureOf(releaseId: number) {
    const assetIds = [await assetOf(releaseId)];
    return (await readPictures(sql, agencyId, { assetIds, copySize: 800, limits }))[0];
  }
});
