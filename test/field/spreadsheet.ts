/**
 * Opens our CSV files in LibreOffice as a spreadsheet set to German does, which splits at `;`: `bun run test:field`. Apart from the
 * suite, because the program has 300 MB.
 */
import { expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { renderCsv } from "../../service/features/reporting/exports/render-csv.ts";
import { csvLine } from "../../service/floor/web/csv-line.ts";
import { childEnvironment } from "../support/environment.ts";
import { sampleReport } from "../support/sample-report.ts";

/** The first start makes a profile: some seconds, and many on a busy machine. */
const timeoutMs = 240_000;
const separators = { semicolon: 59, comma: 44, tabulator: 9 };

/** Formulas that LibreOffice found; it is asked to run them, which a person may choose too. German (1031), UTF-8 (76). */
function formulasIn(csv: string | Uint8Array, separator: number): string[] {
  const folder = mkdtempSync(join(tmpdir(), "prs-sheet-"));
  try {
    writeFileSync(join(folder, "file.csv"), csv);
    const filter = `Text - txt - csv (StarCalc):${separator},34,76,1,,1031,false,true,false,false,false,-1,true`;
    execFileSync(
      "soffice",
      [
        `-env:UserInstallation=file://${folder}/profile`,
        ...["--headless", "--convert-to", "fods", `--infilter=${filter}`],
        ...["--outdir", folder, join(folder, "file.csv")],
      ],
      { stdio: "ignore", timeout: timeoutMs, env: childEnvironment({ HOME: folder, LANG: "de_DE.UTF-8" }) },
    );
    const sheet = readFileSync(join(folder, "file.fods"), "utf8");
    return [...sheet.matchAll(/table:formula="([^"]*)"/g)].map(([, formula]) => formula ?? "");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const attacks = [
  "x;=1+1",
  "x; =1+1",
  'x;"=1+1',
  "x\t=1+1",
  "x\n=1+1",
  "x\r\n=1+1",
  "=1+1",
  ";=1+1;=2+2",
  "x;+1+1",
  "x;@SUM(A1)",
];

test(
  "the attack works where cells are only quoted: this test can fail",
  () => {
    const quotedOnly = attacks.map((cell) => `utm,"${cell.replaceAll('"', '""')}",1\r\n`).join("");
    expect(formulasIn(quotedOnly, separators.semicolon).length).toBeGreaterThanOrEqual(3);
  },
  timeoutMs,
);

test.each(Object.entries(separators))(
  "no cell of ours is a formula for a spreadsheet that splits at a %s",
  (_name, separator) => {
    // In the middle of a line as in reports, and at its begin as in the list of subscribers.
    const lines = attacks.map((cell) => csvLine(["utm", cell, 1]) + csvLine([cell, "utm"])).join("");
    expect(formulasIn(lines, separator)).toEqual([]);
  },
  timeoutMs,
);

test(
  "nor is one of a report whose title is an attack",
  async () => {
    const parts: Uint8Array[] = [];
    for (const part of renderCsv(sampleReport({ title: attacks.join(" ") }), "https://pr.example/pruefen"))
      parts.push(part);
    expect(formulasIn(Buffer.concat(parts), separators.semicolon)).toEqual([]);
  },
  timeoutMs,
);
