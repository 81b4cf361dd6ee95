import { describe, expect, test } from "bun:test";
import {
  classifyRequest,
  type RequestClass,
} from "../../../service/features/measurement/classify/classify-request.ts";
import { noCrawlerRanges } from "../../../service/features/measurement/classify/crawler-ranges.ts";
import { reasonNames } from "../../../service/features/measurement/classify/reasons.ts";
import { headersOfBrowser, type Transport } from "./labelled/browser-headers-by-version.ts";

const windows = "Windows NT 10.0; Win64; x64";
const chrome = (version: number, platform = windows) =>
  `Mozilla/5.0 (${platform}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`;
const firefox = (version: number) =>
  `Mozilla/5.0 (${windows}; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`;

describe("what a version of a browser always sends", () => {
  const first = [
    { name: "Chrome", userAgent: chrome, from: 80, points: 3 },
    { name: "Firefox", userAgent: firefox, from: 90, points: 3 },
  ];
  for (const { name, userAgent, from } of first) {
    test(`${name} ${from} over HTTPS sends fetch metadata, ${name} ${from - 1} need not`, () => {
      for (const [version, isExpected] of [
        [from - 1, false],
        [from, true],
      ] as const) {
        const agent = userAgent(version);
        const stripped = without(headersOfBrowser(agent, "https"), "sec-");
        expect([version, reasonNames(classify(agent, stripped).reasons)]).toEqual([
          version,
          isExpected ? ["fetchMetadataMissing"] : [],
        ]);
        expect(classify(agent, stripped).class).toBe("human");
        const script = without(stripped, "upgrade-insecure-requests");
        expect([version, classify(agent, script).class]).toEqual([
          version,
          isExpected ? "suspected_bot" : "human",
        ]);
      }
    });
  }

  test("Safari 16.4 over HTTPS sends fetch metadata, Safari 16.3 need not", () => {
    for (const [version, reasons] of [
      ["16.3", []],
      ["16.4", ["fetchMetadataMissing"]],
    ] as const) {
      const plain = without(headersOfBrowser(safari(version), "https"), "sec-");
      expect([version, reasonNames(classify(safari(version), plain).reasons)]).toEqual([
        version,
        [...reasons],
      ]);
    }
  });

  test("over plain HTTP no browser sends fetch metadata or client hints", () => {
    for (const agent of [chrome(150), firefox(150), safari("26.1")])
      expect(classify(agent, headersOfBrowser(agent, "http"), "http")).toMatchObject({
        class: "human",
        reasons: 0,
      });
  });

  test("Chrome's Accept names images, and a crawler framework's does not", () => {
    const scrapy = {
      accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
      "accept-language": "en",
      "accept-encoding": "gzip, deflate",
    };
    for (const version of [70, 100, 150]) {
      expect(classify(chrome(version), scrapy, "http").class).toBe("suspected_bot");
    }
    // A person may ask in English alone, or through a data saver: one sign less is a person.
    expect(classify(chrome(150), { ...scrapy, "accept-language": "en-GB" }, "http").class).toBe("human");
    // Before version 32 Chrome sent the same.
    expect(classify(chrome(31), scrapy, "http").class).toBe("human");
  });

  test("an old browser without any header of a browser is a suspect, one with its own headers a person", () => {
    const old = [
      chrome(49),
      firefox(45),
      safari("9.1"),
      "Opera/9.80 (Windows NT 6.1; WOW64) Presto/2.12.388 Version/12.18",
    ];
    for (const agent of old) {
      expect([
        agent,
        classify(agent, { accept: "*/*", "accept-encoding": "gzip, deflate" }, "http").class,
      ]).toEqual([agent, "suspected_bot"]);
      expect([agent, classify(agent, headersOfBrowser(agent, "http"), "http").class]).toEqual([
        agent,
        "human",
      ]);
    }
  });

  test("Chrome over plain HTTP without a language is a person where the rest agrees", () => {
    for (const version of [80, 120, 150]) {
      const sent = headersOfBrowser(chrome(version), "http");
      expect(classify(chrome(version), without(sent, "accept-language"), "http").class).toBe("human");
      const script = { ...without(sent, "accept-language", "upgrade"), accept: "*/*" };
      expect(classify(chrome(version), script, "http").class).toBe("suspected_bot");
    }
  });
});

test("a Mac's Safari whose headers are spelled as on Linux is a suspect, one of the two spellings may be a proxy's", () => {
  const own = headersOfBrowser(safari("26.0"), "http", "en-US, en;q=0.90");
  expect(classify(safari("26.0"), own, "http").class).toBe("human");
  const proxied = { ...headersOfBrowser(safari("26.0"), "http"), connection: "Keep-Alive" };
  expect(classify(safari("26.0"), proxied, "http").class).toBe("human");
  expect(classify(safari("26.0"), { ...own, connection: "Keep-Alive" }, "http").class).toBe("suspected_bot");
  const onLinux =
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15";
  expect(classify(onLinux, { ...own, connection: "Keep-Alive" }, "http").class).toBe("human");
});

describe("client hints", () => {
  const own = headersOfBrowser(chrome(142), "https");

  test("another engine, version or system than the user agent's makes a suspect", () => {
    const wrong: [string, Sent][] = [
      [firefox(144), { ...headersOfBrowser(firefox(144), "https"), "sec-ch-ua": own["sec-ch-ua"] ?? "" }],
      [safari("26.0"), { ...headersOfBrowser(safari("26.0"), "https"), "sec-ch-ua": own["sec-ch-ua"] ?? "" }],
      [chrome(120), own],
      [chrome(142), { ...own, "sec-ch-ua-platform": '"Linux"' }],
      [chrome(142, "Macintosh; Intel Mac OS X 10_15_7"), own],
    ];
    for (const [agent, headers] of wrong) {
      const found = classify(agent, headers);
      expect([agent, found.class, reasonNames(found.reasons)]).toEqual([
        agent,
        "suspected_bot",
        ["clientHintsContradict"],
      ]);
    }
  });

  test("those that agree, or are missing, or are empty contradict nothing", () => {
    expect(classify(chrome(142), own).reasons).toBe(0);
    expect(reasonNames(classify(chrome(142), without(own, "sec-ch")).reasons)).toEqual([
      "clientHintsMissing",
    ]);
    expect(classify(chrome(142), { ...own, "sec-ch-ua": "" }).class).toBe("human");
    const desktopPagesOnPhone = { ...own, "sec-ch-ua-platform": '"Android"' };
    expect(classify(chrome(142, "X11; Linux x86_64"), desktopPagesOnPhone).class).toBe("human");
  });
});

describe("generic words", () => {
  test("a model or an app with such a word is a person with a whole browser's headers, and keeps the reason", () => {
    for (const agent of [
      phone("Robot Monitor Bot"),
      app("MorgenNews/2.0"),
      app("Feedly/99.0"),
      app("Google/1.0 GoogleLens/1.2"),
    ]) {
      for (const transport of ["https", "http"] as const) {
        expect([agent, classify(agent, headersOfBrowser(agent, transport), transport).class]).toEqual([
          agent,
          "human",
        ]);
      }
    }
    const mask = classify(app("MorgenNews/2.0"), headersOfBrowser(app("x"), "https")).reasons;
    expect(reasonNames(mask)).toContain("genericWord");
  });

  test("the same without a browser's headers is what the lists say", () => {
    expect(classify(app("MorgenNews/2.0"), { accept: "*/*" }).class).toBe("other_bot");
    expect(classify(app("Feedly/99.0"), { accept: "*/*" }).class).toBe("feed_reader");
  });

  test("a program that names itself stays a program, whatever it sends", () => {
    const programs = [
      `${chrome(130)} MorgenBot/1.0`,
      `${chrome(130)} SiteMonitor/2.0`,
      phone("Nexus 5X; ArchiveBot/1.0"),
      "Mozilla/5.0 (NewsAudit; Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36",
    ];
    for (const agent of programs)
      expect([agent, classify(agent, headersOfBrowser(agent, "https")).class === "human"]).toEqual([
        agent,
        false,
      ]);
  });

  const phone = (model: string) =>
    `Mozilla/5.0 (Linux; Android 13; ${model}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36`;
  const app = (name: string) =>
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 ${name}`;
});

type Sent = Record<string, string>;
const safari = (version: string) =>
  `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${version} Safari/605.1.15`;

function classify(userAgent: string, headers: Sent, transport: Transport = "https"): RequestClass {
  return classifyRequest({
    userAgent,
    headers: new Headers(headers),
    clientIp: "198.51.100.7",
    isSecure: transport === "https",
    method: "GET",
    url: "https://news.example.de/newsroom/a/b",
    isInternal: false,
    crawlerRanges: noCrawlerRanges,
  });
}

function without(headers: Sent, ...names: string[]): Sent {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !names.some((each) => name.startsWith(each))),
  );
}
