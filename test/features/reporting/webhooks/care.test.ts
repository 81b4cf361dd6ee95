import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { enqueueEvent } from "../../../../service/features/events/enqueue-event.ts";
import {
  changeWebhookEvents,
  pauseWebhook,
  resumeWebhook,
  rotateSecret,
} from "../../../../service/features/reporting/webhooks/change-webhook.ts";
import { createDeliverer } from "../../../../service/features/reporting/webhooks/create-deliverer.ts";
import {
  listDeliveries,
  showMessage,
} from "../../../../service/features/reporting/webhooks/list-deliveries.ts";
import { takeReplayStep } from "../../../../service/features/reporting/webhooks/loops.ts";
import { orderReplay, readReplay } from "../../../../service/features/reporting/webhooks/order-replay.ts";
import { sendTestEvent } from "../../../../service/features/reporting/webhooks/send-test-event.ts";
import {
  disableWebhook,
  insertWebhook,
  listWebhooks,
} from "../../../../service/features/reporting/webhooks/sql.ts";
import { serviceScene } from "../../../support/cast.ts";
import { errorOf } from "../../../support/error-of.ts";
import { createTestAgency, serviceKinds } from "../../../support/service.ts";
import { until } from "../../../support/until.ts";
import { deliveryDeps, registerEndpoint, reportCreated } from "./webhook-calls.ts";
import { type Sink, startSink } from "./webhook-sink.ts";

const actor = { type: "operator", id: null } as const;
const unknown = "018f4f0e-1111-7000-8000-000000000000";

describe.each(serviceKinds.map((kind) => [kind]))(
  "an endpoint in people's hands, on the %s database",
  (kind) => {
    const { service } = serviceScene(kind);
    let sink: Sink;
    beforeEach(() => {
      sink = startSink();
    });
    afterEach(() => sink.stop());

    test("is refused for an agency that is not there", async () => {
      const webhook = { id: Bun.randomUUIDv7(), endpointUrl: "https://example.com/", events: [] };
      const hashed = { endpointHash: new Uint8Array(32), secretEncrypted: new Uint8Array(60) };
      const inserted = insertWebhook(service.sql, 999_999_999, { ...webhook, ...hashed });
      expect(await errorOf(inserted)).toMatchObject({ code: "not_found" });
    });

    test("gets nothing while it is paused and all of it afterwards", async () => {
      const { agencyId, webhookId } = await registered();
      await enqueueEvent(service.sql, agencyId, reportCreated("1"));
      await pauseWebhook(service.sql, agencyId, webhookId, actor);
      await enqueueEvent(service.sql, agencyId, reportCreated("2"));
      await deliver();
      expect(sink.received).toHaveLength(0);
      expect(await listWebhooks(service.sql, agencyId)).toMatchObject([
        { active: false, disabledReason: "paused" },
      ]);
      await resumeWebhook(service.sql, agencyId, webhookId, actor);
      await deliver();
      expect(sink.received).toHaveLength(2);
      expect(await listWebhooks(service.sql, agencyId)).toMatchObject([
        { active: true, disabledReason: null },
      ]);
    });

    test("that stays paused gives a message up after 14 days", async () => {
      const { agencyId, webhookId } = await registered();
      await pauseWebhook(service.sql, agencyId, webhookId, actor);
      await enqueueEvent(service.sql, agencyId, reportCreated());
      await deliver();
      const [held] = await service.sql`
      select next_attempt_at > now() + interval '335 hours' as "isHeld" from webhook_queue where agency_id = ${agencyId}
    `;
      expect(held).toEqual({ isHeld: true });
      await makeDue(agencyId);
      await service.sql`update agency_work set due_at = now() - interval '1 second' where agency_id = ${agencyId}`;
      await deliver();
      expect(await service.sql`select from webhook_queue where agency_id = ${agencyId}`).toHaveLength(0);
      expect(sink.received).toHaveLength(0);
    });

    test("that was disabled goes on with a clean record, unless its place is taken", async () => {
      const { agencyId, webhookId } = await registered();
      await disableWebhook(service.sql, agencyId, webhookId);
      await service.sql`
      update webhook set consecutive_failures = 9, failing_since = now() - interval '9 days' where agency_id = ${agencyId}
    `;
      expect(await errorOf(pauseWebhook(service.sql, agencyId, webhookId, actor))).toMatchObject({
        code: "validation_error",
      });
      await resumeWebhook(service.sql, agencyId, webhookId, actor);
      expect(await listWebhooks(service.sql, agencyId)).toMatchObject([
        { active: true, consecutiveFailures: 0 },
      ]);
      await disableWebhook(service.sql, agencyId, webhookId);
      await registerEndpoint(service.sql, agencyId, sink.url);
      expect(await errorOf(resumeWebhook(service.sql, agencyId, webhookId, actor))).toMatchObject({
        code: "endpoint_already_registered",
      });
    });

    test("gets a test event alone, marked in payload and header, once for each form", async () => {
      const { agencyId, webhookId } = await registered();
      await registerEndpoint(service.sql, agencyId, `${sink.url}/other`);
      const messageId = crypto.randomUUID();
      const input = { webhookId, eventType: "conversion.recorded", messageId };
      await sendTestEvent(service.sql, agencyId, input, actor);
      await sendTestEvent(service.sql, agencyId, input, actor);
      await deliver();
      expect(sink.received).toHaveLength(1);
      expect(sink.received[0]?.headers.get("webhook-test")).toBe("true");
      expect(JSON.parse(sink.received[0]?.body ?? "")).toMatchObject({
        type: "conversion.recorded",
        test: true,
        data: { agencyId, kind: "lead" },
      });
      expect(
        await errorOf(sendTestEvent(service.sql, agencyId, { webhookId, eventType: "no.such" }, actor)),
      ).toMatchObject({
        code: "validation_error",
        details: { fieldErrors: { events: [expect.any(String)] } },
      });
      await pauseWebhook(service.sql, agencyId, webhookId, actor);
      expect(
        await errorOf(sendTestEvent(service.sql, agencyId, { ...input, messageId: unknown }, actor)),
      ).toMatchObject({
        code: "validation_error",
      });
    });

    test("gets a message once more: same id and bytes, a fresh time, the next attempt, and a header that says so", async () => {
      const { agencyId, webhookId } = await registered();
      await enqueueEvent(service.sql, agencyId, reportCreated());
      await deliver();
      const { deliveries } = await listDeliveries(service.sql, agencyId, {});
      const message = deliveries[0]?.messageId ?? "";
      // The header counts in seconds.
      const deliveredAt = Number(sink.received[0]?.headers.get("webhook-timestamp"));
      await until("a second has begun", () => Math.floor(Date.now() / 1000) > deliveredAt);
      const { replayId } = await orderReplay(service.sql, agencyId, { webhookId, message }, actor);
      expect(await takeReplayStep(service.sql, agencyId)).toBe(replayId);
      expect(await takeReplayStep(service.sql, agencyId)).toBeNull();
      await deliver();
      const [before, after] = sink.received;
      expect(after?.body).toBe(before?.body ?? "");
      expect(after?.headers.get("webhook-id")).toBe(before?.headers.get("webhook-id") ?? "");
      expect(Number(after?.headers.get("webhook-timestamp"))).toBeGreaterThan(
        Number(before?.headers.get("webhook-timestamp")),
      );
      expect([before, after].map((each) => each?.headers.get("webhook-replay") ?? null)).toEqual([
        null,
        "true",
      ]);
      expect((await showMessage(service.sql, agencyId, message)).attempts).toMatchObject([
        { attempt: 2, isReplay: true, status: "delivered" },
        { attempt: 1, isReplay: false, status: "delivered" },
      ]);
      expect(await readReplay(service.sql, agencyId, replayId)).toMatchObject({
        queued: 1,
        waiting: 0,
        delivered: 1,
      });
    });

    test("gets all that failed since a moment, once, whoever orders it at the same time", async () => {
      const { agencyId, webhookId } = await registered();
      sink.answer = () => new Response("kaputt", { status: 500 });
      for (const scopeId of ["1", "2", "3"])
        await enqueueEvent(service.sql, agencyId, reportCreated(scopeId));
      await deliver();
      sink.answer = () => new Response(null, { status: 204 });
      await enqueueEvent(service.sql, agencyId, reportCreated("4"));
      await deliver();
      expect(sink.received).toHaveLength(4);
      const failedSince = new Date(Date.now() - 60_000);
      const orders = await Promise.all(
        [1, 2].map(() => orderReplay(service.sql, agencyId, { webhookId, failedSince }, actor)),
      );
      expect(orders.filter(({ isNew }) => isNew)).toHaveLength(1);
      expect(orders[0]?.replayId).toBe(orders[1]?.replayId ?? "");
      await takeReplayStep(service.sql, agencyId);
      await deliver();
      expect(sink.received).toHaveLength(7);
      await orderReplay(service.sql, agencyId, { webhookId, failedSince }, actor);
      await takeReplayStep(service.sql, agencyId);
      await deliver();
      expect(sink.received).toHaveLength(7);
      const { deliveries } = await listDeliveries(service.sql, agencyId, { status: "failed" });
      const shown = await showMessage(service.sql, agencyId, deliveries[0]?.messageId ?? "");
      expect(shown.attempts.map(({ answer }) => answer)).toEqual([null, "kaputt"]);
    });

    test("is found by endpoint, event, state and release, and others find nothing of it", async () => {
      const { agencyId, webhookId } = await registered();
      const other = (await createTestAgency(service.sql)).agencyId;
      for (const scopeId of ["7", "7", "8"])
        await enqueueEvent(service.sql, agencyId, reportCreated(scopeId));
      await deliver();
      const found = async (filter: object, owner = agencyId) =>
        (await listDeliveries(service.sql, owner, filter)).deliveries.length;
      expect(await found({ webhookId })).toBe(3);
      expect(await found({ webhookId: unknown })).toBe(0);
      expect(await found({ eventType: "report.created", status: "delivered", releaseId: 7 })).toBe(2);
      expect(await found({ status: "failed" })).toBe(0);
      expect(await found({}, other)).toBe(0);
      const first = await listDeliveries(service.sql, agencyId, { limit: 2 });
      const second = await listDeliveries(service.sql, agencyId, {
        limit: 2,
        cursor: first.nextCursor ?? "",
      });
      expect([first.deliveries.length, second.deliveries.length, second.nextCursor]).toEqual([2, 1, null]);
      const messageId = first.deliveries[0]?.messageId ?? "";
      const refusals = [
        () => showMessage(service.sql, other, messageId),
        () => pauseWebhook(service.sql, other, webhookId, actor),
        () => resumeWebhook(service.sql, other, webhookId, actor),
        () => changeWebhookEvents(service.sql, other, { webhookId, events: ["export.failed"] }, actor),
        () =>
          rotateSecret(service.sql, other, { webhookId, rotationKey: unknown }, { ...deliveryDeps, actor }),
        () => sendTestEvent(service.sql, other, { webhookId, eventType: "export.failed" }, actor),
        () => orderReplay(service.sql, other, { webhookId, message: messageId }, actor),
        () => orderReplay(service.sql, agencyId, { webhookId, message: unknown }, actor),
        () => orderReplay(service.sql, other, { releaseId: 7 }, actor),
      ];
      for (const refuse of refusals) expect(await errorOf(refuse())).toMatchObject({ code: "not_found" });
    });

    test("keeps the first kilobyte of an answer as text, whatever bytes it has", async () => {
      const { agencyId } = await registered();
      sink.answer = () =>
        new Response(new Uint8Array([...new Uint8Array(10), ...new Uint8Array(3_000).fill(0xff)]), {
          status: 500,
        });
      await enqueueEvent(service.sql, agencyId, reportCreated());
      await deliver();
      const { deliveries } = await listDeliveries(service.sql, agencyId, {});
      const { attempts } = await showMessage(service.sql, agencyId, deliveries[0]?.messageId ?? "");
      expect(attempts[0]?.answer).toBe("\ufffd".repeat(1_024));
    });

    /** Sends all that is due now. */
    const deliver = () =>
      createDeliverer({ ...deliveryDeps, sql: service.sql }).run(new AbortController().signal);

    async function registered() {
      const { agencyId } = await createTestAgency(service.sql);
      const webhook = await registerEndpoint(service.sql, agencyId, sink.url);
      return { agencyId, webhook, webhookId: webhook.id };
    }

    /** What failed waits for minutes; the next delivery finds it due. */
    const makeDue = (agencyId: number) =>
      service.sql`update webhook_queue set next_attempt_at = now() - interval '1 second' where agency_id = ${agencyId}`;
  },
);
