import { toNormalForm } from "../../../floor/strings/normal-form.ts";
import type { PublicationReport } from "../reports/schema.ts";

export const exportFormats = ["pdf", "csv", "json"] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const contentTypeByFormat: Record<ExportFormat, string> = {
  pdf: "application/pdf",
  csv: "text/csv; charset=utf-8",
  json: "application/json",
};

/** Characters of a scope's id in a file name: together with the rest it stays far below the 255 bytes of file systems. */
const scopeIdCharactersMax = 80;

/** `report-<scopeType>-<scopeId>-<from>-<to>.<format>`, ASCII and safe for every file system and header. */
export function reportFileName<Format extends ExportFormat>(
  report: Pick<PublicationReport, "scope" | "performance">,
  format: Format,
): `${string}.${Format}` {
  const { from, to } = report.performance.window;
  return `report-${report.scope.type}-${asciiId(report.scope.id)}-${from}-${to}.${format}`;
}

function asciiId(id: string): string {
  const ascii = toNormalForm(id.replaceAll("ß", "ss"), "NFKD")
    .replace(/\p{Mark}/gu, "")
    .replace(/[^A-Za-z0-9_-]+/g, "-")
    .slice(0, scopeIdCharactersMax)
    .replace(/^-+|-+$/g, "");
  return ascii === "" ? "unnamed" : ascii;
}
