import { expect, test } from "bun:test";
import { readReportFonts } from "../../../../../service/features/reporting/exports/read-report-fonts.ts";
import { createPdfRenderer } from "../../../../../service/features/reporting/exports/render-pdf.ts";
import { runPdfTool } from "../../../../support/pdf-tools.ts";
import { sampleMonth } from "../../../../support/sample-month.ts";

const render = createPdfRenderer({ fonts: await readReportFonts() });

test("a heading in the comment stands with what follows it; reports of before edition 2 keep their pages", async () => {
  const feet = { before: 0, since: 0 };
  for (let lines = 27; lines < 32; lines += 1) {
    const comment = `${"Zeile\n\n".repeat(lines)}## Überschrift\n\n${"Wort ".repeat(40)}`;
    feet.before += await headingsAtFoot({ ...sampleMonth({ presentation }), comment });
    feet.since += await headingsAtFoot({
      ...sampleMonth({ presentation: { ...presentation, edition: 2 } }),
      comment,
    });
  }
  expect(feet.since).toBe(0);
  expect(feet.before).toBeGreaterThan(0);
});

const presentation = { language: "de", layout: 2 } as const;

async function headingsAtFoot(report: Parameters<typeof render>[0]): Promise<number> {
  const text = runPdfTool("pdftotext", await render(report, { pictures: {} }), ["-layout"], ["-"]);
  return text.split("\f").filter((page) => /Überschrift\s*\n\s*Bericht [0-9a-f]{8}/.test(page)).length;
}
