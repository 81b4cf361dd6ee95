import { describe, expect, test } from "bun:test";
import { decodeWebhookSecret } from "../../../../sdk/src/webhook-secret.ts";
import type { FinishedAttempt } from "../../../../service/features/reporting/webhooks/finish-sql.ts";
import {
  createSigningSecret,
  endpointHash,
  type FailedAttempt,
  messageName,
  parseRetryAfterMs,
  retryDelayMs,
  retryStepsMsDefault,
} from "../../../../service/features/reporting/webhooks/rules.ts";
import { foldHealth } from "../../../../service/features/reporting/webhooks/take-turn.ts";

const now = Date.parse("2026-11-20T12:00:00Z");
const at = (random: number) => ({ now, random: () => random });
const failed: FailedAttempt = { attempt: 1, error: "connect", responseStatus: null, retryAfter: null };

describe("the wait before the next attempt", () => {
  test("follows the steps of the schedule, 20 % earlier or later", () => {
    const seconds = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
    expect(retryStepsMsDefault).toEqual(seconds.map((each) => each * 1_000));
    seconds.forEach((each, index) => {
      const attempt = { ...failed, attempt: index + 1 };
      expect(retryDelayMs(attempt, retryStepsMsDefault, at(0))).toBe(each * 800);
      expect(retryDelayMs(attempt, retryStepsMsDefault, at(0.5))).toBe(each * 1_000);
      expect(retryDelayMs(attempt, retryStepsMsDefault, at(1))).toBe(each * 1_200);
    });
  });

  test("ends after the tenth attempt, and at once for a refused target, but not for a fault of the name system", () => {
    expect(retryDelayMs({ ...failed, attempt: 10 }, retryStepsMsDefault, at(0.5))).toBeNull();
    expect(retryDelayMs({ ...failed, error: "unsafe_endpoint" }, retryStepsMsDefault, at(0.5))).toBeNull();
    expect(retryDelayMs({ ...failed, error: "dns" }, retryStepsMsDefault, at(0.5))).toBe(5_000);
  });

  test.each([429, 502, 503, 504])("is at least 60 s after %i", (responseStatus) => {
    const attempt = { ...failed, error: "http_status" as const, responseStatus };
    expect(retryDelayMs(attempt, retryStepsMsDefault, at(0.5))).toBe(60_000);
    expect(retryDelayMs({ ...attempt, attempt: 2 }, retryStepsMsDefault, at(0.5))).toBe(300_000);
  });

  test("is at least 60 s after a time-out, and the plain step after 500", () => {
    expect(retryDelayMs({ ...failed, error: "timeout" }, retryStepsMsDefault, at(0.5))).toBe(60_000);
    const broken = { ...failed, error: "http_status" as const, responseStatus: 500 };
    expect(retryDelayMs(broken, retryStepsMsDefault, at(0.5))).toBe(5_000);
  });

  test.each([
    ["299", 300_000],
    ["301", 301_000],
    ["600", 600_000],
    ["601", 600_000],
    ["999999999", 600_000],
    ["Fri, 20 Nov 2026 12:07:00 GMT", 420_000],
    ["Fri, 20 Nov 2026 11:00:00 GMT", 300_000],
    ["soon", 300_000],
    ["-5", 300_000],
  ])("after the second attempt with Retry-After %s is %i ms", (retryAfter, delayMs) => {
    const attempt = { ...failed, attempt: 2, error: "http_status" as const, responseStatus: 503, retryAfter };
    expect(retryDelayMs(attempt, retryStepsMsDefault, at(0.5))).toBe(delayMs);
  });

  test("never is earlier than a Retry-After within its bounds, whatever the jitter", () => {
    const attempt = { ...failed, attempt: 2, retryAfter: "330" };
    expect(retryDelayMs(attempt, retryStepsMsDefault, at(0))).toBe(330_000);
    expect(retryDelayMs(attempt, retryStepsMsDefault, at(1))).toBe(360_000);
  });
});

test("a Retry-After is seconds or an HTTP date, nothing else", () => {
  expect(parseRetryAfterMs("0", now)).toBe(0);
  expect(parseRetryAfterMs(" 7 ", now)).toBe(7_000);
  expect(parseRetryAfterMs("Fri, 20 Nov 2026 12:00:01 GMT", now)).toBe(1_000);
  for (const text of ["", "1.5", "1e3", "0x10", "2026-11-20", "12 0"]) {
    expect(parseRetryAfterMs(text, now)).toBeNull();
  }
  expect(parseRetryAfterMs(null, now)).toBeNull();
});

test("a signing secret is 32 random bytes in both spellings", () => {
  const secret = createSigningSecret();
  expect(decodeWebhookSecret(secret)).toHaveLength(32);
  expect(decodeWebhookSecret(secret.slice("svc_".length))).toEqual(decodeWebhookSecret(secret));
  expect(createSigningSecret()).not.toBe(secret);
});

test("a message is named by its id without dashes", () => {
  expect(messageName("019aa1c2-7a5e-7c4b-9d1f-0123456789ab")).toBe("msg_019aa1c27a5e7c4b9d1f0123456789ab");
});

test("targets are equal by the URL standard, without the fragment", () => {
  const hash = (url: string) => Buffer.from(endpointHash(url)).toString("hex");
  expect(hash("HTTPS://Hooks.Example:443/./a#x")).toBe(hash("https://hooks.example/a"));
  expect(hash("https://hooks.example/a/")).not.toBe(hash("https://hooks.example/a"));
  expect(hash("https://hooks.example/A")).not.toBe(hash("https://hooks.example/a"));
});

describe("the health of an endpoint", () => {
  const attempt = (
    status: FinishedAttempt["status"],
    more: Partial<FinishedAttempt> = {},
  ): FinishedAttempt => ({
    agencyId: 1,
    webhookId: "a",
    messageId: "m",
    attemptId: "t",
    isTest: false,
    status,
    responseStatus: null,
    durationMs: 1,
    error: null,
    remoteAddress: null,
    answer: null,
    retryMs: null,
    ...more,
  });

  test("counts the failures after the last success of a batch", () => {
    expect(
      foldHealth(["failed", "delivered", "failed", "failed"].map((each) => attempt(each as "failed"))),
    ).toEqual([
      { agencyId: 1, webhookId: "a", isDelivered: true, failures: 2, isGivenUp: true, isGone: false },
    ]);
  });

  test("tells 410, keeps endpoints apart, and leaves out what we interrupted ourselves", () => {
    const folded = foldHealth([
      attempt("failed", { error: "http_status", responseStatus: 410 }),
      attempt("failed", { webhookId: "b", error: "dns", retryMs: 5_000 }),
      attempt("unknown", { webhookId: "c", error: "interrupted" }),
    ]);
    expect(folded).toEqual([
      { agencyId: 1, webhookId: "a", isDelivered: false, failures: 1, isGivenUp: true, isGone: true },
      { agencyId: 1, webhookId: "b", isDelivered: false, failures: 1, isGivenUp: false, isGone: false },
    ]);
  });

  test("of a test counts what arrived and 410, and no other failure", () => {
    const folded = foldHealth([
      attempt("failed", { isTest: true, error: "http_status", responseStatus: 500 }),
      attempt("delivered", { webhookId: "b", isTest: true, responseStatus: 200 }),
      attempt("failed", { webhookId: "c", isTest: true, error: "http_status", responseStatus: 410 }),
    ]);
    expect(folded.map(({ webhookId, isDelivered, isGone }) => [webhookId, isDelivered, isGone])).toEqual([
      ["b", true, false],
      ["c", false, true],
    ]);
  });
});
