import { expect, test } from "bun:test";
import { safeFileName } from "../../../service/features/media/rules.ts";
import { processorMsOf } from "../../support/processor-time.ts";

test("a name of dots takes time by its length and not by the square of it", async () => {
  const name = (dots: number) => `a${".".repeat(dots)}b.jpg`;
  // What one part of a form may have as a header; the square of it took 5 s.
  const spentMs = await processorMsOf(() => {
    for (let each = 0; each < 3; each += 1)
      expect(safeFileName(name(80_000), { extension: "jpg" })).toBe("a.jpg");
  });
  expect(spentMs).toBeLessThan(3_000);
});
