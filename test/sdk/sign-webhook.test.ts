import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { signWebhook } from "../../sdk/src/index.ts";
import { thrownBy } from "../support/error-of.ts";
import { events, ids, secrets, vector, vectorHeaders } from "./webhook-vector.ts";

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
