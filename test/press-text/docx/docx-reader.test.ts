import { afterAll, expect, test } from "bun:test";
import type { Log } from "../../../service/log.ts";
import { createDocxReader } from "../../../service/press-text/docx/docx-reader.ts";
import { refusalOf } from "../../support/workflow.ts";

const warned: string[] = [];
const log = { warn: (event: string) => warned.push(event) } as unknown as Log;
const module = new URL("./slow-docx-worker.ts", import.meta.url);
const reader = createDocxReader(module, { log, timeoutMs: 2_000 });
afterAll(() => reader.close());

test("a document that takes too long is refused, and the others of all agencies are read in their turns", async () => {
  const order: string[] = [];
  const read = async (agencyId: number, path: string) => {
    const { markdown } = await reader.read(agencyId, path);
    order.push(markdown);
  };
  const refused = refusalOf(reader.read(1, "slow"));
  await Promise.all([read(1, "second of one"), read(1, "third of one"), read(2, "first of another")]);
  expect(await refused).toBe("file_type_refused");
  expect(order).toEqual(["first of another", "second of one", "third of one"]);
  expect(warned).toEqual(["document_not_read"]);
});
