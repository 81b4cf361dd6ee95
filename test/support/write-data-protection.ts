/** Writes docs/data-protection.md anew. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { renderDataProtectionPage } from "../../service/features/agency-data/data-protection-page.ts";

export const dataProtectionPath = join(import.meta.dirname, "../../docs/data-protection.md");

if (import.meta.main) {
  writeFileSync(dataProtectionPath, renderDataProtectionPage());
  process.stdout.write("docs/data-protection.md is written.\n");
}
