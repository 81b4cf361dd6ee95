import { describe, expect, test } from "bun:test";
import { reportFileName } from "../../../../service/features/reporting/exports/file-name.ts";
import { sampleReport } from "../../../support/sample-report.ts";

describe("the file name of an export", () => {
  test("holds scope, period and format", () => {
    expect(reportFileName(sampleReport({ scopeId: "42" }), "pdf")).toBe(
      "report-article-42-2026-10-22-2026-11-20.pdf",
    );
  });

  test("is plain ASCII whatever the scope's id is", () => {
    const name = (scopeId: string) =>
      reportFileName(sampleReport({ scopeType: "campaign", scopeId, days: 1 }), "csv");
    expect(name('Größe/../"x"\r\nB')).toBe("report-campaign-Grosse-x-B-2026-11-20-2026-11-20.csv");
    expect(name("東京 🚀")).toBe("report-campaign-unnamed-2026-11-20-2026-11-20.csv");
    expect(name("")).toBe("report-campaign-unnamed-2026-11-20-2026-11-20.csv");
  });

  test("keeps 80 characters of an id and not one more", () => {
    const name = (length: number) =>
      reportFileName(sampleReport({ scopeId: "a".repeat(length), days: 1 }), "json");
    expect(name(80)).toContain("a".repeat(80));
    expect(name(81)).toBe(name(80));
  });
});
