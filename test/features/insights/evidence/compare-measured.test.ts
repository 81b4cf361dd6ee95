import { expect, test } from "bun:test";
import { compareArticle } from "../../../../service/features/insights/evidence/compare.ts";
import { processorMsOf } from "../../../support/processor-time.ts";

test("The time grows with the length of both texts alone, whatever they repeat", async () => {
  const characters = 3_000_000;
  /** A quarter of it is usual. */
  const slowestMs = 4_000;
  const pieces = [
    "a ",
    "a b ",
    "„a b c d e f g“ ",
    "„",
    "a",
    "<a>",
    "&amp;",
    "a\n",
    "Über uns\n\n",
    "[a](b) ",
  ];
  const slow: string[] = [];
  for (const piece of pieces) {
    const text = piece.repeat(Math.floor(characters / piece.length));
    const release = {
      ...{ title: "", subtitle: null, clientNames: [], addresses: { release: [], newsroom: [] } },
      ...{ bodyMarkdown: text.slice(0, 100_000), boilerplates: [text.slice(0, 10_000)] },
    };
    const spentMs = await processorMsOf(() => compareArticle({ title: "", text, links: [] }, release));
    if (spentMs > slowestMs) slow.push(piece);
  }
  expect(slow).toEqual([]);
});
