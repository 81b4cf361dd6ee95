import { afterAll, expect, test } from "bun:test";
import { createPageParser } from "../../../../service/features/insights/pages/page-parser.ts";
import { ThreadTimeoutError } from "../../../../service/floor/concurrency/thread-pool.ts";
import { threadUrl } from "../../../../service/floor/concurrency/thread-url.ts";
import { until } from "../../../support/until.ts";
import { generatedSet } from "./labelled-set.ts";

/** Of the service's four: a page that takes longer takes four as well. */
const deadlineMs = 750;
const parser = createPageParser(threadUrl("features/insights/pages/page-worker"), deadlineMs);
afterAll(parser.close);

const bytes = 3 * 1024 * 1024;
const filled = (piece: string) => `<html><body>${piece.repeat(bytes / piece.length)}`;
const [labelled] = generatedSet();
if (labelled === undefined) throw new Error("The set is empty.");
const { url, release } = labelled;

/** Deadline and the start of a thread, on a busy machine. */
const slowestMs = 60_000;

for (const [name, piece] of [
  ["elements within elements", "<div>"],
  ["tables within tables", "<table><tr><td>"],
  ["links", "<a href=x>y</a> "],
  ["paragraphs without an end", "<p>ab, c"],
  ["words without an end", "wort "],
  ["one word", "w"],
  ["entities", "&amp;"],
  ["unknown entities", "&xx"],
  ["attributes", "<p a=1 b=2 "],
  ["open tags", "<"],
  ["comments", "<!--x-->"],
  ["scripts", "<script>x</script>"],
  ["quotation marks", "„"],
] as const) {
  test(`3 MB of ${name} end within the deadline, and the thread answers the next one`, async () => {
    const began = performance.now();
    let ticks = 0;
    const ticking = setInterval(() => (ticks += 1), 20);
    await parser
      .ask({ agencyId: 1 }, "compare", { html: filled(piece), url, release })
      .catch((error: unknown) => {
        if (!(error instanceof ThreadTimeoutError)) throw error;
      });
    clearInterval(ticking);
    const tookMs = performance.now() - began;
    expect(tookMs).toBeLessThan(slowestMs);
    // The thread that answers requests was free meanwhile.
    expect(ticks).toBeGreaterThan(tookMs / 20 / 20 - 2);
    // A busy machine may take longer than the deadline to start the next thread.
    const next = await until(() => parser.ask({ agencyId: 1 }, "compare", labelled).catch(() => null));
    expect(next?.matchType).toBe(labelled.expected);
  });
}

test("A page without an article, or with a teaser alone, says nothing of it", async () => {
  for (const html of [
    "",
    "<html></html>",
    "<p>Weiterlesen mit Plus</p>",
    "\0",
    "<html><script>render()</script>",
  ]) {
    expect(await parser.ask({ agencyId: 1 }, "compare", { html, url, release })).toBeNull();
  }
});
