import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { findListedHost, mediaDomains } from "../../../service/features/measurement/lists/host-channels.ts";
import {
  attributeSource,
  campaignLengthMax,
  pathLengthMax,
  type SourceAttribution,
  tagLengthMax,
} from "../../../service/features/measurement/referrer.ts";
import { type Channel, channels } from "../../../service/features/measurement/vocabulary.ts";
import { referrerCases, taggedCases } from "./fixtures/referrers.ts";

const page = "https://presse.example.de/r/12/neues-werk";
const ownHosts = ["presse.example.de", "www.service.example:8443"];
const from = (refererHeader: string | null, url = page) => attributeSource({ url, refererHeader, ownHosts });
const direct: SourceAttribution = {
  source: "direct",
  domain: null,
  path: null,
  channel: "direct",
  utm: null,
  aiOperator: null,
  isListed: true,
};

describe("Referer header", () => {
  for (const [channel, referrers] of Object.entries(referrerCases)) {
    test(`${referrers.length} referrers of channel ${channel}`, () => {
      for (const referrer of referrers) {
        expect([referrer, from(referrer).channel as string]).toEqual([referrer, channel]);
      }
    });
  }

  test("host, registrable domain and path are kept, www. and the query never", () => {
    expect(from("https://www.spiegel.de/wirtschaft/a-1.html?id=4711#top")).toEqual({
      source: "spiegel.de",
      domain: "spiegel.de",
      path: "/wirtschaft/a-1.html",
      channel: "media",
      utm: null,
      aiOperator: null,
      isListed: true,
    });
    expect(from("https://M.Facebook.com:443/")).toMatchObject({
      source: "m.facebook.com",
      domain: "facebook.com",
      path: "/",
    });
    expect(from("https://blog.example.co.uk./x")).toMatchObject({
      source: "blog.example.co.uk",
      domain: "example.co.uk",
    });
    expect(JSON.stringify(from("https://user:geheim@example.org/?token=geheim"))).not.toContain("geheim");
  });

  test("the AI assistant's company is named as its crawlers are", () => {
    expect(from("https://chatgpt.com/").aiOperator).toBe("OpenAI");
    expect(from("https://www.perplexity.ai/search/abc").aiOperator).toBe("Perplexity");
    expect(from("https://gemini.google.com/app").aiOperator).toBe("Google");
    expect(from("https://www.google.com/").aiOperator).toBeNull();
  });

  test("own hosts, localhost, IP addresses and unreadable headers are no source", () => {
    const dropped = [
      ...["https://presse.example.de/", "https://www.presse.example.de:444/x", "http://service.example/"],
      ...["http://localhost/", "http://localhost:3000/x", "http://app.localhost/", "http://127.0.0.1:8080/"],
      ...[
        "http://192.168.1.1/",
        "https://8.8.8.8/",
        "http://0x7f.1/",
        "http://2130706433/",
        "http://[::1]:3000/",
      ],
      ...[
        "http://[2001:db8::1]/path",
        "about:blank",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "data:text/html,x",
      ],
      ...["", " ", "-", "null", "http://", "http://[", "//", "spiegel.de", "http://%00/", "\u0000"],
    ];
    for (const referrer of dropped) expect({ referrer, ...from(referrer) }).toEqual({ referrer, ...direct });
    expect(from(null)).toEqual(direct);
  });

  test("a host that only contains an own one is a source", () => {
    expect(from("https://presse.example.de.angreifer.example/").channel).toBe("referral");
    expect(from("https://example.de/").channel).toBe("referral");
  });

  test("international names are kept in their ASCII form, in either spelling", () => {
    const expected = { source: "xn--mnchen-3ya.example.de", domain: "example.de", channel: "referral" };
    expect(from("https://münchen.example.de/")).toMatchObject(expected);
    expect(from("https://xn--mnchen-3ya.example.de/")).toMatchObject(expected);
  });

  test("a host without registrable domain has none", () => {
    expect(from("http://intranet/start")).toMatchObject({
      source: "intranet",
      domain: null,
      channel: "referral",
    });
  });

  test("a path is bounded at its edge, without splitting a character", () => {
    const path = (length: number) => from(`https://example.org/${"a".repeat(length - 1)}`).path;
    expect(path(pathLengthMax)?.length).toBe(pathLengthMax);
    expect(path(pathLengthMax + 1)?.length).toBe(pathLengthMax);
    expect(from(`https://example.org/${"x".repeat(10_240)}`).path?.length).toBe(pathLengthMax);
  });
});

describe("tags", () => {
  for (const { query, channel, source } of taggedCases) {
    test(`?${query} is ${source} by ${channel}`, () => {
      expect(from(null, `${page}?${query}`)).toMatchObject({ channel, source });
    });
  }

  test("the tag comes before the Referer, utm_source before source before ref", () => {
    const referrer = "https://www.spiegel.de/a";
    expect(from(referrer, `${page}?ref=reddit.com&source=xing&utm_source=chatgpt.com`)).toMatchObject({
      source: "chatgpt.com",
      path: null,
      aiOperator: "OpenAI",
    });
    expect(from(referrer, `${page}?ref=reddit.com&source=xing`).source).toBe("xing");
    expect(from(referrer, `${page}?ref=reddit.com&source=`).source).toBe("reddit.com");
    expect(from(referrer, `${page}?other=1`).source).toBe("spiegel.de");
  });

  test("a tag with an own host, localhost or an IP address is passed over", () => {
    for (const tag of [
      "presse.example.de",
      "localhost",
      "127.0.0.1",
      "https://presse.example.de/x",
      "[::1]",
      "::1",
    ]) {
      expect(from("https://www.zeit.de/", `${page}?utm_source=${encodeURIComponent(tag)}`).source).toBe(
        "zeit.de",
      );
    }
  });

  test("all parts of a campaign are given, missing ones as the empty string", () => {
    expect(from(null, `${page}?utm_source=XING&utm_medium=Social&utm_campaign=Werk%20Ost`).utm).toEqual({
      source: "xing",
      medium: "social",
      campaign: "Werk Ost",
    });
    expect(from(null, `${page}?utm_campaign=Werk`).utm).toEqual({ source: "", medium: "", campaign: "Werk" });
    expect(from(null, `${page}?ref=xing`).utm).toBeNull();
  });

  test("medium and source decide together, the earlier channel wins", () => {
    expect(from(null, `${page}?utm_source=linkedin&utm_medium=cpc`).channel).toBe("paid");
    expect(from(null, `${page}?utm_source=spiegel.de&utm_medium=newsletter`).channel).toBe("media");
    expect(from("https://www.google.de/", `${page}?utm_medium=cpc`)).toMatchObject({
      channel: "paid",
      source: "google.de",
    });
  });

  test("only bought media are paid: never pr, press, podcast or anything that merely contains such letters", () => {
    for (const medium of [
      "cpc",
      "CPC",
      "ppc",
      "cpm",
      "paid",
      "paid_social",
      "paid-search",
      "paidsocial",
      "display",
      "sea",
    ]) {
      expect([medium, from(null, `${page}?utm_source=x&utm_medium=${medium}`).channel]).toEqual([
        medium,
        "paid",
      ]);
    }
    for (const medium of [
      "pr",
      "press",
      "presse",
      "podcast",
      "pressrelease",
      "unpaid",
      "cp",
      "earned",
      "scpc",
      "seal",
    ]) {
      expect([medium, from(null, `${page}?utm_source=acme&utm_medium=${medium}`).channel]).toEqual([
        medium,
        "other",
      ]);
    }
  });

  test("NUL, control and format characters and lone surrogates never come through", () => {
    const dirty = "%00xi%0Ang%E2%80%AE%ED%A0%80";
    const result = from(null, `${page}?utm_source=${dirty}&utm_campaign=a%00b%7F\ud800c`);
    expect(result.utm?.campaign).toBe("ab\ufffdc");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
    expect(/[\u0000-\u001f\u007f\u202e]/.test(JSON.stringify(result))).toBe(false);
    expect(result.source.isWellFormed()).toBe(true);
  });

  test("tags are bounded at their edge in code points", () => {
    const tagged = (length: number) => from(null, `${page}?utm_source=${"ü".repeat(length)}`).source.length;
    expect(tagged(tagLengthMax)).toBe(tagLengthMax);
    expect(tagged(tagLengthMax + 1)).toBe(tagLengthMax);
    const campaign = (length: number) => {
      const value = encodeURIComponent("🦊".repeat(length));
      return [...(from(null, `${page}?utm_campaign=${value}`).utm?.campaign ?? "")].length;
    };
    expect(campaign(campaignLengthMax)).toBe(campaignLengthMax);
    expect(campaign(campaignLengthMax + 1)).toBe(campaignLengthMax);
    expect(from(null, `${page}?utm_source=${"a".repeat(10_240)}`).source.length).toBe(tagLengthMax);
  });

  test("a path with query does as well as a whole URL, and a fragment is no query", () => {
    expect(from(null, "/r/12?utm_source=xing").source).toBe("xing");
    expect(from(null, "/r/12#?utm_source=xing").source).toBe("direct");
    expect(from(null, "%%%?utm_source=xing#x").source).toBe("xing");
  });
});

describe("lists", () => {
  test("at least 250 media domains are known, each counted as media, with its subdomains", () => {
    const domains = mediaDomains();
    expect(domains.length).toBeGreaterThanOrEqual(250);
    for (const domain of domains) {
      expect([domain, /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(domain)]).toEqual([domain, true]);
      expect([domain, findListedHost(domain)?.channel]).toEqual([domain, "media"]);
    }
    expect(findListedHost("regional.spiegel.de")?.channel).toBe("media");
    expect(findListedHost("de")).toBeNull();
  });
});

test("no input makes the attribution throw, leave the channels, keep a query or break a bound", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.webUrl({ withQueryParameters: true }),
    fc.string({ maxLength: 12_000 }),
  );
  fc.assert(
    fc.property(text, text, text, fc.array(text, { maxLength: 3 }), (url, tag, refererHeader, hosts) => {
      const tagged = `${url}?utm_source=${tag}&utm_campaign=${tag}&utm_medium=${tag}`;
      for (const each of [url, tagged]) {
        const result = attributeSource({ url: each, refererHeader, ownHosts: hosts });
        expect(channels as readonly Channel[]).toContain(result.channel);
        expect(result.source.length).toBeGreaterThan(0);
        expect([...result.source].length).toBeLessThanOrEqual(253);
        expect(JSON.stringify(result)).not.toContain("\\u0000");
        expect(result.path ?? "").not.toContain("?");
        for (const value of [result.source, result.path ?? "", ...Object.values(result.utm ?? {})]) {
          expect(value.isWellFormed()).toBe(true);
        }
      }
    }),
    { numRuns: 300 },
  );
});
