import { describe, expect, test } from "bun:test";
import { readReportFonts } from "../../../../service/features/reporting/exports/read-report-fonts.ts";
import { createPdfRenderer } from "../../../../service/features/reporting/exports/render-pdf.ts";
import { resultOf, stagesOf } from "../../../../service/features/reporting/goals/measures.ts";
import { renderReportPage } from "../../../../service/features/reporting/links/page/render-report-page.ts";
import type { PublicationReport } from "../../../../service/features/reporting/reports/schema.ts";
import { pdfText } from "../../../support/pdf-tools.ts";
import { sampleMonth } from "../../../support/sample-month.ts";

const render = createPdfRenderer({ fonts: await readReportFonts() });
const verifyUrl = "https://presse.example.com/pruefen";

function monthOf(language: "de" | "en", edition?: 2): PublicationReport {
  const month = sampleMonth({ presentation: { language, layout: 2, ...(edition && { edition }) } });
  const { performance, externalInsights } = month;
  const figures = { performance, externalInsights, withKeyMessage: 3, answers: [], conversions: [] };
  const { comparison: _, ...uncompared } = month;
  const observed = { origin: "observed", sent: 120, undeliverable: 1, objections: 0 } as const;
  const measured = { origin: "measured", clicks: 4 } as const;
  return {
    ...uncompared,
    mailings: {
      items: [{ subject: "Werk", campaign: "werk", sentAt: "2026-10-07T08:00:00Z", observed, measured }],
      media: { origin: "observed", addressed: 8, reported: 2 },
    },
    goals: {
      items: [
        {
          ...{ id: "018f4f0e-1111-7000-8000-000000000000", objective: "Bekannt", audience: "Fachpresse" },
          ...{ from: "2026-10-01", to: "2026-12-31", through: "2026-10-31" },
          ...{ fixedAt: "2026-09-28T09:00:00.000Z", isLater: false, contentHash: "a".repeat(64) },
          measures: [
            resultOf({ kind: "clippings", of: "full_text", target: 10 }, figures, false),
            resultOf({ kind: "key_message_share", target: 10 }, figures, false),
          ],
        },
      ],
      stages: stagesOf(figures, { goals: 1, published: 6, isMeasured: true }),
    },
  };
}

/** What page and PDF say, each in one line. */
async function saidIn(report: PublicationReport): Promise<string[]> {
  const { page } = renderReportPage(report, { path: "/b", verifyUrl });
  const texts = [
    page.replaceAll(/<[^>]*>/g, " ").replaceAll("&#39;", "'"),
    pdfText(await render(report, { pictures: {}, verifyUrl })),
  ];
  return texts.map((text) => text.replaceAll(/\s+/g, " "));
}

const changed = {
  de: [
    ["12 Erwähnungen in", "12 Medienberichte in"],
    ["2 Clippings", "2 Medienberichte"],
    ["Clippings: Volltext", "Medienberichte: Volltext"],
    ["Anteil der Clippings mit", "Anteil der Medienberichte mit"],
    ["Kernbotschaften in Clippings", "Kernbotschaften in Medienberichten"],
    [" Botschaften, zugeordnet", " Kernbotschaften, zugeordnet"],
    ["Soziales Netzwerk", "Soziale Medien"],
    ["Versand Betreff Verschickt Nicht zustellbar", "Verschickt am Betreff Mails Nicht zustellbar"],
    ["Versandt: Einladung", "Verschickt: Einladung"],
    ["Ein KI-Assistent las die Meldung auf die Frage", "Auf Fragen von Menschen hin gelesen."],
  ],
  en: [
    ["12 mentions in", "12 media reports in"],
    ["2 clippings", "2 media reports"],
    ["Clippings: Full text", "Media reports: Full text"],
    ["Share of clippings with", "Share of media reports with"],
    ["Key messages in clippings", "Key messages in media reports"],
    ["Social network ", "Social media "],
    ["An AI assistant read the release to answer", "Read to answer people's questions."],
    ["Sent on Subject Sent Undeliverable", "Sent on Subject Mails Undeliverable"],
  ],
} as const;

describe.each(["de", "en"] as const)("a report in %s", (language) => {
  const now = changed[language].map(([, words]) => words);
  const before = changed[language].map(([words]) => words);

  test("has one word for a thing", async () => {
    for (const text of await saidIn(monthOf(language, 2))) {
      expect(now.filter((words) => !text.includes(words))).toEqual([]);
      expect(before.filter((words) => text.includes(words))).toEqual([]);
    }
  });

  test("of before edition 2 keeps its words", async () => {
    for (const text of await saidIn(monthOf(language)))
      expect(before.filter((words) => !text.includes(words))).toEqual([]);
  });
});
