import { describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import fc from "fast-check";
import { importConversionKey, signConversion, verifyConversionSignature } from "../../sdk/src/index.ts";
import { thrownBy } from "../support/error-of.ts";

const apiKey = "svc_key_ExampleExampleExampleExampleExam03lX0S";
const body =
  '{"eventId":"order-4711","pressReleaseId":7,"kind":"lead","value":49.9,"currency":"EUR","occurredAt":"2026-07-22T10:15:00Z"}';
const timestamp = 1784715300;
const signature = "3737119297bb6e897eb2c13388ed16a72d4d47bcfd580d2799a19fe1d1a7e580";

const bodies = fc.oneof(fc.string({ unit: "grapheme" }), fc.uint8Array({ maxLength: 200 }));
const keys = fc.stringMatching(/^svc_key_[0-9A-Za-z]{38}$/);
const moments = fc.integer({ min: 0, max: 4_000_000_000 });

describe("signConversion", () => {
  test("gives the published test vector", async () => {
    expect(await signConversion({ apiKey, body, timestamp })).toEqual({
      timestamp: "1784715300",
      signature,
      headers: { "X-Service-Timestamp": "1784715300", "X-Service-Signature": signature },
    });
  });

  test("gives what node:crypto gives, for text, bytes and an imported key alike", async () => {
    await fc.assert(
      fc.asyncProperty(keys, bodies, moments, async (key, content, seconds) => {
        const expected = createHmac("sha256", key).update(`${seconds}.`).update(content).digest("hex");
        const made = await signConversion({ apiKey: key, body: content, timestamp: seconds });
        const imported = await importConversionKey(key);
        expect(made.signature).toBe(expected);
        expect(await signConversion({ apiKey: imported, body: content, timestamp: seconds })).toEqual(made);
      }),
    );
  });

  test("takes now where no timestamp is given", async () => {
    const before = Math.floor(Date.now() / 1000);
    const seconds = Number((await signConversion({ apiKey, body })).timestamp);
    expect(seconds).toBeGreaterThanOrEqual(before);
    expect(seconds).toBeLessThanOrEqual(Date.now() / 1000);
  });

  test.each([1784715300_000, -1, 1.5, Number.NaN])(
    "refuses the timestamp %p, which is not Unix seconds",
    async (wrong) => {
      expect(await thrownBy(signConversion({ apiKey, body, timestamp: wrong }))).toThrow(RangeError);
    },
  );

  test("refuses a body with a lone surrogate, since encoders would replace it in silence", async () => {
    expect(await thrownBy(signConversion({ apiKey, body: "\uD800", timestamp }))).toThrow(TypeError);
  });
});

describe("verifyConversionSignature", () => {
  const check = (changes: Partial<Parameters<typeof verifyConversionSignature>[0]> = {}) =>
    verifyConversionSignature({
      apiKey,
      body,
      timestamp: String(timestamp),
      signature,
      nowSeconds: timestamp,
      ...changes,
    });

  test("accepts whatever signConversion made", async () => {
    await fc.assert(
      fc.asyncProperty(keys, bodies, moments, async (key, content, seconds) => {
        const made = await signConversion({ apiKey: key, body: content, timestamp: seconds });
        const input = { apiKey: key, body: content, ...made, nowSeconds: seconds };
        expect(await verifyConversionSignature(input)).toEqual({ isValid: true });
      }),
    );
  });

  test("refuses any changed byte of the body", async () => {
    const bytes = new TextEncoder().encode(body);
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (index, flip) => {
        const changed = bytes.slice();
        changed[index] = (changed[index] ?? 0) ^ flip;
        expect(await check({ body: changed })).toEqual({ isValid: false, reason: "wrong_signature" });
      }),
    );
  });

  test("refuses any changed character of the signature", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(63), fc.constantFrom(..."0123456789abcdef"), async (index, digit) => {
        fc.pre(signature[index] !== digit);
        const changed = signature.slice(0, index) + digit + signature.slice(index + 1);
        expect(await check({ signature: changed })).toEqual({ isValid: false, reason: "wrong_signature" });
      }),
    );
  });

  test("refuses the right body with one byte more or less, or another key, or another second", async () => {
    const wrong = { isValid: false, reason: "wrong_signature" } as const;
    expect(await check({ body: `${body} ` })).toEqual(wrong);
    expect(await check({ body: body.slice(0, -1) })).toEqual(wrong);
    expect(await check({ apiKey: apiKey.toLowerCase() })).toEqual(wrong);
    expect(await check({ timestamp: String(timestamp + 1) })).toEqual(wrong);
  });

  test("refuses bytes that move from the body into the timestamp", async () => {
    const made = await signConversion({ apiKey, body: "5.x", timestamp: 178 });
    const moved = { body: "x", timestamp: "178.5", signature: made.signature, nowSeconds: 178 };
    expect(await check(moved)).toEqual({ isValid: false, reason: "malformed_timestamp" });
  });

  test("accepts upper-case hex", async () => {
    expect(await check({ signature: signature.toUpperCase() })).toEqual({ isValid: true });
  });

  test.each([
    ["base64", Buffer.from(signature, "hex").toString("base64")],
    ["63 characters", signature.slice(1)],
    ["65 characters", `${signature}0`],
    ["a prefix", `sha256=${signature}`],
    ["a space", ` ${signature}`],
    ["a line break", `${signature}\n`],
    ["mixed case", `${signature.slice(0, 40)}${signature.slice(40).toUpperCase()}`],
    ["full-width digits", signature.replaceAll("7", "７")],
    ["two joined", `${signature}, ${signature}`],
    ["nothing", ""],
    ["no header", null],
  ])("refuses a signature in another form: %s", async (_, wrong) => {
    expect(await check({ signature: wrong })).toEqual({ isValid: false, reason: "malformed_signature" });
  });

  test.each([
    "1784715300.0",
    "+1784715300",
    " 1784715300",
    "1784715300\n",
    "0x6A609C24",
    "1.784e9",
    "１７８４７１５３００",
    "1784715300, 1784715300",
    "2026-07-22T10:15:00Z",
    "1".repeat(16),
    "",
    null,
    undefined,
  ])("refuses the timestamp %p, which is not digits only", async (wrong) => {
    expect(await check({ timestamp: wrong })).toEqual({ isValid: false, reason: "malformed_timestamp" });
  });

  test("accepts 300 seconds of difference, and refuses 301, in both directions", async () => {
    expect(await check({ nowSeconds: timestamp + 300 })).toEqual({ isValid: true });
    expect(await check({ nowSeconds: timestamp - 300 })).toEqual({ isValid: true });
    expect(await check({ nowSeconds: timestamp + 301 })).toEqual({
      isValid: false,
      reason: "stale_timestamp",
    });
    expect(await check({ nowSeconds: timestamp - 301 })).toEqual({
      isValid: false,
      reason: "stale_timestamp",
    });
    expect(await check({ nowSeconds: timestamp + 2, toleranceSeconds: 1 })).toEqual({
      isValid: false,
      reason: "stale_timestamp",
    });
  });
});
