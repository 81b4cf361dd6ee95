import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { findLeadingPicture } from "../../../../service/features/media/leading-picture-sql.ts";
import { readReportFonts } from "../../../../service/features/reporting/exports/read-report-fonts.ts";
import { createPdfRenderer } from "../../../../service/features/reporting/exports/render-pdf.ts";
import type { ReportSeal } from "../../../../service/features/reporting/integrity/report-seal.ts";
import { createPublicationReport } from "../../../../service/features/reporting/reports/create-publication-report.ts";
import { readReportPictures } from "../../../../service/features/reporting/reports/read-pictures.ts";
import type { ReadPictures } from "../../../../service/features/reporting/reports/read-presentation.ts";
import { noDetails } from "../../../../service/features/workflow/drafts/release-details.ts";
import { publishAtOnce } from "../../../../service/features/workflow/releases/sql.ts";
import type { Sql } from "../../../../service/floor/db/open.ts";
import { createLog } from "../../../../service/log.ts";
import { createReadPictures } from "../../../../service/program/pictures/read-print-pictures.ts";
import { forEachDatabase } from "../../../support/databases.ts";
import { testSeal } from "../../../support/seal.ts";
import { createTestAgency } from "../../../support/service.ts";
import { drawJpeg, drawPng } from "../../media/support/draw.ts";
import { add, createMediaClient, openTestMedia, type TestMedia } from "../../media/support/media.ts";

/** Starting the embedded database takes 3 s, and longer on a busy machine. */
const startTimeoutMs = 60_000;
const limits = { sideMax: 8_000, bytesMax: 1_048_576 };

forEachDatabase((_name, open) => {
  let sql: Sql;
  let seal: ReportSeal;
  let media: TestMedia;
  let readPictures: ReadPictures;
  let agencyId: number;
  let clientId: number;

  beforeAll(async () => {
    sql = (await open()).database.sql;
    seal = await testSeal();
    media = openTestMedia(sql);
    readPictures = createReadPictures(media);
    ({ agencyId } = await createTestAgency(sql));
    clientId = await createMediaClient(sql, agencyId);
  }, startTimeoutMs);
  afterAll(() => media.close());

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
      const small = await readPictures(sql, agencyId, await publish(drawPng(1_000, 1_000, () => 0x336699)));
      expect(small).toMatchObject({ mediaType: "image/png", width: 1_000 });
      const large = await readPictures(sql, agencyId, await publish(drawPng(1_001, 1_000, () => 0x336699)));
      expect(large).toMatchObject({ mediaType: "image/jpeg", width: 800 });
      const releaseId = await publish(await drawJpeg(900, 300));
      await sql`delete from media_derivative where agency_id = ${agencyId}`;
      expect(await readPictures(sql, agencyId, releaseId)).toMatchObject({ width: 900, height: 300 });
    });

    test("is none where the release has none, it is over a limit, another agency asks, or its file is lost", async () => {
      expect(await readPictures(sql, agencyId, await publish(null))).toBeNull();
      const releaseId = await publish(await drawJpeg(700, 300));
      const found = await findLeadingPicture(sql, agencyId, { releaseId, limits });
      const bytes = found?.bytes ?? 0;
      expect(bytes).toBeGreaterThan(0);
      for (const [changed, width] of [
        [{ bytesMax: bytes }, 700],
        [{ bytesMax: 1 }, undefined],
        [{ sideMax: 700 }, 700],
        [{ sideMax: 399 }, undefined],
      ] as const) {
        const input = { releaseId, limits: { ...limits, ...changed } };
        expect((await findLeadingPicture(sql, agencyId, input))?.width).toBe(width as number);
      }
      const neighbour = await createTestAgency(sql);
      expect(await readPictures(sql, neighbour.agencyId, releaseId)).toBeNull();
      const lines: string[] = [];
      const log = createLog("error", (line) => lines.push(line));
      const lost: TestMedia["fileStore"] = {
        ...media.fileStore,
        read() {
          throw new Error("The store is away.");
        },
      };
      const readLost = createReadPictures({ log, fileStore: lost });
      expect(await readLost(sql, agencyId, releaseId)).toBeNull();
      expect(lines.join()).toContain("release_picture_not_read");
    });
  });
});
