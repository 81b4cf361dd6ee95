import { expect, test } from "bun:test";
import { ServiceError } from "../../../../service/errors.ts";
import { cleanReportComment } from "../../../../service/features/reporting/reports/comment.ts";

// Beside the German field stood the sentence for programs.
test.each([
  ["a".repeat(4_001), "Der Kommentar hat 4.001 Zeichen.", "at most 4000"],
  ["a\0b", "unzulässiges Zeichen", "holds a NUL"],
  [
    `${">".repeat(21)} Tief`,
    "Möglich sind 500 Links, 100 Bilder, 2.000 Tabellenzellen und 20 Ebenen",
    "21 levels",
  ],
  ["![Bild](/media/a)\n\n".repeat(101), "Möglich sind 500 Links, 100 Bilder", "101 pictures"],
])(
  "a comment that can't stand in a report is refused in German and in English, case %#",
  (text, german, english) => {
    const error = refusalOf(text);
    expect(error?.code).toBe("validation_error");
    expect(error?.message).toContain(english);
    expect(error?.details?.fieldErrors.comment?.[0]).toContain(german);
  },
);

test("a comment at its bounds is taken, and one of blanks is none", () => {
  expect(cleanReportComment(` ${"a".repeat(4_000)}\r\n`)).toBe("a".repeat(4_000));
  expect(cleanReportComment(`${">".repeat(20)} Tief`)).toBe(`${">".repeat(20)} Tief`);
  expect(cleanReportComment(" \n ")).toBeUndefined();
});

function refusalOf(text: string): ServiceError | null {
  try {
    cleanReportComment(text);
    return null;
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}
