/**
 * `bun run check:docs`: holds what the documents name in backticks against the code, so that none goes stale unseen. Prints each
 * name that is not there, and exits 1.
 */
import { readCode, readDocuments } from "./docs-facts.ts";
import { findDocsFaults } from "./find-docs-faults.ts";

const code = readCode();
const faults = readDocuments().flatMap((document) => findDocsFaults(document, code));
for (const fault of faults) process.stdout.write(`${fault}\n`);
if (faults.length > 0) process.exitCode = 1;
