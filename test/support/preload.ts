import { afterAll, setDefaultTimeout } from "bun:test";
import { rmSync } from "node:fs";
import fc from "fast-check";
import { propertySeed, serversOfTheRun } from "./environment.ts";
import { lowerPasswordCost } from "./password-cost.ts";
import { createRunFolder } from "./run-folder.ts";
import { endFile } from "./server-process.ts";

/**
 * A test may start servers of its own, crash them and wait for their recovery, on a machine ten times as slow as a quiet one. Whoever
 * passes waits no longer for it.
 */
const testTimeoutMs = 300_000;

setDefaultTimeout(testTimeoutMs);
lowerPasswordCost();
const seed = propertySeed();
// Without one, fast-check draws it and says it where a property fails.
if (seed !== undefined) fc.configureGlobal({ seed });
// Of a file that is run by itself: its servers and databases begin as copies of some 1,000 files.
const ownFolder =
  serversOfTheRun().postgresUrl === undefined ? createRunFolder({ mayBeInMemory: true }) : null;
afterAll(async () => {
  await endFile();
  if (ownFolder !== null) rmSync(ownFolder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});
