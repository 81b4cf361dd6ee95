import { describe, expect, test } from "bun:test";
import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import canonicalize from "canonicalize";
import fc from "fast-check";
import { type ReportKey, verifyReport, verifyReportChain } from "../../sdk/src/index.ts";
import { parseStrictly } from "../../sdk/src/parse-strictly.ts";
import { sha256 } from "../../service/features/reporting/integrity/rules.ts";
import { fastestMs } from "../support/fastest.ts";

const first = createSigner("first");
const rotated = createSigner("rotated");
const foreign = createSigner("first");

const keys = [first.key];

describe("verifyReport with keys", () => {
  const report = issue({ number: 1, previousChainHash: null });

  test("takes the text, the parsed report, and the JWK set or its list", async () => {
    for (const given of [report, JSON.stringify(report), JSON.stringify(report, null, 2)])
      for (const set of [keys, { keys }])
        expect(await verifyReport(given, { keys: set })).toMatchObject({
          isValid: true,
          reasons: [],
          checked: "content_and_signature",
        });
    expect(await verifyReport(JSON.stringify(report))).toMatchObject({ isValid: true, checked: "content" });
  });

  test("refuses another's key under the same name, an unknown one, and accepts nothing without any", async () => {
    expect(await verifyReport(report, { keys: [foreign.key] })).toMatchObject({
      reasons: ["signature_wrong"],
    });
    expect(await verifyReport(report, { keys: [rotated.key] })).toMatchObject({ reasons: ["unknown_key"] });
    expect(await verifyReport(report, { keys: [] })).toMatchObject({ isValid: false });
    expect(await verifyReport(report, { keys: { keys: [] } })).toMatchObject({ isValid: false });
  });

  test("refuses a report that was stripped of its signature: no downgrade", async () => {
    const { contentHash } = report.integrity;
    const stripped = { ...report, integrity: { algorithm: "sha256", contentHash, previousHash: null } };
    expect(await verifyReport(stripped)).toMatchObject({ isValid: true, checked: "content" });
    expect(await verifyReport(stripped, { keys })).toMatchObject({ isValid: false, reasons: ["unsigned"] });
    const later = { ...report, integrity: { ...report.integrity, version: 3 } };
    expect(await verifyReport(later, { keys })).toMatchObject({ isValid: false });
  });

  test.each([
    ["number", 2],
    ["previousChainHash", "0".repeat(64)],
    ["chainHash", "0".repeat(64)],
    ["number", "1"],
  ])("refuses another %s", async (name, value) => {
    const forged = { ...report, integrity: { ...report.integrity, [name]: value } };
    expect(await verifyReport(forged, { keys })).toMatchObject({ reasons: ["chain_hash_changed"] });
    expect(await verifyReport(forged)).toMatchObject({ isValid: false });
  });

  test.each(["", "x", "A".repeat(86), "A".repeat(87), 7, null])(
    "refuses the signature %p",
    async (signature) => {
      const forged = { ...report, integrity: { ...report.integrity, signature } };
      expect(await verifyReport(forged, { keys })).toMatchObject({ reasons: ["signature_wrong"] });
    },
  );

  test.each([
    ["at the top", (text: string) => text.replace('"views":1200', '"views":9,"views":1200')],
    ["by an escape", (text: string) => text.replace('"views":1200', '"vi\\u0065ws":9,"views":1200')],
    ["further in", (text: string) => text.replace('"id":7', '"id":8,"id":7')],
    ["of integrity", (text: string) => text.replace('"integrity":', '"integrity":null,"integrity":')],
  ])("refuses a member that is there twice: %s", async (_, change) => {
    const text = change(JSON.stringify(report));
    expect(JSON.parse(text)).toEqual(report);
    expect(await verifyReport(text, { keys })).toMatchObject({
      isValid: false,
      reasons: ["duplicate_member"],
    });
    expect(await verifyReport(text)).toMatchObject({ isValid: false, reasons: ["duplicate_member"] });
  });

  test.each(["", "{", "null", "[]", '"x"', "{}", '{"integrity":{}}'])(
    "says no to the text %p",
    async (text) => {
      expect(await verifyReport(text, { keys })).toMatchObject({ isValid: false });
    },
  );
});

describe("parseStrictly", () => {
  test("gives what JSON.parse gives, for any JSON", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        // fast-check may draw an object that has a name twice only by escapes; JSON.stringify never writes one.
        const clean = JSON.stringify(JSON.parse(text), null, 1);
        expect(parseStrictly(clean)).toEqual(JSON.parse(clean));
      }),
      { numRuns: 300 },
    );
  });

  test("is not confused by braces, quotes and colons in strings, and reads a megabyte in a moment", async () => {
    const value = { 'a"{': '}:"a":', b: ['{"b":1}', { b: "\\" }], c: { b: 1, a: '\\"b":' } };
    expect(parseStrictly(JSON.stringify(value))).toEqual(value);
    const long = JSON.stringify({ a: '\\"{'.repeat(250_000), b: 1 });
    // 0.2 s; a square of the length would take hours.
    expect(await fastestMs(3_000, () => parseStrictly(long))).toBeLessThan(3_000);
  });
});

describe("verifyReportChain with keys", () => {
  const reports = issueChain([{}, {}, { signer: rotated }, { signer: rotated }]);
  const both = [rotated.key, first.key];
  const head = {
    number: 4,
    chainHash: reports[3]?.integrity.chainHash ?? "",
    signature: reports[3]?.integrity.signature ?? "",
  };

  test("goes on over a rotation, and needs the old key", async () => {
    expect(await verifyReportChain(reports, { keys: both, head })).toMatchObject({
      isValid: true,
      reasons: [],
    });
    expect(await verifyReportChain(reports, { keys: [rotated.key], head })).toMatchObject({
      isValid: false,
      brokenAt: 0,
      reason: "unknown_key",
    });
  });

  test("does not look at times: a clock that was wrong breaks no chain", async () => {
    const odd = issueChain([
      { createdAt: "2031-01-01T00:00:00.000Z" },
      { createdAt: "1999-01-01T00:00:00.000Z" },
    ]);
    expect(await verifyReportChain(odd, { keys: both })).toMatchObject({ isValid: true });
  });

  test("names what is missing: first, middle, last", async () => {
    const without = async (index: number) =>
      await verifyReportChain(reports.toSpliced(index, 1), { keys: both, head });
    expect(await without(0)).toMatchObject({ isValid: false, brokenAt: 0, reason: "first_missing" });
    expect(await without(1)).toMatchObject({ isValid: false, brokenAt: 1, reason: "middle_missing" });
    expect(await without(3)).toMatchObject({ isValid: false, brokenAt: 3, reason: "last_missing" });
    expect(await verifyReportChain([], { keys: both, head })).toMatchObject({ reason: "last_missing" });
    expect(await verifyReportChain(reports.slice(0, 3), { keys: both })).toMatchObject({ isValid: true });
    expect(await verifyReportChain([], { keys: both, head: null })).toMatchObject({ isValid: true });
  });

  test("refuses a head that is another's or says something else; an older one of the same chain is good", async () => {
    const older = { ...reports[1]?.integrity, number: 2 };
    const kept = { number: 2, chainHash: older.chainHash ?? "", signature: older.signature ?? "" };
    expect(await verifyReportChain(reports, { keys: both, head: kept })).toMatchObject({ isValid: true });
    const moved = { ...kept, number: 3 };
    expect(await verifyReportChain(reports, { keys: both, head: moved })).toMatchObject({
      reason: "head_differs",
    });
    const unsigned = { ...head, signature: "A".repeat(86) };
    expect(await verifyReportChain(reports, { keys: both, head: unsigned })).toMatchObject({
      reason: "head_unsigned",
    });
  });

  test("refuses reports of two agencies in one list", async () => {
    const mixed = reports.map((report, at) =>
      at === 2 ? { ...report, agency: { id: 8, name: "X" } } : report,
    );
    const { reasons } = await verifyReportChain(mixed, { keys: both });
    expect(reasons.map(({ reason }) => reason)).toContain("agency_differs");
  });
});

type Signer = { key: ReportKey; privateKey: KeyObject };

function createSigner(kid: string): Signer {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const { x = "" } = publicKey.export({ format: "jwk" });
  return { key: { kty: "OKP", crv: "Ed25519", x, kid }, privateKey };
}

type Place = { number: number; previousChainHash: string | null; signer?: Signer; createdAt?: string };

/** Signed with other code than the one that checks. */
function issue({ number, previousChainHash, signer = first, createdAt = "2026-11-20T13:05:09.000Z" }: Place) {
  const content = { id: `r${number}`, createdAt, agency: { id: 7, name: "Küste & Söhne" }, views: 1200 };
  const contentHash = sha256(canonicalize(content) ?? "");
  const chainHash = sha256(canonicalize({ agencyId: 7, number, contentHash, previousChainHash }) ?? "");
  const signature = sign(null, Buffer.from(chainHash), signer.privateKey).toString("base64url");
  const chain = { number, previousChainHash, chainHash, signature, keyId: signer.key.kid };
  return { ...content, integrity: { version: 2, algorithm: "sha256", contentHash, ...chain } };
}

function issueChain(places: readonly Omit<Place, "number" | "previousChainHash">[]) {
  const reports: ReturnType<typeof issue>[] = [];
  for (const [index, place] of places.entries()) {
    const previousChainHash = reports.at(-1)?.integrity.chainHash ?? null;
    reports.push(issue({ ...place, number: index + 1, previousChainHash }));
  }
  return reports;
}
