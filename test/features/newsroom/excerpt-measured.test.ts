import { expect, test } from "bun:test";
import { excerptOf } from "../../../service/features/newsroom/excerpt.ts";
import { processorMsOf } from "../../support/processor-time.ts";

test("an excerpt of the longest text takes a moment", async () => {
  for (const text of ["a".repeat(100_000), "ae ".repeat(33_000), "ä😀".repeat(30_000)])
    expect(await processorMsOf(() => excerptOf(text, ["xyz", "a"]))).toBeLessThan(400);
});
