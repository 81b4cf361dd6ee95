import { expect, test } from "bun:test";
import { setTimeout as sleep } from "node:timers/promises";
import { chunksOfFile } from "../../../service/features/media/upload-folder.ts";
import { thrownBy } from "../../support/error-of.ts";

test("a file that nobody reads is not opened: one that is gone by then ends nothing", async () => {
  chunksOfFile("/nowhere/uploaded");
  // An error that a stream throws by itself would fail the test run.
  await sleep(50);
});

test("a file that is gone when it is read fails there", async () => {
  const read = async () => {
    for await (const _chunk of chunksOfFile("/nowhere/uploaded"));
  };
  expect(await thrownBy(read())).toThrow("ENOENT");
});
