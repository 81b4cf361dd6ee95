import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  crawlerPrefixesMax,
  findRanges,
  isLocalAddress,
  parseCrawlerRanges,
} from "../../../service/features/measurement/classify/crawler-ranges.ts";

function isIn(json: unknown, name: string, address: string): boolean {
  const ranges = findRanges(parseCrawlerRanges(json), [name]);
  return ranges?.has(address) === true;
}

describe("files of ranges", () => {
  const published = {
    creationTime: "2026-11-01T00:00:00",
    prefixes: [{ ipv4Prefix: "66.249.64.0/27" }, { ipv6Prefix: "2001:4860:4801:10::/64" }],
  };

  test("a published file belongs to Google, or to the operator that is named", () => {
    expect(isIn(published, "google", "66.249.64.31")).toBe(true);
    expect(isIn(published, "Google", "66.249.64.32")).toBe(false);
    expect(isIn(published, "Google", "2001:4860:4801:10:ffff::1")).toBe(true);
    expect(isIn(published, "Google", "2001:4860:4801:11::")).toBe(false);
    expect([...parseCrawlerRanges(published, "Microsoft").keys()]).toEqual(["microsoft"]);
  });

  test("our own file holds prefixes, single addresses and published files, several to an operator", () => {
    const own = {
      OpenAI: ["192.0.2.7", "198.51.100.0/25", published],
      Bing: published,
      One: "203.0.113.9/32",
    };
    for (const address of ["192.0.2.7", "198.51.100.127", "66.249.64.1"])
      expect(isIn(own, "OpenAI", address)).toBe(true);
    for (const address of ["192.0.2.8", "198.51.100.128"]) expect(isIn(own, "OpenAI", address)).toBe(false);
    expect(isIn(own, "bing", "66.249.64.1")).toBe(true);
    expect(isIn(own, "One", "203.0.113.9")).toBe(true);
  });

  test("host bits are ignored", () => {
    expect(isIn({ A: "10.0.0.9/24" }, "A", "10.0.0.255")).toBe(true);
    expect(isIn({ A: "10.0.0.9/24" }, "A", "10.0.1.0")).toBe(false);
  });

  test("a whole address family is a prefix too", () => {
    expect(isIn({ A: "0.0.0.0/0" }, "A", "255.255.255.255")).toBe(true);
    expect(isIn({ A: "0.0.0.0/0" }, "A", "2001:db8::1")).toBe(false);
    expect(isIn({ A: "::/0" }, "A", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff")).toBe(true);
  });

  test("a file of another shape is refused with the place that is wrong", () => {
    const wrong = [null, 7, "10.0.0.0/8", [], { A: 1 }, { A: null }, { A: [] }, { A: {} }, { prefixes: [] }];
    for (const json of wrong) expect(() => parseCrawlerRanges(json)).toThrow(TypeError);
    const prefixes = [
      "10.0.0.0/33",
      "::/129",
      "10.0.0.0/",
      "10.0.0/8",
      "0x7f.1/8",
      "1/8",
      "10.0.0.0/8/8",
      "10.0.0.0/-1",
      "x",
    ];
    for (const prefix of prefixes) expect(() => parseCrawlerRanges({ Acme: [prefix] })).toThrow("Acme");
  });

  test("the bound of prefixes holds at its edge and not one past it", () => {
    const many = (count: number) => ({ A: Array.from({ length: count }, () => "10.0.0.0/8") });
    expect(parseCrawlerRanges(many(crawlerPrefixesMax)).size).toBe(1);
    expect(() => parseCrawlerRanges(many(crawlerPrefixesMax + 1))).toThrow("more than");
  });
});

test("the look-up agrees with a plain comparison of numbers", () => {
  const octet = fc.integer({ min: 0, max: 255 });
  const prefix = fc.tuple(octet, octet, fc.integer({ min: 8, max: 32 }));
  const number = (a: number, b: number) => ((10 << 24) | (a << 16) | (b << 8)) >>> 0;
  fc.assert(
    fc.property(fc.array(prefix, { minLength: 1, maxLength: 20 }), octet, octet, (prefixes, a, b) => {
      const ranges = findRanges(
        parseCrawlerRanges({ A: prefixes.map(([x, y, bits]) => `10.${x}.${y}.0/${bits}`) }),
        ["A"],
      );
      const expected = prefixes.some(([x, y, bits]) => {
        const size = 2 ** (32 - bits);
        return Math.floor(number(a, b) / size) === Math.floor(number(x, y) / size);
      });
      expect(ranges?.has(`10.${a}.${b}.0`)).toBe(expected);
    }),
  );
});

test("public addresses are told from local ones", () => {
  for (const address of ["8.8.8.8", "2a00:1450::1", "::ffff:8.8.8.8"])
    expect(isLocalAddress(address)).toBe(false);
  for (const address of [
    "127.0.0.1",
    "::1",
    "10.0.0.1",
    "fe80::1",
    "fd12::1",
    "::",
    "1",
    "127.1",
    "host",
    "",
  ]) {
    expect(isLocalAddress(address)).toBe(true);
  }
});
