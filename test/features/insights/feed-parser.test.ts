import { afterAll, expect, test } from "bun:test";
import { createFeedParser } from "../../../service/features/insights/providers/feed-parser.ts";
import { feedBytesMax } from "../../../service/features/insights/providers/read-feed.ts";
import { threadUrl } from "../../../service/floor/concurrency/thread-url.ts";

const module = threadUrl("features/insights/providers/feed-worker");
const parser = createFeedParser(module);
afterAll(() => parser.close());

const rss = (content: string) => `<rss version="2.0"><channel><title>M</title>${content}</channel></rss>`;
const entry = (title: string) =>
  rss(`<item><title>${title}</title><link>https://weser.example/</link></item>`);
/** The most costly document that we found: 900 ms for a megabyte. */
const slow = rss(
  `<item><title>a</title>${"<dc:date/>".repeat(Math.floor((feedBytesMax - 200) / 10))}</item>`,
);

test("feeds that are parsed at once are answered each with its own entries", async () => {
  const titles = Array.from({ length: 5 }, (_, n) => `Titel ${n}`);
  const answers = await Promise.all(titles.map((title) => parser.parse(1, entry(title))));
  expect(answers.map(({ items }) => items.map(({ headline }) => headline))).toEqual(
    titles.map((title) => [title]),
  );
});

test("agencies take turns, however many feeds one of them has", async () => {
  const parsed: number[] = [];
  const parse = async (agencyId: number) => {
    await parser.parse(agencyId, entry("Titel"));
    parsed.push(agencyId);
  };
  await Promise.all([parse(1), parse(1), parse(1), parse(2)]);
  expect(parsed).toEqual([1, 2, 1, 1]);
});

test("a document that is no feed is a fault by name, and the next one is parsed", async () => {
  expect(await parser.parse(1, "<html></html>").catch(({ code }) => code)).toBe("not_a_feed");
  expect(await parser.parse(1, entry("Danach"))).toMatchObject({ items: [{ headline: "Danach" }] });
});

test("while a megabyte is parsed that was made to be slow, nobody waits", async () => {
  let isParsing = true;
  const parsing = parser.parse(1, slow).finally(() => {
    isParsing = false;
  });
  let turns = 0;
  for (; isParsing; turns += 1) await Bun.sleep(1);
  expect(await parsing).toEqual({ items: [], parts: [] });
  // Parsed by this thread it would be one turn of about 900 ms.
  expect(turns).toBeGreaterThan(20);
});

test("one that takes longer than its time is given up, and the next one is parsed", async () => {
  const impatient = createFeedParser(module, 1_500);
  try {
    const startedAt = performance.now();
    expect(await impatient.parse(1, slow.repeat(16)).catch(({ code }) => code)).toBe("timeout");
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    expect(await impatient.parse(1, entry("Danach"))).toMatchObject({ items: [{ headline: "Danach" }] });
  } finally {
    await impatient.close();
  }
});

test("a thread that can't start fails that feed only by itself", async () => {
  const broken = createFeedParser(new URL("./no-such-module.ts", import.meta.url));
  expect(await broken.parse(1, entry("a")).catch(() => "failed")).toBe("failed");
  expect(await broken.parse(1, entry("a")).catch(() => "failed")).toBe("failed");
  await broken.close();
});
