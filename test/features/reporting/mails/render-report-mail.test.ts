import { expect, test } from "bun:test";
import { renderReportMail } from "../../../../service/features/reporting/mails/render-report-mail.ts";
import type { PublicationReport } from "../../../../service/features/reporting/reports/schema.ts";
import { sampleMonth } from "../../../support/sample-month.ts";

function mailOf(report: PublicationReport) {
  const mail = renderReportMail({
    ...{ report, recipient: "leser@kunde.example", agencyName: "Agentur", senderName: null, brand: null },
    ...{ replyTo: null, message: null, verifyUrl: "https://example.org/pruefen", content: { url: "/b" } },
  });
  return { subject: mail.subject, lines: mail.text.replaceAll("\u00a0", " ").split("\n") };
}

test("the mail of a client's report says what its page and its PDF say, and nothing of the portfolio kept for the client", () => {
  const report = sampleMonth();
  const { subject, lines } = mailOf(report);
  expect(subject).toBe(`Wirkungsbericht: ${report.scope.title}`);
  expect(lines.some((line) => line.includes("Portfolio"))).toBe(false);
  // The heading is the client's name already.
  expect(lines.filter((line) => line.startsWith("Wirkungsbericht"))).toEqual([
    "Wirkungsbericht · 1.–31. Oktober 2026",
  ]);
});

test("the mail of a client's first report names no dash for a client of which nothing has appeared yet", () => {
  const { lines } = mailOf({
    ...sampleMonth({ presentation: { language: "de", layout: 2, edition: 2 } }),
    releases: [],
  });
  expect(lines.filter((line) => line.startsWith("Wirkungsbericht"))).toEqual([
    "Wirkungsbericht · 1.–31. Oktober 2026",
  ]);
});

test("the mail of a portfolio's report names the portfolio", () => {
  const report = sampleMonth();
  const { clientId, ...scope } = report.scope;
  expect(clientId).toBe(12);
  expect(mailOf({ ...report, scope }).subject).toBe(`Wirkungsbericht zum Portfolio: ${scope.title}`);
});
