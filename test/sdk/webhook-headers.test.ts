import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { WebhookVerificationReason } from "../../sdk/src/index.ts";
import { reasonOf, vector, vectorHeaders, verifyVector } from "./webhook-vector.ts";

describe("verifyWebhook", () => {
  test("refuses any changed character of any header", async () => {
    const names = ["webhook-id", "webhook-timestamp", "webhook-signature"] as const;
    const printable = fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), fc.nat(60), printable, async (name, position, char) => {
        const value = vectorHeaders[name];
        const index = position % value.length;
        fc.pre(value[index] !== char);
        const headers = { ...vectorHeaders, [name]: value.slice(0, index) + char + value.slice(index + 1) };
        expect(await reasonOf(verifyVector({ headers }))).not.toBeNull();
      }),
      { numRuns: 500 },
    );
  });

  test("refuses the fields in another order", async () => {
    const headers = {
      ...vectorHeaders,
      "webhook-id": String(vector.timestamp),
      "webhook-timestamp": vector.id,
    };
    expect(await reasonOf(verifyVector({ headers }))).toBe("malformed_timestamp");
  });

  test.each(["webhook-id", "webhook-timestamp", "webhook-signature"])(
    "refuses a delivery without %s",
    async (name) => {
      expect(await reasonOf(verifyVector({ headers: { ...vectorHeaders, [name]: undefined } }))).toBe(
        "missing_header",
      );
      expect(await reasonOf(verifyVector({ headers: { ...vectorHeaders, [name]: "" } }))).toBe(
        "missing_header",
      );
    },
  );

  test("refuses a header that stands there twice", async () => {
    const twice = new Headers(vectorHeaders);
    twice.append("webhook-timestamp", String(vector.timestamp));
    expect(await reasonOf(verifyVector({ headers: twice }))).toBe("malformed_timestamp");
    const listed = { ...vectorHeaders, "webhook-id": [vector.id, "msg_other"] };
    expect(await reasonOf(verifyVector({ headers: listed }))).toBe("missing_header");
    const inBothCases = { ...vectorHeaders, "Webhook-Id": "msg_other" };
    expect(await reasonOf(verifyVector({ headers: inBothCases }))).toBe("missing_header");
  });

  test.each([
    ["+1614265330", "malformed_timestamp"],
    ["1614265330.0", "malformed_timestamp"],
    [" 1614265330", "malformed_timestamp"],
    ["1614265330x", "malformed_timestamp"],
    ["0x60378072", "malformed_timestamp"],
    ["１６１４２６５３３０", "malformed_timestamp"],
    ["01614265330", "wrong_signature"],
  ])("refuses the timestamp %p", async (timestamp, reason) => {
    const headers = { ...vectorHeaders, "webhook-timestamp": timestamp };
    expect(await reasonOf(verifyVector({ headers }))).toBe(reason as WebhookVerificationReason);
  });

  test("accepts the right signature among several, in any place and beside other versions", async () => {
    const other = `v1,${"A".repeat(43)}=`;
    const foreign =
      "v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg==";
    for (const list of [
      `${other} ${vector.signature}`,
      `${vector.signature} ${other}`,
      `${foreign} ${vector.signature}`,
    ]) {
      expect(
        await reasonOf(verifyVector({ headers: { ...vectorHeaders, "webhook-signature": list } })),
      ).toBeNull();
    }
    const wrong = { ...vectorHeaders, "webhook-signature": `${other} ${other}` };
    expect(await reasonOf(verifyVector({ headers: wrong }))).toBe("wrong_signature");
  });

  test.each([
    ["no version", vector.signature.slice(3)],
    ["only another version", vector.signature.replace("v1", "v2")],
    ["hex", `v1,${Buffer.from(vector.signature.slice(3), "base64").toString("hex")}`],
    ["no padding", vector.signature.slice(0, -1)],
    ["stray bits at the end", vector.signature.replace("1OE=", "1OF=")],
    ["URL-safe base64", vector.signature.replaceAll("+", "-").replaceAll("/", "_")],
    ["a comma between", `${vector.signature},${vector.signature}`],
    ["Headers' joining", `${vector.signature}, ${vector.signature}`],
    ["Headers' joining of a wrong and a right one", `v1,${"A".repeat(43)}=, ${vector.signature}`],
    ["nine of them", Array.from({ length: 9 }, () => vector.signature).join(" ")],
  ])("refuses a signature in another form: %s", async (_, signature) => {
    const headers = { ...vectorHeaders, "webhook-signature": signature };
    expect(await reasonOf(verifyVector({ headers }))).toBe("malformed_signature");
  });

  test.each([
    ["too short", "v1,abc"],
    ["no base64", "v1,?"],
    ["nothing after the version", "v1,"],
    ["no version", vector.signature.slice(3)],
    ["a comma inside", `${vector.signature},x`],
    ["nothing between two spaces", ""],
  ])("passes over what is no signature beside a right one: %s", async (_, other) => {
    for (const list of [`${other} ${vector.signature}`, `${vector.signature} ${other}`]) {
      const headers = { ...vectorHeaders, "webhook-signature": list };
      expect(await reasonOf(verifyVector({ headers }))).toBeNull();
    }
    const wrong = { ...vectorHeaders, "webhook-signature": `${other} v1,${"A".repeat(43)}=` };
    expect(await reasonOf(verifyVector({ headers: wrong }))).toBe("wrong_signature");
  });

  test("tries eight signatures at most", async () => {
    const eight = Array.from({ length: 8 }, () => vector.signature).join(" ");
    expect(
      await reasonOf(verifyVector({ headers: { ...vectorHeaders, "webhook-signature": eight } })),
    ).toBeNull();
  });
});
