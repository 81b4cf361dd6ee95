import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { classifyRequest } from "../../../service/features/measurement/classify/classify-request.ts";
import {
  type CrawlerRanges,
  noCrawlerRanges,
  parseCrawlerRanges,
} from "../../../service/features/measurement/classify/crawler-ranges.ts";
import {
  joinRanges,
  type RangeFile,
  rangeFiles,
  rangesRefuteDaysMax,
} from "../../../service/features/measurement/classify/published-ranges.ts";
import { reasonNames } from "../../../service/features/measurement/classify/reasons.ts";

const nowMs = Date.parse("2026-11-22T12:00:00Z");
const gptBot = "Mozilla/5.0 (compatible; GPTBot/1.3; +https://openai.com/gptbot)";
const inside = "20.171.206.9";
const outside = "8.8.4.4";

test("each file of the repository names a crawler, a source and a day, can be read, and none is forgotten", () => {
  for (const { name, source, date, prefixes } of rangeFiles) {
    expect([name, source.startsWith("https://"), !Number.isNaN(Date.parse(date))]).toEqual([
      name,
      true,
      true,
    ]);
    expect(parseCrawlerRanges({ [name]: prefixes }).size).toBe(1);
  }
  const names = readdirSync(
    new URL("../../../service/features/measurement/lists/ranges", import.meta.url),
  ).sort();
  expect(rangeFiles.map(({ name }) => `${name.toLowerCase()}.json`).sort()).toEqual(names);
});

test("a list of the repository confirms at any age, and refutes up to its bound only", () => {
  const day = (daysAgo: number) => new Date(nowMs - daysAgo * 86_400_000).toISOString();
  for (const [daysAgo, foreign] of [
    [0, "suspected_bot"],
    [rangesRefuteDaysMax, "suspected_bot"],
    [rangesRefuteDaysMax + 1, "ai_crawler"],
  ] as const) {
    const ranges = joinRanges(noCrawlerRanges, () => nowMs, [file(day(daysAgo))]);
    expect(reasonNames(classify(inside, ranges).reasons)).toContain("crawlerAddressVerified");
    expect([daysAgo, classify(outside, ranges).class as string]).toEqual([daysAgo, foreign]);
  }
});

test("a list that grows old in a running process refutes no longer", () => {
  let now = Date.parse("2026-11-27");
  const ranges = joinRanges(noCrawlerRanges, () => now, [file("2026-11-22")]);
  expect(classify(outside, ranges).class).toBe("suspected_bot");
  now += rangesRefuteDaysMax * 86_400_000;
  expect(classify(outside, ranges).class).toBe("ai_crawler");
  expect(reasonNames(classify(inside, ranges).reasons)).toContain("crawlerAddressVerified");
});

test("addresses kept for examples are refuted by an operator's own list only", () => {
  const current = joinRanges(noCrawlerRanges, () => nowMs, [file("2026-11-22")]);
  expect(classify("203.0.113.9", current).class).toBe("ai_crawler");
  const own = joinRanges(parseCrawlerRanges({ GPTBot: ["192.0.2.0/24"] }), () => nowMs, [file("2026-11-22")]);
  expect(classify("203.0.113.9", own).class).toBe("suspected_bot");
  expect(reasonNames(classify("192.0.2.1", own).reasons)).toContain("crawlerAddressVerified");
});

test("the name server is to be asked where no list decides, the operator publishes names, and the address is on the Internet", () => {
  const baidu = "Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)";
  expect(classify(outside, noCrawlerRanges, baidu).namesEndWith).toEqual([".baidu.com", ".baidu.jp"]);
  for (const address of ["10.0.0.1", "127.0.0.1", "203.0.113.9", "unknown"])
    expect(classify(address, noCrawlerRanges, baidu).namesEndWith).toBeUndefined();
  expect(classify(outside, noCrawlerRanges).namesEndWith).toBeUndefined();
});

function file(date: string): RangeFile {
  return { name: "GPTBot", source: "https://openai.com/gptbot.json", date, prefixes: ["20.171.206.0/24"] };
}

function classify(clientIp: string, crawlerRanges: CrawlerRanges, userAgent = gptBot) {
  return classifyRequest({
    userAgent,
    headers: new Headers(),
    clientIp,
    isSecure: true,
    method: "GET",
    url: "https://news.example.de/",
    isInternal: false,
    crawlerRanges,
  });
}
