/** Writes docs/error-codes.md anew. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ErrorCode, statusByErrorCode } from "../../service/errors.ts";
import { meaningByErrorCode } from "./error-meanings.ts";

export const errorCodesPath = join(import.meta.dirname, "../../docs/error-codes.md");

/** One table for each status, in rising order; within it the codes as service/errors.ts lists them. */
export function renderErrorCodesPage(): string {
  const statuses = [...new Set(Object.values(statusByErrorCode))].toSorted((a, b) => a - b);
  const codes = Object.keys(statusByErrorCode) as ErrorCode[];
  return `${introduction}${statuses
    .map((status) => {
      const rows = codes
        .filter((code) => statusByErrorCode[code] === status)
        .map((code) => `| \`${code}\` | ${meaningByErrorCode[code]} |\n`);
      return `\n## ${status}\n\n| code | what it means and what to do |\n| --- | --- |\n${rows.join("")}`;
    })
    .join("")}`;
}

const introduction = `# Error codes

Every refusal has a stable code. The Reporting API answers \`{ "error": code }\` with the status below and says in \`X-Service-Hint\`
which field broke which rule. Tools for agents return the same code with a sentence. Commands print the sentence alone.

This page is made from \`service/errors.ts\` and \`test/support/error-meanings.ts\` by \`bun run error-codes\`.
`;

if (import.meta.main) {
  writeFileSync(errorCodesPath, renderErrorCodesPage());
  process.stdout.write("docs/error-codes.md is written.\n");
}
