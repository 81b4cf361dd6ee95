import { describe, expect, test } from "bun:test";
import { csvLine, formulaSafe } from "../../../../service/floor/web/csv-line.ts";
import { sampleReport } from "../../../support/sample-report.ts";
import { parse } from "./support/parse-csv.ts";

describe("the CSV of a report", () => {
  test("disarms formulas in texts and leaves numbers alone", async () => {
    for (const cell of [
      "=1+1",
      "+49 221",
      "-cmd",
      "@SUM(A1)",
      "\tx",
      "\rx",
      '=HYPERLINK("x")',
      "-",
      "+",
      "-1-1",
      "+1e",
      "\nx",
      "＝1+1",
      "＋49 221",
      "－cmd",
      "＠SUM(A1)",
      "﹦1+1",
      "  =1+1",
      "\u00a0@x",
      "\ufeff=1+1",
      "\u200b=1+1",
    ]) {
      expect(formulaSafe(cell)).toBe(`'${cell}`);
    }
    for (const cell of [
      "-4.2",
      "+3",
      "-0",
      "1e5",
      "-1E-7",
      "",
      "a=b",
      "'x",
      "12345.60",
      " a=b",
      "\u00a0x",
      "—x",
      "a; b",
      "a =b",
      "a|=b",
      "a,=b",
    ]) {
      expect(formulaSafe(cell)).toBe(cell);
    }
    expect(formulaSafe(-4.2)).toBe(-4.2);
    const rows = await parse(sampleReport({ title: "=cmd|' /C calc'!A0", agency: "@agentur" }));
    expect(rows.find((row) => row.metric === "scopeTitle")?.value).toBe("'=cmd|' /C calc'!A0");
    expect(rows.find((row) => row.metric === "agency")?.value).toBe("'@agentur");
  });

  test("disarms formulas behind each sign at which a spreadsheet may split a cell", async () => {
    const split: [string, string][] = [
      ["x;=cmd", "x;'=cmd"],
      ["x;=1;+2;-3;@SUM(A1)", "x;'=1;'+2;'-3;'@SUM(A1)"],
      ["=1;=2", "'=1;'=2"],
      ["\n=1+1", "'\n'=1+1"],
      ["x;-4.2", "x;'-4.2"],
      ["x\t=1+1", "x\t'=1+1"],
      ["x\n=1+1", "x\n'=1+1"],
      ["x\r\n=1+1", "x\r\n'=1+1"],
      ["x; \u00a0\ufeff=1+1", "x; \u00a0\ufeff'=1+1"],
      ['x;"=1+1', "x;\"'=1+1"],
      ["x;＝1+1", "x;'＝1+1"],
    ];
    for (const [cell, safe] of split) expect(formulaSafe(cell)).toBe(safe);
    // A program that splits at all of them keeps a quoted cell whole.
    expect(csvLine(["x;=cmd", "a\tb", "a|b", 1])).toBe(`"x;'=cmd","a\tb","a|b",1\r\n`);
    const rows = await parse(sampleReport({ title: "Sommer;=HYPERLINK(1)" }));
    expect(rows.find((row) => row.metric === "scopeTitle")?.value).toBe("Sommer;'=HYPERLINK(1)");
  });

  test("takes no longer than the cell's length for cells of nothing but separators", () => {
    const partsTotal = 200_000;
    for (const part of [";", "\t", "; ", ';"', "\n", " "]) {
      const cell = `a${part.repeat(partsTotal)}`;
      const startedAt = performance.now();
      expect(formulaSafe(cell)).toBe(cell);
      // A square of the length would take minutes.
      expect(performance.now() - startedAt).toBeLessThan(5_000);
    }
  });
});
