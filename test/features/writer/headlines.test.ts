import { describe, expect, test } from "bun:test";
import { writeHeadlines } from "../../../service/features/writer/rule-based/headlines.ts";
import { splitWords } from "../../../service/press-text/analysis/split-words.ts";
import { stopWords } from "../../../service/press-text/analysis/stop-words.ts";
import { fortyTopics, topics } from "./writer-inputs.ts";

const meaningful = (text: string) =>
  new Set(
    splitWords(text)
      .map((word) => word.toLowerCase())
      .filter((word) => !stopWords.has(word) && (/\d/.test(word) || word.length > 2)),
  );

/** Words that a headline has and its topic has not; the ending of an adjective may differ ("neuen" and "neuer"). */
function foreignWords(headline: string, topic: string): string[] {
  const stem = (word: string) => word.toLowerCase().replace(/e[rnsm]?$/, "");
  const known = new Set(splitWords(topic).map(stem));
  return splitWords(headline).filter(
    (word) => !known.has(stem(word)) && !topic.includes(word) && word !== "und",
  );
}

describe("the headlines", () => {
  for (const topic of [...fortyTopics, ...Object.values(topics)]) {
    test(`are the topic's own words, two of which carry meaning: ${topic.slice(0, 60)}`, () => {
      const headlines = writeHeadlines(topic);
      expect(headlines.length).toBeLessThanOrEqual(5);
      expect(new Set(headlines.map((line) => line.toLowerCase())).size).toBe(headlines.length);
      for (const headline of headlines) {
        expect(Array.from(headline).length).toBeLessThan(80);
        expect(headline).not.toMatch(/<|\p{Extended_Pictographic}|https?:|\s{2}|undefined/u);
        expect(headline).toBe(headline.trim());
        if (!headline.endsWith("…")) expect(foreignWords(headline, topic)).toEqual([]);
        expect(meaningful(headline).size).toBeGreaterThanOrEqual(Math.min(2, meaningful(topic).size));
      }
    });
  }

  test("begin with the news, and put subject, place and time first where the topic has them", () => {
    expect(writeHeadlines(topics.sentence ?? "")).toEqual([
      "Stadtwerke Köln bauen bis 2027 drei neue Windräder in der Eifel",
      "Stadtwerke Köln bauen drei neue Windräder in der Eifel",
      "Stadtwerke Köln: drei neue Windräder in der Eifel",
      "Bis 2027 bauen die Stadtwerke Köln drei neue Windräder in der Eifel",
      "Drei neue Windräder in der Eifel",
    ]);
    expect(
      writeHeadlines("Die Müller GmbH eröffnet am 1. März ein neues Logistikzentrum in Kassel"),
    ).toContain("Kassel: Müller GmbH eröffnet am 1. März ein neues Logistikzentrum");
    expect(writeHeadlines(topics.phrase ?? "")).toEqual([
      "Neue Produktionshalle in Augsburg",
      "Augsburg: neue Produktionshalle",
    ]);
  });

  test("turn an object into the form in which it stands by itself, and leave one alone that they can't turn", () => {
    expect(writeHeadlines("Heliora baut einen neuen Windpark vor Rügen")).toContain(
      "Heliora: neuer Windpark",
    );
    expect(writeHeadlines("Heliora begrüßt einen neuen Kollegen")).toEqual([
      "Heliora begrüßt einen neuen Kollegen",
    ]);
  });

  test("never say the same again with an ellipsis", () => {
    const written = writeHeadlines(
      "Die Volksbank Allgäu schließt zum Jahresende acht Filialen und stellt einen Bankbus auf die Straße",
    );
    expect(written).toContain("Volksbank Allgäu schließt zum Jahresende acht Filialen");
    expect(written).not.toContain("Volksbank Allgäu schließt zum Jahresende acht Filialen …");
  });

  test("drop no verb that carries the meaning", () => {
    expect(writeHeadlines("Sparkasse Jena schließt drei Filialen")).toEqual([
      "Sparkasse Jena schließt drei Filialen",
    ]);
    expect(writeHeadlines("Unser Start-up hat eine App für Pflegekräfte entwickelt")).toContain(
      "Unser Start-up: App für Pflegekräfte entwickelt",
    );
  });

  test("make two headlines of two things that were done, and keep a clause that explains for last", () => {
    expect(writeHeadlines(fortyTopics.find((topic) => topic.includes("Sparkasse")) ?? "")).toEqual([
      "Sparkasse Jena schließt drei Filialen und erweitert die Beratung per Video",
      "Sparkasse Jena erweitert die Beratung per Video",
    ]);
    expect(writeHeadlines(fortyTopics.find((topic) => topic.includes("Handwerkskammer")) ?? "")[0]).toBe(
      "Handwerkskammer zeichnet 25 Betriebe aus",
    );
  });

  test("join what a list names, and change places around a colon", () => {
    expect(writeHeadlines(topics.list ?? "")[1]).toBe("Nachhaltigkeit und Digitalisierung");
    expect(writeHeadlines(topics.funding ?? "")[1]).toBe(
      "14 Millionen Euro vom Land: Förderung von Photovoltaik auf Schuldächern",
    );
  });

  test("keep an address that is the subject, German quotation marks, brands and ordinals", () => {
    expect(writeHeadlines(topics.hostSubject ?? "")[0]).toBe(
      "gruener-strom.de startet Podcast „Energie & Du“",
    );
    expect(writeHeadlines(topics.quote ?? "")[0]).toBe("Aktion „Saubere Stadt“ startet im April");
    expect(writeHeadlines(topics.brand ?? "")).toEqual(["iPhone 17"]);
    expect(writeHeadlines(topics.ordinal ?? "")).toEqual(["1. FC Köln"]);
  });

  test("are one for a topic of one word, and none where there is no word or only an instruction", () => {
    expect(writeHeadlines("Brand")).toEqual(["Brand"]);
    expect(writeHeadlines(topics.emojiOnly ?? "")).toEqual([]);
    expect(writeHeadlines(topics.injection ?? "")).toEqual([]);
  });

  test("of a request are about what was asked for", () => {
    expect(writeHeadlines(topics.request ?? "")).toEqual([
      "Unser Sommerfest in Bremen",
      "Bremen: unser Sommerfest",
    ]);
  });
});
