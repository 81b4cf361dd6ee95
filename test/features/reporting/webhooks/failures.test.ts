import { describe, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { enqueueEvent } from "../../../../service/features/events/enqueue-event.ts";
import {
  createDeliverer,
  type DelivererDeps,
} from "../../../../service/features/reporting/webhooks/create-deliverer.ts";
import { createWebhook } from "../../../../service/features/reporting/webhooks/create-webhook.ts";
import { retryStepsMsDefault } from "../../../../service/features/reporting/webhooks/rules.ts";
import { listAttempts, listWebhooks } from "../../../../service/features/reporting/webhooks/sql.ts";
import { createSecretCipher } from "../../../../service/floor/secrets/secret-cipher.ts";
import { createLog } from "../../../../service/log.ts";
import { selfSignedCertificate } from "../../../floor/outbound/certificates.ts";
import { answering, type Behaviour, startReceiver, streaming } from "../../../floor/outbound/receivers.ts";
import { databaseScene } from "../../../support/cast.ts";
import { createTestAgency } from "../../../support/service.ts";
import { deliveryDeps, registerEndpoint, reportCreated } from "./webhook-calls.ts";
import { startSink } from "./webhook-sink.ts";

const ok = "HTTP/1.1 200 OK\r\n";
const failed = "HTTP/1.1 500 X\r\n";
const never = new AbortController().signal;

describe("a delivery that fails", () => {
  const { database } = databaseScene();

  const bomb = gzipSync(new Uint8Array(20_000_000)).toString("latin1");
  const receivers: [name: string, behaviour: Behaviour, expected: Record<string, unknown>][] = [
    ["says nothing at all", {}, { error: "timeout", responseStatus: null }],
    [
      "answers a byte every 2 ms",
      streaming(`${ok}Content-Length: 4000\r\n\r\n`, "x"),
      { error: "timeout", responseStatus: 200 },
    ],
    [
      "never ends",
      streaming(`${failed}\r\n`, "x".repeat(60_000)),
      { error: "response_too_large", responseStatus: 500 },
    ],
    [
      "sends a gzip bomb",
      answering(`${failed}Content-Encoding: gzip\r\n\r\n${bomb}`),
      { error: "response_too_large", responseStatus: 500 },
    ],
    [
      "redirects",
      answering("HTTP/1.1 307 X\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n"),
      { error: "redirect", responseStatus: 307 },
    ],
    [
      "closes at once",
      { onConnection: (socket) => socket.destroy() },
      { error: "connect", responseStatus: null },
    ],
    [
      "answers 500",
      answering("HTTP/1.1 500 X\r\nContent-Length: 0\r\n\r\n"),
      { error: "http_status", responseStatus: 500 },
    ],
    [
      "answers 304",
      answering("HTTP/1.1 304 X\r\nContent-Length: 0\r\n\r\n"),
      { error: "http_status", responseStatus: 304 },
    ],
  ];
  for (const [name, behaviour, expected] of receivers) {
    test(`because the receiver ${name} is recorded with its reason`, async () => {
      await using receiver = await startReceiver(behaviour);
      const { attempts, webhook } = await deliverTo(`http://127.0.0.1:${receiver.port}/`);
      expect(attempts).toHaveLength(1);
      expect(attempts[0]).toMatchObject({
        ...expected,
        status: "failed",
        attempt: 1,
        remoteAddress: "127.0.0.1",
      });
      expect(attempts[0]?.durationMs).toBeWithin(0, 20_000);
      const waitMs =
        Date.parse(attempts[0]?.nextAttemptAt ?? "") - Date.parse(attempts[0]?.attemptedAt ?? "");
      if (expected.error === "timeout") expect(waitMs).toBeWithin(60_000, 80_000);
      else expect(waitMs).toBeWithin(4_000, 26_000);
      expect(webhook).toMatchObject({ active: true, consecutiveFailures: 1, lastDeliveryAt: null });
      expect(receiver.received).toHaveLength(1);
    });
  }

  test("because of a bad certificate is tls, and no byte of the message is sent", async () => {
    await using receiver = await startReceiver({}, selfSignedCertificate);
    const { attempts } = await deliverTo(`https://127.0.0.1:${receiver.port}/`);
    expect(attempts[0]).toMatchObject({ status: "failed", error: "tls", responseStatus: null });
    expect(receiver.received.join("")).toBe("");
  });

  test("because the name can't be looked up is tried again; because the target is refused it is not", async () => {
    const { agencyId } = await createTestAgency(database.sql);
    await using receiver = await startReceiver({});
    const loopback = async () => [{ address: "127.0.0.1" }];
    await createWebhook(
      database.sql,
      agencyId,
      { endpointUrl: `http://hooks.example:${receiver.port}/`, events: ["report.created"] },
      {
        ...deliveryDeps,
        rules: { ...deliveryDeps.targetRules, resolve: loopback },
        actor: { type: "operator", id: null },
      },
    );
    const failing = () => Promise.reject(new Error("SERVFAIL"));
    await enqueueEvent(database.sql, agencyId, reportCreated());
    await deliverer({ targetRules: { ...deliveryDeps.targetRules, resolve: failing } }).run(never);
    const [failed] = await listAttempts(database.sql, agencyId);
    expect(failed).toMatchObject({ status: "failed", error: "dns", remoteAddress: null });
    expect(failed?.nextAttemptAt).toBeString();

    // The range is no longer let through: as when a name is bound anew to an address inside.
    await enqueueEvent(database.sql, agencyId, reportCreated());
    await deliverer({ targetRules: { resolve: loopback } }).run(never);
    const [refused] = await listAttempts(database.sql, agencyId);
    expect(refused).toMatchObject({ status: "failed", error: "unsafe_endpoint", nextAttemptAt: null });
    expect(receiver.received).toEqual([]);
  });

  test("with 410 disables the endpoint at once; no later event is for it", async () => {
    const sink = startSink(() => new Response(null, { status: 410 }));
    const { agencyId, webhook, attempts } = await deliverTo(sink.url);
    expect(webhook).toMatchObject({ active: false, disabledReason: "gone", consecutiveFailures: 1 });
    expect(attempts[0]).toMatchObject({ error: "http_status", responseStatus: 410, nextAttemptAt: null });
    expect(await enqueueEvent(database.sql, agencyId, reportCreated())).toBe(0);
    await sink.stop();
  });

  test("with 410 drops what waits behind the eight under way, unsent", async () => {
    const sink = startSink(() => new Response(null, { status: 410 }));
    const { agencyId } = await createTestAgency(database.sql);
    await registerEndpoint(database.sql, agencyId, sink.url);
    for (let count = 0; count < 20; count += 1) {
      await enqueueEvent(database.sql, agencyId, reportCreated());
    }
    // Agencies of earlier tests are still looked at, and each look holds seats for what it may find.
    await database.sql`delete from agency_work where agency_id <> ${agencyId}`;
    await deliverer().run(never);
    await deliverer().run(never);
    expect(sink.received).toHaveLength(8);
    const attempts = await listAttempts(database.sql, agencyId);
    expect(attempts).toHaveLength(8);
    expect(new Set(attempts.map(({ nextAttemptAt }) => nextAttemptAt))).toEqual(new Set([null]));
    const queued =
      await database.sql`select from webhook_queue where agency_id = ${agencyId} and next_attempt_at <= now()`;
    expect(queued.length).toBe(0);
    await sink.stop();
  });

  test("with a Retry-After between one and two steps waits that long", async () => {
    const sink = startSink(() => new Response(null, { status: 503, headers: { "retry-after": "450" } }));
    const { attempts } = await deliverTo(sink.url, { retryStepsMs: [300_000] });
    const waitMs = Date.parse(attempts[0]?.nextAttemptAt ?? "") - Date.parse(attempts[0]?.attemptedAt ?? "");
    expect(waitMs).toBeWithin(450_000, 470_000);
    await sink.stop();
  });

  test("is repeated with the same id and bytes, each time with the time of the attempt, and given up after the last step", async () => {
    const sink = startSink(() => new Response(null, { status: 500 }));
    const { agencyId } = await createTestAgency(database.sql);
    await registerEndpoint(database.sql, agencyId, sink.url);
    await enqueueEvent(database.sql, agencyId, reportCreated());
    const steps = retryStepsMsDefault.map(() => 1);
    const patient = deliverer({ retryStepsMs: steps, tickMs: 5 });
    const isQueued = async () =>
      (await database.sql`select 1 from webhook_queue where agency_id = ${agencyId}`).length > 0;
    while (await isQueued()) await patient.run(never);
    expect(sink.received).toHaveLength(10);
    expect(new Set(sink.received.map(({ headers }) => headers.get("webhook-id"))).size).toBe(1);
    expect(new Set(sink.received.map(({ body }) => body)).size).toBe(1);
    const attempts = await listAttempts(database.sql, agencyId);
    expect(attempts.map(({ attempt }) => attempt)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(attempts[0]?.nextAttemptAt).toBeNull();
    expect(attempts[1]?.nextAttemptAt).toBeString();
    const [webhook] = await listWebhooks(database.sql, agencyId);
    expect(webhook).toMatchObject({ active: true, consecutiveFailures: 10 });
    sink.answer = () => new Response(null, { status: 200 });
    await enqueueEvent(database.sql, agencyId, reportCreated());
    await patient.run(never);
    expect((await listWebhooks(database.sql, agencyId))[0]?.consecutiveFailures).toBe(0);
    await sink.stop();
  });

  // A receiver that answered with a page of its own got each message ten times, and was turned off after five days.
  test("none is a 2xx with more than is read of it, or without an end", async () => {
    const receivers = [
      answering(`${ok}\r\n${"x".repeat(9_000)}`),
      answering(`${ok}Content-Length: 9000\r\n\r\n${"x".repeat(9_000)}`),
      streaming(`${ok}\r\n`, "x".repeat(60_000)),
    ];
    for (const behaviour of receivers) {
      await using receiver = await startReceiver(behaviour);
      const { attempts, webhook } = await deliverTo(`http://127.0.0.1:${receiver.port}/`);
      expect(attempts).toMatchObject([{ status: "delivered", error: null, responseStatus: 200 }]);
      expect(webhook).toMatchObject({ active: true, consecutiveFailures: 0 });
    }
  });

  test("by too long an answer keeps the first kilobyte of it", async () => {
    const sink = startSink(() => new Response(`Kaputt: ${"x".repeat(9_000)}`, { status: 500 }));
    const { agencyId } = await deliverTo(sink.url);
    const [attempt] = await database.sql`
      select error, answer from webhook_attempt where agency_id = ${agencyId}`;
    expect(attempt?.error).toBe("response_too_large");
    expect(String(attempt?.answer)).toStartWith("Kaputt: xxx");
    expect(String(attempt?.answer).length).toBeWithin(9, 1_025);
    await sink.stop();
  });

  test("disables the endpoint after five days of nothing but failures, and not a minute before", async () => {
    const sink = startSink(() => new Response(null, { status: 500 }));
    const retryStepsMs: number[] = [];
    const { agencyId } = await deliverTo(sink.url, { retryStepsMs });
    const failAfter = async (interval: string) => {
      await database.sql`
        update webhook set failing_since = now() - ${interval}::text::interval where agency_id = ${agencyId}
      `;
      await enqueueEvent(database.sql, agencyId, reportCreated());
      await deliverer({ retryStepsMs }).run(never);
      return (await listWebhooks(database.sql, agencyId))[0];
    };
    expect(await failAfter("4 days 23 hours 59 minutes")).toMatchObject({ active: true });
    expect(await failAfter("5 days")).toMatchObject({ active: false, disabledReason: "failing" });
    expect(await listAttempts(database.sql, agencyId)).toHaveLength(3);
    await sink.stop();
  });

  test("gives each message all its attempts, however long ago the one before was given up", async () => {
    const sink = startSink(() => new Response(null, { status: 500 }));
    const { agencyId } = await deliverTo(sink.url, { retryStepsMs: [] });
    await database.sql`update webhook set failing_since = now() - interval '9 days' where agency_id = ${agencyId}`;
    await enqueueEvent(database.sql, agencyId, reportCreated());
    const runAgain = async () => {
      await database.sql`update webhook_queue set next_attempt_at = now() - interval '1 second' where agency_id = ${agencyId}`;
      await deliverer({ retryStepsMs: [3_600_000] }).run(never);
      return (await listWebhooks(database.sql, agencyId))[0];
    };
    expect(await runAgain()).toMatchObject({ active: true, consecutiveFailures: 2 });
    expect(await runAgain()).toMatchObject({ active: false, disabledReason: "failing" });
    await sink.stop();
  });

  test("one success between two failures starts the five days anew", async () => {
    let status = 500;
    const sink = startSink(() => new Response(null, { status }));
    const { agencyId } = await deliverTo(sink.url);
    await database.sql`update webhook set failing_since = now() - interval '9 days' where agency_id = ${agencyId}`;
    for (status of [200, 500]) {
      await enqueueEvent(database.sql, agencyId, reportCreated());
      await deliverer().run(never);
    }
    expect((await listWebhooks(database.sql, agencyId))[0]).toMatchObject({
      active: true,
      consecutiveFailures: 1,
    });
    await sink.stop();
  });

  test("for a reason of ours, such as another SECRET_KEY, does not count against the endpoint", async () => {
    const sink = startSink();
    const secrets = createSecretCipher(new Uint8Array(32).fill(9));
    const logged: string[] = [];
    const log = createLog("info", (line) => logged.push(line));
    const { attempts, webhook } = await deliverTo(sink.url, { secrets, log });
    expect(attempts[0]).toMatchObject({ status: "failed", error: "interrupted" });
    expect(attempts[0]?.nextAttemptAt).toBeString();
    expect(webhook).toMatchObject({ active: true, consecutiveFailures: 0 });
    expect(logged.join("\n")).toContain("SECRET_KEY");
    expect(sink.received).toEqual([]);
    await sink.stop();
  });

  const deliverer = (more: Partial<DelivererDeps> = {}) =>
    createDeliverer({ sql: database.sql, ...deliveryDeps, postTimeoutMs: 3_000, ...more });

  /** Sends one event to `endpointUrl` until nothing is due, and returns what the agency then sees. */
  async function deliverTo(endpointUrl: string, more: Partial<DelivererDeps> = {}) {
    const { agencyId } = await createTestAgency(database.sql);
    await registerEndpoint(database.sql, agencyId, endpointUrl);
    await enqueueEvent(database.sql, agencyId, reportCreated());
    await deliverer(more).run(never);
    const [webhook] = await listWebhooks(database.sql, agencyId);
    return { agencyId, webhook, attempts: await listAttempts(database.sql, agencyId) };
  }
});
