import {
  importConversionKey,
  signConversion,
  signWebhook,
  verifyConversionSignature,
  verifyReport,
  verifyReportChain,
  verifyWebhook,
  WebhookVerificationError,
  webhookHandler,
} from "@pr-service/sdk";
import { errorOf } from "../../support/error-of.ts";
import { assertEqual, assertInstance, type Case } from "./shim.ts";

const conversion = {
  apiKey: "svc_key_ExampleExampleExampleExampleExam03lX0S",
  timestamp: 1784715300,
  body: '{"eventId":"order-4711","pressReleaseId":7,"kind":"lead","value":49.9,"currency":"EUR","occurredAt":"2026-07-22T10:15:00Z"}',
};
const conversionSignature = "3737119297bb6e897eb2c13388ed16a72d4d47bcfd580d2799a19fe1d1a7e580";

/** The test vector of the Standard Webhooks libraries. */
const delivery = {
  secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
  timestamp: 1614265330,
  body: '{"test": 2432232314}',
};
const deliveryHeaders = {
  "webhook-id": delivery.id,
  "webhook-timestamp": "1614265330",
  "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
};
const deliveredAt = new Date(delivery.timestamp * 1000);

const report = {
  b: [1.5, "ß"],
  a: null,
  integrity: {
    algorithm: "sha256",
    previousHash: null,
    contentHash: "e4df5194aa0f0e6d9f8c124fa92a356da80c49ad6991387e6417ce9dfa0c3372",
  },
};

const completed = JSON.stringify({
  type: "export.completed",
  timestamp: "2026-07-22T10:15:00Z",
  data: { jobId: "j1", downloadUrl: "https://service.example/file" },
});

/** Signing and checking: WebCrypto, text encoding, Request and Response of each runtime. */
export const signingCases: Case[] = [
  {
    name: "signConversion gives the published vector, for text, bytes and an imported key",
    async run() {
      const apiKey = await importConversionKey(conversion.apiKey);
      const body = new TextEncoder().encode(conversion.body);
      for (const input of [conversion, { ...conversion, body }, { ...conversion, apiKey }])
        assertEqual((await signConversion(input)).signature, conversionSignature);
    },
  },
  {
    name: "verifyConversionSignature accepts its signature and refuses every changed byte of a body",
    async run() {
      const check = (body: string | Uint8Array) =>
        verifyConversionSignature({
          apiKey: conversion.apiKey,
          body,
          timestamp: String(conversion.timestamp),
          signature: conversionSignature,
          nowSeconds: conversion.timestamp + 300,
        });
      assertEqual(await check(conversion.body), { isValid: true });
      const bytes = new TextEncoder().encode(conversion.body);
      for (const index of bytes.keys()) {
        const changed = bytes.slice();
        changed[index] = (changed[index] ?? 0) ^ 1;
        assertEqual(await check(changed), { isValid: false, reason: "wrong_signature" });
      }
    },
  },
  {
    name: "signWebhook and verifyWebhook give the vector of Standard Webhooks, in text and bytes",
    async run() {
      assertEqual((await signWebhook(delivery)).headers, deliveryHeaders);
      const body = new TextEncoder().encode(delivery.body);
      for (const input of [delivery.body, body])
        for (const headers of [deliveryHeaders, new Headers(deliveryHeaders)])
          assertEqual(
            await verifyWebhook({ body: input, headers, secret: delivery.secret, now: deliveredAt }),
            JSON.parse(delivery.body),
          );
    },
  },
  {
    name: "verifyWebhook refuses a changed body, id and signature, and a delivery of another time",
    async run() {
      const reasonOf = async (changes: { body?: string; headers?: object; now?: Date }) => {
        const { secret, body } = delivery;
        const headers = { ...deliveryHeaders, ...changes.headers };
        const given = { secret, body, now: deliveredAt, ...changes, headers };
        return assertInstance(await errorOf(verifyWebhook(given)), WebhookVerificationError).reason;
      };
      assertEqual(await reasonOf({ body: `${delivery.body} ` }), "wrong_signature");
      assertEqual(await reasonOf({ headers: { "webhook-id": "msg_other" } }), "wrong_signature");
      assertEqual(await reasonOf({ headers: { "webhook-signature": "v1,abc" } }), "malformed_signature");
      assertEqual(await reasonOf({ now: new Date(deliveredAt.getTime() + 301_000) }), "timestamp_too_old");
      assertEqual(await reasonOf({ body: "\uFEFF{}" }), "wrong_signature");
    },
  },
  {
    name: "webhookHandler answers 204, 401, 405 and 413, and calls what is meant for the event",
    async run() {
      const { secret } = delivery;
      const seen: string[] = [];
      const receive = webhookHandler({
        secret,
        on: {
          "export.completed": ({ data }, { messageId }) => seen.push(`${messageId} ${data.downloadUrl}`),
        },
      });
      const post = async (body: string, headers: Record<string, string>) =>
        (await receive(new Request("http://receiver.example/", { method: "POST", body, headers }))).status;
      const timestamp = Math.floor(Date.now() / 1000);
      const { headers } = await signWebhook({ secret, id: "msg_1", timestamp, body: completed });
      assertEqual(await post(completed, headers), 204);
      assertEqual(await post(`${completed} `, headers), 401);
      assertEqual(await post("x".repeat(64 * 1024 + 1), headers), 413);
      assertEqual((await receive(new Request("http://receiver.example/"))).status, 405);
      assertEqual(seen, ["msg_1 https://service.example/file"]);
    },
  },
  {
    name: "verifyReport gives the published vector, refuses a change, and checks a chain",
    async run() {
      assertEqual((await verifyReport(report)).isValid, true);
      assertEqual((await verifyReport({ ...report, b: [1.5, "ss"] })).isValid, false);
      assertEqual(await verifyReportChain([report]), { isValid: true, reasons: [], checked: "content" });
      const { isValid, reasons } = await verifyReportChain([report, report]);
      assertEqual(
        { isValid, reasons },
        { isValid: false, reasons: [{ reason: "link_broken", at: 1, number: null }] },
      );
    },
  },
];
