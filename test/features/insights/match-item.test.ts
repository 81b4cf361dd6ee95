import { describe, expect, test } from "bun:test";
import type { FeedItem } from "../../../service/features/insights/providers/parse-items.ts";
import {
  comparableRelease,
  type KnownRelease,
  matchItem,
  pageAddress,
} from "../../../service/features/insights/providers/rules.ts";

const now = new Date("2026-11-20T12:00:00Z");
const at = (day: string) => new Date(`${day}T09:00:00Z`);

const release: KnownRelease = {
  id: 1,
  title: "Müller Maschinenbau eröffnet neues Werk in Bremen",
  clientNames: ["Müller Maschinenbau GmbH & Co. KG"],
  publishedAt: at("2026-11-10"),
  urls: ["https://presse.example/newsroom/mueller/neues-werk", "https://mueller.example/werk-2026"],
};
const older: KnownRelease = {
  ...release,
  id: 2,
  title: "Müller Maschinenbau verdoppelt die Zahl seiner Auszubildenden",
  publishedAt: at("2026-11-08"),
  urls: ["https://presse.example/newsroom/mueller/auszubildende"],
};

describe("matching an entry of a feed to releases", () => {
  test.each([
    ["the page", '<a href="https://presse.example/newsroom/mueller/neues-werk">mehr</a>'],
    ["an address of before", "https://mueller.example/werk-2026"],
    ["a counted link below such a one", "https://mueller.example/werk-2026/go/share/abc123def456"],
    ["the page with tracking", "https://www.presse.example/newsroom/mueller/neues-werk/?utm_source=x#top"],
    [
      "a counted link below it",
      "(https://presse.example/newsroom/mueller/neues-werk/go/share/abc123def456).",
    ],
  ])("a link to %s is sure", (_name, markup) => expect(match(markup)).toEqual([[1, "link", "high"]]));

  test.each([
    ["another release's page", "https://presse.example/newsroom/mueller/neues-werk-2"],
    ["the newsroom", "https://presse.example/newsroom/mueller"],
    ["another host", "https://evil.example/newsroom/mueller/neues-werk"],
    ["the host as a name in a path", "https://x.example/presse.example/newsroom/mueller/neues-werk"],
  ])("a link to %s is none", (_name, markup) => expect(match(markup)).toEqual([]));

  test("the whole headline in the text is sure, whatever its case and punctuation", () => {
    expect(match("MÜLLER Maschinenbau eröffnet „neues Werk“ in Bremen – so kam es")).toEqual([
      [1, "excerpt", "high"],
    ]);
  });

  test("most words of the headline beside the client's name are likely", () => {
    expect(match("In Bremen eröffnet die Müller Maschinenbau ein neues Gebäude")).toEqual([
      [1, "mention", "medium"],
    ]);
  });

  test("a product or another spelling stands for the client's name, a shorter word does not", () => {
    const named = (text: string, clientNames: string[]) =>
      matchItem(item(text), [comparableRelease({ ...release, clientNames })], now).length;
    expect(named("Der Rotor 7 ist im Test der beste", ["Müller AG", "Rotor 7"])).toBe(1);
    expect(named("Der Rotor 8 ist im Test der beste", ["Müller AG", "Rotor 7"])).toBe(0);
    expect(named("Das MMB im Test", ["Müller AG", "MMB"])).toBe(0);
  });

  test("the client's name alone counts for the latest release, for two weeks, and is doubtful", () => {
    expect(match("Müller Maschinenbau sucht Leute")).toEqual([[1, "mention", "low"]]);
    expect(match("Müller Maschinenbau sucht Leute", { publishedAt: at("2026-11-24") })).toEqual([
      [1, "mention", "low"],
    ]);
    expect(match("Müller Maschinenbau sucht Leute", { publishedAt: at("2026-11-25") })).toEqual([]);
  });

  test("words without the name, a name inside another word, and what came before the release are nothing", () => {
    expect(match("In Bremen eröffnet jemand ein neues Werk")).toEqual([]);
    expect(match("Müller Maschinenbauer sucht Leute")).toEqual([]);
    expect(
      match("Müller Maschinenbau eröffnet neues Werk in Bremen", { publishedAt: at("2026-11-01") }),
    ).toEqual([]);
  });

  test("an entry that is about two releases for sure is matched with both, and with no third by the name", () => {
    const text = `${release.title}. ${older.title}.`;
    expect(match(text)).toEqual([
      [1, "excerpt", "high"],
      [2, "excerpt", "high"],
    ]);
  });

  test("an entry without a date is taken for new", () => {
    expect(match("Müller Maschinenbau sucht Leute", { publishedAt: null })).toEqual([[1, "mention", "low"]]);
  });

  test("a headline of three words is too common to be one", () => {
    const short = { ...release, title: "Neuer Vorstand berufen", clientNames: ["Xanadu Werke"] };
    expect(
      matchItem(item("Neuer Vorstand berufen bei den Stadtwerken"), [comparableRelease(short)], now),
    ).toEqual([]);
  });

  test("pages are compared by host and path", () => {
    expect(pageAddress("https://www.a.example/b/?c=d#e")).toBe("a.example/b");
    expect(pageAddress("http://a.example:8080/")).toBe("a.example:8080");
    expect(pageAddress("nothing")).toBeNull();
  });
});

test("comparing the slowest entries with 500 releases takes few times as long as reading a text of their length", () => {
  const releases = Array.from({ length: 500 }, (_, id) =>
    comparableRelease({ ...release, id, urls: [`https://presse.example/newsroom/mueller/${id}`] }),
  );
  const entries = [
    item("x", { markup: Array.from({ length: 2_000 }, (_, id) => `http://a${id}`).join(" ") }),
    item("a ".repeat(10_000)),
    item("Müller Maschinenbau neues Werk ".repeat(650)),
  ];
  const text = item("Stadtwerke wechseln Vorstand und Namen ".repeat(500));
  const readingMs = fastestMs(() => matchItem(text, [], now));
  for (const entry of entries) {
    const ratio = fastestMs(() => matchItem(entry, releases, now)) / readingMs;
    // 2 to 3; with all links of an entry it is 36, without the set of words 190.
    expect(ratio).toBeLessThan(10);
  }
});

/** The fastest of many rounds: a busy machine slows some of them, and hardly all. */
function fastestMs(work: () => void): number {
  const rounds = Array.from({ length: 30 }, () => {
    const startedAt = performance.now();
    work();
    return performance.now() - startedAt;
  });
  return Math.min(...rounds);
}

function item(text: string, more: Partial<FeedItem> = {}): FeedItem {
  return {
    headline: text.slice(0, 50),
    url: "https://weser.example/a",
    publishedAt: at("2026-11-11"),
    medium: null,
    text,
    markup: text,
    ...more,
  };
}

const match = (text: string, more: Partial<FeedItem> = {}) =>
  matchItem(item(text, more), [release, older].map(comparableRelease), now).map(
    ({ releaseId, matchType, confidence }) => [releaseId, matchType, confidence],
  );
