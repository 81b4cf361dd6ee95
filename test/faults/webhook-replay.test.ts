import { describe, expect, test } from "bun:test";
import { takeReplayStep } from "../../service/features/reporting/webhooks/loops.ts";
import { orderReplay, readReplay } from "../../service/features/reporting/webhooks/order-replay.ts";
import { insertFailed } from "../features/reporting/webhooks/failed-messages.ts";
import { type ServiceChild, startServiceChild } from "../features/reporting/webhooks/service-child.ts";
import { registerEndpoint } from "../features/reporting/webhooks/webhook-calls.ts";
import { startSink } from "../features/reporting/webhooks/webhook-sink.ts";
import { databaseScene, given } from "../support/cast.ts";
import { createTestAgency } from "../support/service.ts";
import { until } from "../support/until.ts";

const actor = { type: "operator", id: null } as const;
/** At most 8 are under way, so that each kill comes in the middle. */
const failed = 1_000;
const queuedMax = 10_000;

describe("a replay of 1,000 messages", () => {
  const { address, sql, atEnd } = databaseScene();
  let child: ServiceChild | undefined;
  const sink = given(async () => startSink());
  atEnd(async () => {
    await child?.kill();
    await sink.stop();
  });

  test("goes on after each kill, past a receiver that is down, and sends each once more", async () => {
    const { agencyId } = await createTestAgency(sql);
    const { id: webhookId } = await registerEndpoint(sql, agencyId, sink.url);
    await insertFailed(sql, agencyId, { webhookIds: [webhookId], count: failed });
    sink.answer = () => new Response(null, { status: 500 });
    const order = () =>
      orderReplay(sql, agencyId, { webhookId, failedSince: new Date(Date.now() - 7_200_000) }, actor);
    const orders = await Promise.all([order(), order()]);
    const [{ replayId }] = orders;
    expect(orders.filter(({ isNew }) => isNew)).toHaveLength(1);
    for (let kills = 0; kills < 3; kills += 1) {
      const before = sink.received.length;
      child = await startServiceChild(address.databaseUrl, { LOG_LEVEL: "error" });
      await until("some were tried", () => sink.received.length > before + 20);
      await child.kill();
      await sql`update webhook_queue set next_attempt_at = now() - interval '1 second' where lease_token is not null`;
    }
    sink.answer = () => new Response(null, { status: 204 });
    child = await startServiceChild(address.databaseUrl, { LOG_LEVEL: "error" });
    await until(
      "all are in the queue",
      async () => (await readReplay(sql, agencyId, replayId)).finishedAt !== null,
    );
    // The service changes rows meanwhile: whoever waits for some while holding others may wait for the one that waits for these.
    await sql`
      with free as materialized (
        select webhook_id, message_id
        from webhook_queue
        where agency_id = ${agencyId}
          and lease_token is null
        for update skip locked
      )
      update webhook_queue
      set next_attempt_at = now() - interval '1 second'
      from free
      where webhook_queue.agency_id = ${agencyId}
        and webhook_queue.webhook_id = free.webhook_id
        and webhook_queue.message_id = free.message_id
    `;
    await sql`update agency_work set due_at = now() - interval '1 second'`;
    await until(
      "all arrived",
      async () => (await sql`select from webhook_queue where agency_id = ${agencyId} limit 1`).length === 0,
      60_000,
    );
    const replay = await readReplay(sql, agencyId, replayId);
    expect(replay).toMatchObject({ queued: failed, waiting: 0, delivered: failed });
    const [rows] = await sql`
      select
        count(*) filter (where status = 'delivered')::int as delivered,
        count(distinct message_id) filter (where status = 'delivered')::int as messages,
        min(attempt) filter (where replay_id is not null)::int as first
      from webhook_attempt where agency_id = ${agencyId}
    `;
    expect(rows).toEqual({ delivered: failed, messages: failed, first: 11 });
    const ids = new Set(sink.received.map(({ headers }) => headers.get("webhook-id")));
    expect(ids.size).toBe(failed);
  });

  test("is one of at most 10,000, and the one that was left out comes with the next order", async () => {
    const { agencyId } = await createTestAgency(sql);
    const { id: webhookId } = await registerEndpoint(sql, agencyId, sink.url);
    await insertFailed(sql, agencyId, { webhookIds: [webhookId], count: queuedMax + 1 });
    await child?.kill();
    for (const queued of [queuedMax, queuedMax + 1]) {
      await orderReplay(sql, agencyId, { webhookId, failedSince: new Date(0) }, actor);
      while ((await takeReplayStep(sql, agencyId)) !== null);
      const [row] = await sql`
        select count(distinct message_id)::int as count from webhook_queue where agency_id = ${agencyId}
      `;
      expect(row?.count).toBe(queued);
    }
  });
});
