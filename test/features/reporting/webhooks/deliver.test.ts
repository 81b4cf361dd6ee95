import { describe, expect, test } from "bun:test";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { verifyWebhook } from "../../../../sdk/src/index.ts";
import { enqueueEvent } from "../../../../service/features/events/enqueue-event.ts";
import { announceAll } from "../../../support/announce-all.ts";
import { serviceScene } from "../../../support/cast.ts";
import { callConversions, conversionBody } from "../../../support/conversion-call.ts";
import { thrownBy } from "../../../support/error-of.ts";
import { createTestAgency, createTestRelease, databaseKinds } from "../../../support/service.ts";
import { until } from "../../../support/until.ts";
import { allowLoopback, reportCreated, webhookCalls } from "./webhook-calls.ts";
import { startSink } from "./webhook-sink.ts";

for (const kind of databaseKinds) {
  describe(`deliveries on the ${kind} database`, () => {
    const { service } = serviceScene(kind, allowLoopback);

    test("a recorded conversion is told at once, in bytes that every Standard Webhooks library verifies", async () => {
      const sink = startSink();
      const agency = await createTestAgency(service.sql);
      const release = await createTestRelease(service.sql, agency.agencyId);
      const calls = webhookCalls(service.url, agency.key);
      const { id, signingSecret } = await calls.register(`${sink.url}/unguessable-path`, [
        "conversion.recorded",
      ]);
      await calls.register(`${sink.url}/others`, ["report.created"]);
      const body = conversionBody(release.pressReleaseId, { value: 0.1, eventId: 'ö"\\\u2028' });
      const recorded = await callConversions({ url: service.url, key: agency.key, body });
      expect(recorded.status).toBe(201);
      const conversion = (await recorded.json()) as { id: string };
      await until("the delivery arrives", () => sink.received.length === 1);

      const [delivery] = sink.received;
      const headers = Object.fromEntries(delivery?.headers ?? []);
      const text = delivery?.body ?? "";
      const event = {
        type: "conversion.recorded",
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        data: {
          id: conversion.id,
          eventId: body.eventId,
          pressReleaseId: release.pressReleaseId,
          kind: "lead",
          value: "0.1",
          currency: "EUR",
          occurredAt: body.occurredAt,
          agencyId: agency.agencyId,
        },
      };
      const standardSecret = signingSecret.slice("svc_".length);
      expect(new StandardWebhook(standardSecret).verify(text, headers)).toEqual(event);
      // Returns nothing; it throws for what does not verify.
      new SvixWebhook(standardSecret).verify(text, headers);
      expect(() => new SvixWebhook(standardSecret).verify(`${text} `, headers)).toThrow();
      const verified: unknown = await verifyWebhook({ body: text, headers, secret: signingSecret });
      expect(verified).toEqual(event);
      expect(() => new StandardWebhook(standardSecret).verify(`${text} `, headers)).toThrow();
      expect(headers).toMatchObject({
        "webhook-id": expect.stringMatching(/^msg_[0-9a-f]{32}$/),
        "content-type": "application/json",
        "user-agent": "pr-service-webhooks/1",
        "accept-encoding": "identity",
      });

      await until("the attempt is listed as delivered", async () => {
        return (await calls.list()).deliveries[0]?.status === "delivered";
      });
      const listed = await calls.list();
      expect(listed.deliveries).toEqual([
        {
          id: expect.any(String),
          webhookId: id,
          messageId: headers["webhook-id"] ?? "",
          eventType: "conversion.recorded",
          attempt: 1,
          status: "delivered",
          responseStatus: 204,
          durationMs: expect.any(Number),
          error: null,
          remoteAddress: "127.0.0.1",
          attemptedAt: expect.any(String),
          nextAttemptAt: null,
        },
      ]);
      expect(listed.webhooks.find((webhook) => webhook.id === id)?.lastDeliveryAt).toBeString();
      const other = webhookCalls(service.url, (await createTestAgency(service.sql)).key);
      expect((await other.list()).deliveries).toEqual([]);
      const [left] = await service.sql`select count(*)::int as rows from webhook_queue`;
      expect(left?.rows).toBe(0);
      await sink.stop();
    });

    test("a known event is not told again, and without a listener nothing is written", async () => {
      const sink = startSink();
      const agency = await createTestAgency(service.sql);
      const release = await createTestRelease(service.sql, agency.agencyId);
      const calls = webhookCalls(service.url, agency.key);
      const body = conversionBody(release.pressReleaseId);
      const send = () => callConversions({ url: service.url, key: agency.key, body });
      expect((await send()).status).toBe(201);
      const messages = () => service.sql`select id from webhook_message where agency_id = ${agency.agencyId}`;
      expect(await messages()).toHaveLength(0);
      await calls.register(sink.url, ["conversion.recorded"]);
      expect((await send()).status).toBe(200);
      const unknown = { ...body, eventId: "other", pressReleaseId: 2_000_000_000 };
      expect((await callConversions({ url: service.url, key: agency.key, body: unknown })).status).toBe(404);
      expect(await messages()).toHaveLength(0);
      const many = await Promise.all(
        Array.from({ length: 10 }, () =>
          callConversions({ url: service.url, key: agency.key, body: { ...body, eventId: "same" } }),
        ),
      );
      expect(many.filter((response) => response.status === 201)).toHaveLength(1);
      expect(await messages()).toHaveLength(1);
      await until("the one delivery arrives", () => sink.received.length === 1);
      await sink.stop();
    });

    test("an event of a transaction that is rolled back is never told", async () => {
      const sink = startSink();
      const { agencyId, key } = await createTestAgency(service.sql);
      await webhookCalls(service.url, key).register(sink.url);
      const failing = service.sql.begin(async (transaction) => {
        expect(await enqueueEvent(transaction, agencyId, reportCreated())).toBe(1);
        throw new Error("changed my mind");
      });
      expect(await thrownBy(failing)).toThrow("changed my mind");
      await failing.catch(() => {});
      expect(await enqueueEvent(service.sql, agencyId, reportCreated("kept"))).toBe(1);
      await until("the other is told", () => sink.received.length === 1);
      expect(sink.received[0]?.body).toContain('"scopeId":"kept"');
      await sink.stop();
    });

    test("a webhook disabled meanwhile gets nothing more, and its attempts stay listed", async () => {
      const sink = startSink(() => new Response(null, { status: 500 }));
      const { agencyId, key } = await createTestAgency(service.sql);
      const calls = webhookCalls(service.url, key);
      const { id } = await calls.register(sink.url);
      await enqueueEvent(service.sql, agencyId, reportCreated());
      await until("the attempt failed", async () => (await calls.list()).deliveries[0]?.status === "failed");
      const before = await calls.list();
      expect(before.deliveries[0]).toMatchObject({ error: "http_status", responseStatus: 500, attempt: 1 });
      expect(before.deliveries[0]?.nextAttemptAt).toBeString();
      expect(before.webhooks[0]?.consecutiveFailures).toBe(1);
      await calls.remove(id);
      expect(await enqueueEvent(service.sql, agencyId, reportCreated())).toBe(0);
      await service.sql`update webhook_queue set next_attempt_at = now() - interval '1 second' where agency_id = ${agencyId}`;
      await announceAll(service.sql);
      await until("the queue drops what was left", async () => {
        const rows = await service.sql`select 1 from webhook_queue where agency_id = ${agencyId}`;
        return rows.length === 0;
      });
      expect(sink.received).toHaveLength(1);
      expect((await calls.list()).deliveries).toEqual([
        { ...(before.deliveries[0] ?? expect.unreachable()), nextAttemptAt: null },
      ]);
      await sink.stop();
    });

    test("no secret and no path of an endpoint ever stands in the log", () => {
      const log = service.logged.join("\n");
      expect(log).not.toMatch(/whsec_/);
      expect(log).not.toMatch(/v1,[A-Za-z0-9+/]{40}/);
      expect(log).not.toContain("unguessable-path");
    });
  });
}
