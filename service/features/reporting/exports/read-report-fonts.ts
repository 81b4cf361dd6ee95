import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { ReportFonts } from "./render-pdf.ts";

/** Paths of the two weights. */
export type ReportFontFiles = { regular: string; semibold: string };

/**
 * Reads Source Sans 3 (SIL Open Font License 1.1, `LICENSE_FONT` in its package) from `files`, or without them from its
 * package in node_modules, which a compiled binary does not have.
 */
export async function readReportFonts(files: ReportFontFiles | null = null): Promise<ReportFonts> {
  const { regular, semibold } = files ?? packagedFiles();
  const [regularBytes, semiboldBytes] = await Promise.all([readFile(regular), readFile(semibold)]);
  return { regular: regularBytes, semibold: semiboldBytes };
}

function packagedFiles(): ReportFontFiles {
  const pathOf = (name: string) =>
    fileURLToPath(import.meta.resolve(`@expo-google-fonts/source-sans-3/${name}.ttf`));
  return {
    regular: pathOf("400Regular/SourceSans3_400Regular"),
    semibold: pathOf("600SemiBold/SourceSans3_600SemiBold"),
  };
}
