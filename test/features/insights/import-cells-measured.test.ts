import { expect, test } from "bun:test";
import { readCells } from "../../../service/features/insights/import/cells.ts";
import { processorMsOf } from "../../support/processor-time.ts";

const columns = { positions: new Map([["cell", 0]]), constants: new Map<string, string>() };

test("a cell of 400,000 marks is refused at once, as a text and as an address", async () => {
  const marks = `a${"\u0315".repeat(200_000)}${"\u0316".repeat(200_000)}`;
  const spentMs = await processorMsOf(() => {
    for (const text of [marks, `https://${marks}.example/`]) {
      const cells = readCells([text], columns, () => ({ problem: "unknown_release" }));
      cells.url("cell");
      expect(cells.problems.length).toBeGreaterThan(0);
    }
  });
  // Minutes before runs of marks were parted.
  expect(spentMs).toBeLessThan(1_000);
});
