import { expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { createEmbeddedDirectory } from "../../support/embedded-template.ts";
import { startServe } from "./run-program.ts";

test.each([
  ["off", true],
  ["on", false],
])("`serve` with EMBEDDED_SYNC=%s warns of power cuts: %p", async (sync, warns) => {
  const directory = await createEmbeddedDirectory();
  const service = await startServe([], { DATA_DIR: directory, EMBEDDED_SYNC: sync });
  const { stderr } = await service.stop("SIGTERM");
  expect(stderr.includes('"embedded_database_not_synced"')).toBe(warns);
  rmSync(directory, { recursive: true });
});
