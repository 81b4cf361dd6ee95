import { describe, expect, test } from "bun:test";
import {
  classifyRequest,
  type RequestClass,
  type RequestTraits,
} from "../../../service/features/measurement/classify/classify-request.ts";
import {
  noCrawlerRanges,
  parseCrawlerRanges,
} from "../../../service/features/measurement/classify/crawler-ranges.ts";
import { reasonNames, reasons } from "../../../service/features/measurement/classify/reasons.ts";
import { browserHeaders } from "./fixtures/browser-headers.ts";
import { machineAgents } from "./fixtures/machines.ts";
import { peopleAgents } from "./fixtures/people.ts";
import { headersOfBrowser } from "./labelled/browser-headers-by-version.ts";

const chrome =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
const gptBot =
  "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)";
const openAi = parseCrawlerRanges({ OpenAI: ["203.0.113.0/24", "2001:4860:7::/48"] });

describe("people", () => {
  for (const [group, agents] of Object.entries(peopleAgents)) {
    test(`${group}: all ${agents.length} count as human, with secure-origin headers and with plain ones`, () => {
      const plain = { accept: browserHeaders.accept, "accept-language": "de" };
      for (const userAgent of agents) {
        const secure = new Headers(headersOfBrowser(userAgent, "https"));
        const overHttps = classify({ userAgent, headers: secure, isSecure: true });
        expect([userAgent, overHttps.class]).toEqual([userAgent, "human"]);
        for (const sent of [plain, headersOfBrowser(userAgent, "http")]) {
          const overHttp = classify({ userAgent, headers: new Headers(sent) });
          expect([userAgent, overHttp.class]).toEqual([userAgent, "human"]);
        }
      }
    });
  }

  test("a browser whose proxy strips one header still counts as human", () => {
    for (const name of ["accept-language", "accept", "sec-fetch-site"] as const) {
      const headers = new Headers(browserHeaders);
      headers.delete(name);
      if (name === "sec-fetch-site") headers.delete("sec-fetch-mode");
      expect(classify({ headers }).class).toBe("human");
    }
  });

  test("a beacon of a page counts as human, although a script asks with any Accept", () => {
    const headers = new Headers({ accept: "*/*", "accept-language": "de", origin: "http://news.example.de" });
    expect(classify({ headers }).class).toBe("human");
  });
});

describe("machines", () => {
  for (const [trafficClass, agents] of Object.entries(machineAgents)) {
    test(`all ${agents.length} of ${trafficClass} get their class, whatever headers they send`, () => {
      for (const userAgent of agents) {
        for (const headers of [new Headers(), new Headers(browserHeaders)]) {
          expect([userAgent, classify({ userAgent, headers }).class as string]).toEqual([
            userAgent,
            trafficClass,
          ]);
        }
      }
    });
  }

  test("the table holds at least 250 user agents, none twice", () => {
    const all = [...Object.values(peopleAgents), ...Object.values(machineAgents)].flat();
    expect(new Set(all).size).toBe(all.length);
    expect(all.length).toBeGreaterThanOrEqual(250);
  });

  test("AI agents carry their company, other agents their own name, people none", () => {
    expect(classify({ userAgent: gptBot }).operator).toBe("OpenAI");
    expect(classify({ userAgent: "Claude-User/1.0" }).operator).toBe("Anthropic");
    expect(classify({ userAgent: "Mozilla/5.0 (compatible; bingbot/2.0)" }).operator).toBe("bingbot");
    expect(
      classify({ userAgent: "Mozilla/5.0 (compatible; BLEXBot/1.0; +http://x.example/)" }).operator,
    ).toBe("BLEXBot");
    expect(classify({}).operator).toBeNull();
  });

  test("Applebot-Extended is AI, Applebot is search", () => {
    expect(classify({ userAgent: "Applebot-Extended/0.1" }).class).toBe("ai_crawler");
    expect(
      classify({ userAgent: "Mozilla/5.0 (Applebot/0.1; +http://www.apple.com/go/applebot)" }).class,
    ).toBe("search_engine");
  });

  test("a token inside a longer word is not that agent", () => {
    expect(classify({ userAgent: "Mozilla/5.0 (Windows NT 10.0) XGrokBotSaurus/1.0" }).operator).toBeNull();
  });
});

describe("order of the checks", () => {
  test("prefetch comes before everything, also before an internal token", () => {
    const purposes = [
      ["Sec-Purpose", "prefetch"],
      ["Sec-Purpose", "prefetch;prerender"],
      ["Purpose", "prefetch"],
      ["X-Purpose", "preview"],
      ["X-Moz", "prefetch"],
    ] as const;
    for (const [name, value] of purposes) {
      const headers = new Headers({ ...browserHeaders, [name]: value });
      const result = classify({ headers, isInternal: true, userAgent: gptBot });
      expect(result).toEqual({ class: "prefetch", reasons: reasons.prefetchHeader, operator: null });
    }
    expect(classify({ headers: new Headers({ ...browserHeaders, purpose: "reading" }) }).class).toBe("human");
  });

  test("an internal token comes before the crawler that previews a draft", () => {
    expect(classify({ userAgent: gptBot, isInternal: true })).toEqual({
      class: "internal",
      reasons: reasons.internalToken,
      operator: null,
    });
  });

  test("a crawler from its published range is verified", () => {
    for (const clientIp of ["203.0.113.255", "::ffff:203.0.113.1", "2001:4860:7::1"]) {
      const result = classify({ userAgent: gptBot, clientIp, crawlerRanges: openAi });
      expect(result.class).toBe("ai_crawler");
      expect(reasonNames(result.reasons)).toContain("crawlerAddressVerified");
      expect(result.operator).toBe("OpenAI");
    }
  });

  test("the same name from a public address one past the range is a suspect, and credits nobody", () => {
    for (const clientIp of ["203.0.114.0", "203.0.112.255", "2001:4860:8::"]) {
      const result = classify({ userAgent: gptBot, clientIp, crawlerRanges: openAi });
      expect(result.class).toBe("suspected_bot");
      expect(reasonNames(result.reasons)).toContain("crawlerAddressForeign");
      expect(result.operator).toBeNull();
    }
  });

  test("loopback, private and unreadable addresses are never checked", () => {
    const local = [
      "127.0.0.1",
      "::1",
      "10.1.2.3",
      "192.168.0.9",
      "172.31.255.255",
      "169.254.1.1",
      "100.64.0.1",
    ];
    for (const clientIp of [...local, "fd00::1", "fe80::1", "::ffff:127.0.0.1", "0.0.0.0", "unknown", ""]) {
      expect(classify({ userAgent: gptBot, clientIp, crawlerRanges: openAi }).class).toBe("ai_crawler");
    }
  });

  test("a crawler whose operator has no ranges loaded is believed", () => {
    const userAgent = "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)";
    expect(classify({ userAgent, crawlerRanges: openAi }).class).toBe("search_engine");
  });

  test("ranges of one crawler come before those of its company", () => {
    const crawlerRanges = parseCrawlerRanges({
      OpenAI: ["192.0.2.0/24"],
      "ChatGPT-User": ["203.0.113.0/24"],
    });
    const userAgent = "Mozilla/5.0; compatible; ChatGPT-User/1.0; +https://openai.com/bot";
    expect(classify({ userAgent, clientIp: "203.0.113.5", crawlerRanges }).class).toBe("ai_assistant_fetch");
    expect(classify({ userAgent, clientIp: "192.0.2.5", crawlerRanges }).class).toBe("suspected_bot");
  });
});

describe("header score", () => {
  test("a browser's user agent with a library's headers is a suspect, with its reasons", () => {
    const result = classify({ headers: new Headers({ accept: "*/*", "accept-encoding": "gzip" }) });
    expect(result.class).toBe("suspected_bot");
    expect(reasonNames(result.reasons)).toEqual([
      "acceptLanguageMissing",
      "acceptOfLibrary",
      "browserHeadersMissing",
    ]);
  });

  test("three points are a person, four a suspect", () => {
    const { accept } = browserHeaders;
    const withoutLanguage = { accept, "accept-encoding": "gzip, deflate" };
    expect(classify({ headers: new Headers(withoutLanguage) }).class).toBe("human");
    expect(classify({ headers: new Headers({ ...withoutLanguage, accept: "*/*" }) }).class).toBe(
      "suspected_bot",
    );
  });

  test("fetch metadata that only a library sends decides alone", () => {
    const headers = new Headers({
      accept: browserHeaders.accept,
      "accept-language": "de",
      "sec-fetch-mode": "cors",
    });
    expect(classify({ headers }).class).toBe("suspected_bot");
  });

  test("a headless browser betrays itself by its client hints", () => {
    const headers = new Headers({ ...browserHeaders, "sec-ch-ua": '"HeadlessChrome";v="142"' });
    const result = classify({ headers });
    expect(result.class).toBe("suspected_bot");
    expect(reasonNames(result.reasons)).toEqual(["clientHintsHeadless"]);
  });

  test("a request without user agent is unknown, unless a header shows a program", () => {
    for (const userAgent of [null, undefined, "", "   "]) {
      const result = classify({ userAgent, headers: new Headers() });
      expect(result).toEqual({ class: "unknown", reasons: reasons.userAgentMissing, operator: null });
    }
    const headers = new Headers({ "sec-fetch-mode": "cors" });
    expect(classify({ userAgent: "", headers }).class).toBe("suspected_bot");
  });

  test("headers may come as a function", () => {
    const headers = (name: string) => (name === "sec-purpose" ? "prefetch" : undefined);
    expect(classify({ headers }).class).toBe("prefetch");
  });
});

test("reasons are distinct bits that fit a positive 32-bit integer", () => {
  const bits = Object.values(reasons);
  expect(new Set(bits).size).toBe(bits.length);
  for (const bit of bits) expect(bit > 0 && (bit & (bit - 1)) === 0).toBe(true);
  expect(reasonNames(0)).toEqual([]);
});

function classify(traits: Partial<RequestTraits>): RequestClass {
  return classifyRequest({
    userAgent: chrome,
    headers: new Headers(browserHeaders),
    clientIp: "198.51.100.7",
    isSecure: false,
    method: "GET",
    url: "https://news.example.de/newsroom/a/b",
    isInternal: false,
    crawlerRanges: noCrawlerRanges,
    ...traits,
  });
}
