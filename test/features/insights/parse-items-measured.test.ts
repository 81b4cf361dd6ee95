import { expect, test } from "bun:test";
import { FeedFault } from "../../../service/features/insights/providers/feed-fault.ts";
import { parseDocument } from "../../../service/features/insights/providers/parse-items.ts";
import { processorMsOf } from "../../support/processor-time.ts";

const rss = (items: string) => `<rss version="2.0"><channel><title>Feed</title>${items}</channel></rss>`;

function tryToParse(xml: string): void {
  try {
    parseDocument(xml);
  } catch (error) {
    if (!(error instanceof FeedFault)) throw error;
  }
}

test.each([
  [
    "attributes",
    `<rss version="2.0" ${Array.from({ length: 60_000 }, (_, n) => `a${n}="x"`).join(" ")}><channel/></rss>`,
  ],
  ["entries", rss("<item/>".repeat(140_000))],
  ["namespaces", rss(`<item>${"<media:group><media:content url='x'/></media:group>".repeat(19_000)}</item>`)],
  ["open brackets", rss(`<item><title>${"<".repeat(1_000_000)}`)],
  [
    "character data",
    rss(`<item><title>${"&amp;lt;".repeat(120_000)}</title><link>https://a.example/1</link></item>`),
  ],
  ["CDATA", rss(`<item><title>${"<![CDATA[<".repeat(90_000)}`)],
  ["elements in a sitemap", `<urlset>${"<url><a>x".repeat(110_000)}`],
  ["a sitemap's parts", `<sitemapindex>${"<sitemap><lastmod>x</lastmod></sitemap>".repeat(26_000)}`],
  ["a doctype", `<!DOCTYPE ${"<!DOCTYPE ".repeat(90_000)}`],
])("a megabyte of %s costs bounded time", async (_name, xml) => {
  expect(await processorMsOf(() => tryToParse(xml))).toBeLessThan(3_000);
});
