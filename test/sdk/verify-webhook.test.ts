import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import {
  signWebhook,
  verifyWebhook,
  type WebhookEvent,
  type WebhookHeaders,
  WebhookVerificationError,
  type WebhookVerificationReason,
} from "../../sdk/src/index.ts";
import { thrownBy } from "../support/error-of.ts";

/** The test vector of the Standard Webhooks libraries. */
const vector = {
  secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
  timestamp: 1614265330,
  body: '{"test": 2432232314}',
  signature: "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
};
const vectorHeaders = {
  "webhook-id": vector.id,
  "webhook-timestamp": String(vector.timestamp),
  "webhook-signature": vector.signature,
};
const vectorNow = new Date(vector.timestamp * 1000);

const secrets = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => `svc_whsec_${Buffer.from(bytes).toString("base64")}`);
const events = fc
  .record({ type: fc.string(), data: fc.dictionary(fc.string(), fc.jsonValue()) })
  .map((event) => JSON.stringify(event));
const ids = fc.uuid().map((uuid) => `msg_${uuid.replaceAll("-", "")}`);

describe("signWebhook", () => {
  test("gives the published test vector, with both spellings of the secret", async () => {
    expect((await signWebhook(vector)).headers).toEqual(vectorHeaders);
    expect((await signWebhook({ ...vector, secret: `svc_${vector.secret}` })).signature).toBe(
      vector.signature,
    );
  });

  test("makes deliveries that the standardwebhooks and svix packages accept", async () => {
    await fc.assert(
      fc.asyncProperty(secrets, ids, events, async (secret, id, body) => {
        const timestamp = Math.floor(Date.now() / 1000);
        const { headers } = await signWebhook({ secret, id, timestamp, body });
        const standardSecret = secret.slice("svc_".length);
        for (const webhook of [new StandardWebhook(standardSecret), new SvixWebhook(standardSecret)]) {
          expect(() => webhook.verify(body, headers)).not.toThrow();
          expect(() => webhook.verify(`${body} `, headers)).toThrow();
        }
      }),
      { numRuns: 50 },
    );
  });

  test.each(["whsec_c2hvcnQ=", "svc_whsec_?", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "svc_key_x"])(
    "refuses %p as a secret without repeating it",
    async (secret) => {
      const message = await signWebhook({ ...vector, secret }).then(
        () => "signed",
        (error: Error) => error.message,
      );
      expect(message).toContain("signing secret");
      expect(message).not.toContain(secret);
    },
  );

  test("refuses an id that holds a dot, which could lend its tail to the timestamp", async () => {
    expect(await thrownBy(signWebhook({ ...vector, id: "msg_1.2" }))).toThrow(TypeError);
  });
});

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

  test("refuses the same JSON written anew, which is what a parsed body becomes", async () => {
    expect(await reasonOf(verifyVector({ body: JSON.stringify(JSON.parse(vector.body)) }))).toBe(
      "wrong_signature",
    );
    expect(await thrownBy(verifyVector({ body: JSON.parse(vector.body) }))).toThrow(/raw body/);
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

  test("accepts 300 seconds of difference, and refuses 301, in both directions", async () => {
    const at = (seconds: number) =>
      reasonOf(verifyVector({ now: new Date((vector.timestamp + seconds) * 1000) }));
    expect(await at(300)).toBeNull();
    expect(await at(-300)).toBeNull();
    expect(await at(301)).toBe("timestamp_too_old");
    expect(await at(-301)).toBe("timestamp_too_new");
    expect(await reasonOf(verifyVector({ now: new Date(Number.NaN) }))).toBe("timestamp_too_old");
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

function verifyVector(changes: Partial<Parameters<typeof verifyWebhook>[0]> = {}): Promise<WebhookEvent> {
  return verifyWebhook({
    body: vector.body,
    headers: vectorHeaders,
    secret: vector.secret,
    now: vectorNow,
    ...changes,
  });
}

/** The reason why a verification failed; null when it did not. */
async function reasonOf(verification: Promise<unknown>): Promise<WebhookVerificationReason | null> {
  try {
    await verification;
    return null;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.reason;
    throw error;
  }
}
