import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import canonicalize from "canonicalize";
import fc from "fast-check";
import { canonicalJson } from "../../sdk/src/canonical-json.ts";
import { verifyReport, verifyReportChain } from "../../sdk/src/index.ts";

/** A report as the service issues it: hashed with another implementation than the one that checks. */
function issue(content: Record<string, unknown>, previousHash: string | null = null) {
  const contentHash = createHash("sha256")
    .update(canonicalize(content) ?? "")
    .digest("hex");
  return { ...content, integrity: { algorithm: "sha256", contentHash, previousHash } };
}

const content = {
  id: "r1",
  agency: { id: 1, name: "Küste & Söhne" },
  performance: { views: 1200, share: 0.1 + 0.2 },
};

describe("canonicalJson", () => {
  test("gives the examples of RFC 8785", () => {
    const numbers = [Number("333333333.33333329"), 1e30, 4.5, 2e-3, 0.000000000000000000000000001];
    const text = "€$\u000F\u000aA'\u0042\u0022\u005c\\\"/";
    expect(canonicalJson({ numbers, string: text, literals: [null, true, false] })).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
    const names = { "\u20ac": 1, "\r": 2, "\ufb33": 3, "1": 4, "\ud83d\ude00": 5, "\u0080": 6, "\u00f6": 7 };
    const sorted = Object.values(JSON.parse(canonicalJson(names).replace('"1"', '"one"')));
    expect(sorted).toEqual([2, 4, 6, 7, 1, 5, 3]);
  });

  test("gives what the canonicalize package gives, for any JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonicalJson(value)).toBe(canonicalize(value) ?? "");
      }),
      { numRuns: 500 },
    );
  });

  test("does not depend on the order in which names were written", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        expect(canonicalJson(Object.fromEntries(Object.entries(value).reverse()))).toBe(canonicalJson(value));
      }),
    );
  });

  test("keeps a name that means something to JavaScript", () => {
    expect(canonicalJson(JSON.parse('{"__proto__":1,"constructor":2}'))).toBe(
      '{"__proto__":1,"constructor":2}',
    );
  });

  test.each([
    ["a lone surrogate", { a: "\uD800" }],
    ["a lone surrogate in a name", { "\uDC00": 1 }],
    ["NaN", [Number.NaN]],
    ["infinity", [Number.POSITIVE_INFINITY]],
    ["a bigint", [1n]],
    ["undefined in a list", [undefined]],
    ["a hole in a list", Object.assign([], { length: 1 })],
    ["a function", [() => 1]],
  ])("refuses %s, which has no canonical form", (_, value) => {
    expect(() => canonicalJson(value)).toThrow(TypeError);
  });

  test("goes 64 levels deep, and no further", () => {
    const nested = (levels: number) => JSON.parse("[".repeat(levels) + "]".repeat(levels));
    expect(canonicalJson(nested(65))).toHaveLength(130);
    expect(() => canonicalJson(nested(66))).toThrow(TypeError);
  });
});

describe("verifyReport", () => {
  test("gives the published test vector", async () => {
    const hash = "e4df5194aa0f0e6d9f8c124fa92a356da80c49ad6991387e6417ce9dfa0c3372";
    const integrity = { algorithm: "sha256", previousHash: null, contentHash: hash };
    expect(await verifyReport({ b: [1.5, "ß"], a: null, integrity })).toEqual({
      isValid: true,
      reasons: [],
      checked: "content",
      contentHash: hash,
      expectedHash: hash,
    });
  });

  test("accepts any issued report, also after it was written and read again", async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), async (any) => {
        const { integrity: _, ...anyContent } = any;
        const report = JSON.parse(JSON.stringify(issue(anyContent), null, 2));
        expect((await verifyReport(report)).isValid).toBe(true);
      }),
    );
  });

  test("refuses a changed, added or missing value, and tells both hashes", async () => {
    const report = issue(content);
    const forgeries = [
      { ...report, performance: { ...content.performance, views: 1201 } },
      { ...report, extra: null },
      { ...report, id: undefined },
      { ...report, integrity: { ...report.integrity, contentHash: "0".repeat(64) } },
      {
        ...report,
        integrity: { ...report.integrity, contentHash: report.integrity.contentHash.toUpperCase() },
      },
    ];
    for (const forgery of forgeries) {
      const check = await verifyReport(forgery);
      expect(check.isValid).toBe(false);
      expect(check.expectedHash).not.toBe(check.contentHash);
    }
  });

  test.each([
    ["null", null],
    ["text", "report"],
    ["a list", []],
    ["no integrity", content],
    ["another algorithm", { ...content, integrity: { ...issue(content).integrity, algorithm: "sha1" } }],
    ["integrity of another type", { ...content, integrity: "sha256" }],
    ["a lone surrogate", { ...issue(content), title: "\uD800" }],
    ["the wrapped answer", { report: issue(content) }],
  ])("says no, and does not throw, for %s", async (_, report) => {
    expect((await verifyReport(report)).isValid).toBe(false);
  });
});

describe("verifyReportChain", () => {
  const first = issue({ id: "r1" });
  const second = issue({ id: "r2" }, first.integrity.contentHash);
  const third = issue({ id: "r3" }, second.integrity.contentHash);

  test("accepts an unbroken chain, a part of one, and none", async () => {
    for (const reports of [[first, second, third], [second, third], [third], []]) {
      expect(await verifyReportChain(reports)).toMatchObject({
        isValid: true,
        reasons: [],
        checked: "content",
      });
    }
  });

  test("says where a report was changed", async () => {
    const changed = { ...second, id: "r2b" };
    expect(await verifyReportChain([first, changed, third])).toMatchObject({
      isValid: false,
      brokenAt: 1,
      reason: "content_changed",
    });
  });

  test("says where a report is missing, or out of order", async () => {
    const broken = { isValid: false, brokenAt: 1, reason: "link_broken" } as const;
    expect(await verifyReportChain([first, third])).toMatchObject(broken);
    expect(await verifyReportChain([second, first, third])).toMatchObject(broken);
  });

  test("takes texts and bytes, as files hold them, and sees the same in them", async () => {
    const writers: ((report: unknown) => unknown)[] = [
      (report) => JSON.stringify(report),
      (report) => new TextEncoder().encode(JSON.stringify(report)),
    ];
    for (const written of writers) {
      const [one, two, three] = [first, second, third].map(written);
      expect((await verifyReport(one)).isValid).toBe(true);
      expect(await verifyReportChain([one, two, three])).toMatchObject({ isValid: true });
      for (const reports of [
        [one, three],
        [two, one, three],
        [one, one],
      ])
        expect(await verifyReportChain(reports)).toMatchObject({ brokenAt: 1, reason: "link_broken" });
      expect(await verifyReportChain([one, written("kein Bericht")])).toMatchObject({
        brokenAt: 1,
        reasons: expect.arrayContaining([{ reason: "not_a_report", at: 1, number: null }]),
      });
    }
    expect(await verifyReport(new Uint8Array([0xff]))).toMatchObject({ reasons: ["not_a_report"] });
  });
});
