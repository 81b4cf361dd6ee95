import { expect, test } from "bun:test";
import crawlers from "crawler-user-agents";
import fc from "fast-check";
import { classifyRequest } from "../../../service/features/measurement/classify/classify-request.ts";
import { crawlerPatterns } from "../../../service/features/measurement/classify/crawler-patterns.ts";
import { noCrawlerRanges } from "../../../service/features/measurement/classify/crawler-ranges.ts";
import { listedAgents } from "../../../service/features/measurement/classify/listed-agents.ts";
import {
  matchUserAgent,
  userAgentLengthMax,
} from "../../../service/features/measurement/classify/match-user-agent.ts";
import { trafficClasses } from "../../../service/features/measurement/vocabulary.ts";
import { boundedCache } from "../../../service/floor/limits/bounded-cache.ts";
import { peopleAgents } from "./fixtures/people.ts";

test("of the examples in crawler-user-agents only browsers that people use, and one crawler, go unnoticed", () => {
  const examples = crawlers.flatMap(({ instances }) => instances);
  const missed = examples.filter((userAgent) => matchUserAgent(userAgent).class === null);
  expect(examples.length).toBeGreaterThan(2000);
  expect(missed.length).toBeLessThanOrEqual(8);
  const rightlyMissed = /MetaIAB|Instagram|Code\/1|Trae\/|Fluid\//;
  expect(missed.filter((userAgent) => !rightlyMissed.test(userAgent)).length).toBeLessThanOrEqual(1);
});

test("every listed agent is found by its own token, in any case", () => {
  for (const { token, class: trafficClass } of listedAgents()) {
    for (const text of [token, `Mozilla/5.0 (compatible; ${token.toUpperCase()}/1.0; +https://x.example)`]) {
      expect([text, matchUserAgent(text).class]).toEqual([text, trafficClass]);
    }
  }
});

test("labels of foreign patterns are readable, bounded and never empty", () => {
  for (const { label, pattern, class: trafficClass } of crawlerPatterns()) {
    expect([pattern, label.length > 0 && label.length <= 64 && !/[\\^$[\]*|]/.test(label)]).toEqual([
      pattern,
      true,
    ]);
    expect(trafficClasses).toContain(trafficClass);
  }
});

test("a user agent is read up to its bound and not one unit further", () => {
  const fill = (length: number) => `${"x".repeat(length - " GPTBot".length)} GPTBot`;
  expect(matchUserAgent(fill(userAgentLengthMax)).operator).toBe("OpenAI");
  expect(matchUserAgent(fill(userAgentLengthMax + 1)).operator).toBeNull();
});

test("the cache keeps what was used last, and no more than its bound", () => {
  const computed: string[] = [];
  const cached = boundedCache(2, (key) => {
    computed.push(key);
    return key.length;
  });
  for (const key of ["a", "bb", "a", "ccc", "a", "bb"]) expect(cached(key)).toBe(key.length);
  expect(computed).toEqual(["a", "bb", "ccc", "bb"]);
});

test("a user agent that was seen before is answered from memory, without the lists", () => {
  for (const userAgent of Object.values(peopleAgents).flat()) {
    expect(matchUserAgent(userAgent)).toBe(matchUserAgent(userAgent));
  }
});

test("nothing that a client may send makes the classification throw or leave its lists", () => {
  const text = fc.oneof(fc.string({ unit: "binary" }), fc.string({ maxLength: 3000 }));
  const known: readonly string[] = [...trafficClasses, "prefetch"];
  fc.assert(
    fc.property(
      text,
      fc.dictionary(fc.string(), text),
      text,
      fc.boolean(),
      (userAgent, sent, clientIp, isInternal) => {
        const headers = new Map(Object.entries(sent));
        const result = classifyRequest({
          userAgent,
          headers,
          clientIp,
          isInternal,
          isSecure: isInternal,
          method: "GET",
          url: "http://localhost/newsroom/a/b",
          crawlerRanges: noCrawlerRanges,
        });
        expect(known).toContain(result.class);
        expect(Number.isSafeInteger(result.reasons) && result.reasons >= 0).toBe(true);
      },
    ),
    { numRuns: 300 },
  );
});
