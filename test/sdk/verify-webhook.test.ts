import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { signWebhook, verifyWebhook, type WebhookHeaders } from "../../sdk/src/index.ts";
import { thrownBy } from "../support/error-of.ts";
import { events, ids, reasonOf, secrets, vector, vectorHeaders, verifyVector } from "./webhook-vector.ts";

describe("verifyWebhook", () => {
  test("accepts the published test vector as text, bytes and ArrayBuffer, from Headers and records", async () => {
    const bytes = new TextEncoder().encode(vector.body);
    const capitals = {
      "Webhook-Id": vector.id,
      "WEBHOOK-TIMESTAMP": ["1614265330"],
      "Webhook-Signature": vector.signature,
    };
    const headerForms: WebhookHeaders[] = [vectorHeaders, new Headers(vectorHeaders), capitals];
    for (const headers of headerForms) {
      for (const body of [vector.body, bytes, bytes.slice().buffer]) {
        expect(await verifyVector({ headers, body })).toEqual(JSON.parse(vector.body));
      }
    }
  });

  test("accepts whatever signWebhook, standardwebhooks and svix signed", async () => {
    await fc.assert(
      fc.asyncProperty(secrets, ids, events, async (secret, id, body) => {
        const now = new Date(1_800_000_000_000);
        const standardSecret = secret.slice("svc_".length);
        const { headers } = await signWebhook({ secret, id, timestamp: 1_800_000_000, body });
        const signatures = [
          headers["webhook-signature"],
          new StandardWebhook(standardSecret).sign(id, now, body),
          new SvixWebhook(standardSecret).sign(id, now, body),
        ];
        for (const signature of signatures) {
          const signed = { ...headers, "webhook-signature": signature };
          const event: unknown = await verifyWebhook({ secret, body, headers: signed, now });
          expect(event).toEqual(JSON.parse(body));
        }
      }),
      { numRuns: 50 },
    );
  });

  test("refuses any changed byte of the body", async () => {
    const bytes = new TextEncoder().encode(vector.body);
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (index, flip) => {
        const body = bytes.slice();
        body[index] = (body[index] ?? 0) ^ flip;
        expect(await reasonOf(verifyVector({ body }))).toBe("wrong_signature");
      }),
    );
  });

  test("refuses the same JSON written anew, which is what a parsed body becomes", async () => {
    expect(await reasonOf(verifyVector({ body: JSON.stringify(JSON.parse(vector.body)) }))).toBe(
      "wrong_signature",
    );
    expect(await thrownBy(verifyVector({ body: JSON.parse(vector.body) }))).toThrow(/raw body/);
  });

  test("accepts 300 seconds of difference, and refuses 301, in both directions", async () => {
    const at = (seconds: number) =>
      reasonOf(verifyVector({ now: new Date((vector.timestamp + seconds) * 1000) }));
    expect(await at(300)).toBeNull();
    expect(await at(-300)).toBeNull();
    expect(await at(301)).toBe("timestamp_too_old");
    expect(await at(-301)).toBe("timestamp_too_new");
    expect(await reasonOf(verifyVector({ now: new Date(Number.NaN) }))).toBe("timestamp_too_old");
  });

  test("bounds a secret's length at 24 and 64 bytes", async () => {
    const sign = async (bytes: number) => {
      const secret = `whsec_${Buffer.alloc(bytes, 7).toString("base64")}`;
      return reasonOf(verifyVector({ secret }));
    };
    expect([await sign(23), await sign(24), await sign(64), await sign(65)]).toEqual([
      "malformed_secret",
      "wrong_signature",
      "wrong_signature",
      "malformed_secret",
    ]);
  });

  test("refuses a signed body that is no JSON object in UTF-8", async () => {
    for (const body of ["[]", "1", "null", "{", "\uFEFF{}", new Uint8Array([0x7b, 0xff, 0x7d])]) {
      const { headers } = await signWebhook({ ...vector, body });
      expect(await reasonOf(verifyVector({ body, headers }))).toBe("malformed_body");
    }
    expect(await thrownBy(verifyVector({ body: '{"a":"\uD800"}' }))).toThrow(TypeError);
  });

  test("names the reason, and neither secret nor signature nor body, in the error", async () => {
    const headers = { ...vectorHeaders, "webhook-signature": `v1,${"A".repeat(43)}=` };
    const error = await verifyVector({ headers }).catch((caught: unknown) => caught);
    const shown = Bun.inspect(error).split("at ")[0] ?? "";
    expect(error).toMatchObject({
      name: "WebhookVerificationError",
      reason: "wrong_signature",
      code: "wrong_signature",
    });
    for (const secret of [vector.secret, "AAAA", "2432232314"])
      expect(String(error) + shown).not.toContain(secret);
  });
});
