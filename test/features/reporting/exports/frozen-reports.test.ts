import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readReportFonts } from "../../../../service/features/reporting/exports/read-report-fonts.ts";
import { createPdfRenderer } from "../../../../service/features/reporting/exports/render-pdf.ts";
import { renderReportPage } from "../../../../service/features/reporting/links/page/render-report-page.ts";
import type { PublicationReport } from "../../../../service/features/reporting/reports/schema.ts";

const render = createPdfRenderer({ fonts: await readReportFonts() });
const read = (name: string) => readFileSync(join(import.meta.dir, "frozen", name));
const hashOf = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest("hex");
const pictures = Object.fromEntries(
  ["logo.png", "picture.png"].map((name) => [hashOf(read(name)), read(name)]),
);
const verifyUrl = "https://presse.example.com/pruefen";

/**
 * What reports of before layout 2 gave on 24 November 2026. A client has their files and compares them: these hashes never change.
 */
const issued: [name: string, pdf: string, page: string][] = [
  [
    "article",
    "c148b18016a91d85b78230c310722a963fd8a2e8c73c5d9f289c87a9e05b0eca",
    "c63f7a3eae4a8dd783e2a9e13db50d92890b4d90a233be6a119c4f482bf4af38",
  ],
  [
    "campaign",
    "851969b504d36461d00e98fd2b680e773760cfd6e10418d080e1bc2e6d1616da",
    "82f30d1b6d8479c89b1caa19816c02e7ab6436929b6234ac4cf5b1d0877095a3",
  ],
  [
    "empty",
    "ec4e7c3162da14d2ee1c180fd2f676be367cbcf6e350dc2b11f7569cbc3c8c8c",
    "9abb3cfa89780322171cc0ce251f2dcd1b046689d6af87c64f75618158956c0c",
  ],
];

describe("a report that was frozen before its layout had a version", () => {
  test.each(issued)("gives the same bytes for good: %s", async (name, pdf, page) => {
    const report: PublicationReport = JSON.parse(read(`${name}.json`).toString());
    // The style around it belongs to all pages, and is no part of the report.
    const [main = ""] =
      /<main.*<\/main>/s.exec(renderReportPage(report, { path: "/b", verifyUrl }).page) ?? [];
    expect({ pdf: hashOf(await render(report, { pictures, verifyUrl })), page: hashOf(main) }).toEqual({
      pdf,
      page,
    });
  });
});
