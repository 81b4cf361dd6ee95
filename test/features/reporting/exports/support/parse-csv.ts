import { Readable } from "node:stream";
import { parseStream } from "fast-csv";
import { renderCsv } from "../../../../../service/features/reporting/exports/render-csv.ts";
import type { PublicationReport } from "../../../../../service/features/reporting/reports/schema.ts";

export async function collect(report: PublicationReport): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of renderCsv(report, "https://pr.example/pruefen")) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

type ParsedRow = {
  section: string;
  date: string;
  metric: string;
  dimension: string;
  value: string;
  origin: string;
};

export async function parse(report: PublicationReport): Promise<ParsedRow[]> {
  const bytes = await collect(report);
  const rows: ParsedRow[] = [];
  for await (const row of parseStream<ParsedRow, ParsedRow>(Readable.from([bytes]), {
    headers: true,
    strictColumnHandling: true,
  })) {
    rows.push(row);
  }
  return rows;
}
