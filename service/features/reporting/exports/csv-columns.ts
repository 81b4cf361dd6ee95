import type { CsvCell } from "../../../floor/web/csv-line.ts";
import type { ReportedRelease } from "../articles/schema.ts";

/** The columns of the table, in order; every figure of a report is one row. */
export const csvColumns = ["section", "date", "metric", "dimension", "value", "unit", "origin"] as const;

export type CsvRow = [
  section: string,
  date: string,
  metric: string,
  dimension: string,
  value: CsvCell,
  unit: string,
  origin: string,
];

/** Joins the parts of a dimension that has several, such as source, medium and campaign. */
export function joinDimension(...parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== "").join(" | ");
}

/** A release as every row about it names it. */
export function releaseDimension({ id, title, client }: ReportedRelease): string {
  return joinDimension(String(id), title, client.name);
}
