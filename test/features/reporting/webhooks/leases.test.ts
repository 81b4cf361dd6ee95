import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { deliveryQueue } from "../../../../service/features/events/delivery-queue.ts";
import {
  claimMessages,
  leaseMs,
  lockTurn,
} from "../../../../service/features/reporting/webhooks/claim-sql.ts";
import { finishAttempts } from "../../../../service/features/reporting/webhooks/finish-sql.ts";
import { disableWebhook, listAttempts } from "../../../../service/features/reporting/webhooks/sql.ts";
import { retireWork } from "../../../../service/floor/queues/retire-work.ts";
import { until } from "../../../support/until.ts";
import { queueScene } from "./queue-scene.ts";
import { type Sink, startSink } from "./webhook-sink.ts";

const never = new AbortController().signal;

describe("the queue of webhook messages", () => {
  let sink: Sink;
  const { sql, first, second, deliverer, endpointWith } = queueScene(() => sink);
  beforeEach(() => {
    sink = startSink();
  });
  afterEach(() => sink.stop());

  test("a replica that lost its lease changes nothing: the attempt is unknown, and the message is sent again", async () => {
    const { agencyId } = await endpointWith(1);
    const [lost] = await claim(agencyId, 64);
    if (lost === undefined) throw new Error("nothing was claimed");
    expect((await listAttempts(sql, agencyId))[0]).toMatchObject({
      status: "sending",
      attempt: 1,
      durationMs: null,
    });
    const [leased] = await sql`
      select extract(epoch from next_attempt_at - now()) * 1000 as "leftMs" from webhook_queue
    `;
    expect(Number(leased?.leftMs)).toBeWithin(leaseMs - 2_000, leaseMs + 1);
    expect(await claim(agencyId, 64)).toEqual([]);

    await endLeases();
    const [second] = await claim(agencyId, 64);
    expect(second).toMatchObject({ messageId: lost.messageId, attempt: 2 });
    expect((await listAttempts(sql, agencyId))[1]).toMatchObject({ status: "unknown", error: "interrupted" });
    await finishAttempts(sql, agencyId, [
      {
        ...lost,
        status: "delivered",
        responseStatus: 200,
        durationMs: 1,
        error: null,
        remoteAddress: null,
        answer: null,
        retryMs: null,
      },
    ]);
    expect((await listAttempts(sql, agencyId))[1]?.status).toBe("unknown");
    await endLeases();
    await deliverer(first).run(never);
    const attempts = await listAttempts(sql, agencyId);
    expect(attempts.map(({ status, attempt }) => [status, attempt])).toEqual([
      ["delivered", 3],
      ["unknown", 2],
      ["unknown", 1],
    ]);
    expect(sink.received).toHaveLength(1);
  });

  test("an attempt whose process died is unknown also where its endpoint was disabled meanwhile, and has no next one", async () => {
    const { agencyId, webhookId } = await endpointWith(1);
    expect(await claim(agencyId, 64)).toHaveLength(1);
    await disableWebhook(sql, agencyId, webhookId);
    // Its process may still be at it.
    expect(await claim(agencyId, 64)).toEqual([]);
    expect((await listAttempts(sql, agencyId))[0]?.status).toBe("sending");
    await endLeases();
    expect(await claim(agencyId, 64)).toEqual([]);
    const attempts = await sql`
      select status, error, next_attempt_at from webhook_attempt where agency_id = ${agencyId}`;
    expect(attempts.map((each) => ({ ...each }))).toEqual([
      { status: "unknown", error: "interrupted", next_attempt_at: null },
    ]);
    expect(await sql`select from webhook_queue where agency_id = ${agencyId}`).toHaveLength(0);
  });

  test("a message that ends its process each time is given up after 20 attempts", async () => {
    const { agencyId } = await endpointWith(1);
    for (let attempt = 1; attempt <= 20; attempt += 1) {
      expect(await claim(agencyId, 1)).toHaveLength(1);
      await endLeases();
    }
    expect(await claim(agencyId, 1)).toEqual([]);
    expect(await sql`select 1 from webhook_queue`).toHaveLength(0);
    const attempts = await listAttempts(sql, agencyId);
    expect(attempts).toHaveLength(20);
    expect(attempts[0]).toMatchObject({ attempt: 20, status: "unknown", nextAttemptAt: null });
  });

  test("the end of a dead process' leases makes the agency due again", async () => {
    const { agencyId } = await endpointWith(1);
    await claim(agencyId, 1);
    await sql`update agency_work set announced_at = now() - interval '1 minute'`;
    await retireWork(sql, deliveryQueue, agencyId);
    const [work] = await sql`
      select due_at = (select next_attempt_at from webhook_queue where agency_id = ${agencyId}) as "isLeaseEnd"
      from agency_work
      where agency_id = ${agencyId}
        and queue = 'webhooks'
    `;
    expect(work?.isLeaseEnd).toBe(true);
  });

  test("a stop lets requests finish for a while, then calls them off as unknown and gives the message back", async () => {
    const { agencyId } = await endpointWith(3);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    sink.answer = async (_request, index) => {
      if (index > 0) await released;
      return new Response(null, { status: 204 });
    };
    const stopping = new AbortController();
    const run = deliverer(first, { graceMs: 2_000 }).run(stopping.signal);
    await until("all three are under way", () => sink.received.length === 3);
    stopping.abort();
    expect(await run).toBe(false);
    const statuses = (await listAttempts(sql, agencyId)).map(({ status }) => status).sort();
    expect(statuses).toEqual(["delivered", "unknown", "unknown"]);
    release();
    await deliverer(first).run(never);
    expect(await sql`select 1 from webhook_queue`).toHaveLength(0);
    expect(sink.received).toHaveLength(5);
  });

  test("a database that is away for a moment loses no result", async () => {
    await endpointWith(20);
    sink.answer = async (_request, index) => {
      if (index === 0) {
        await second.sql`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()
        `;
      }
      return new Response(null, { status: 204 });
    };
    const running = deliverer(first);
    await until("the queue is empty", async () => {
      await running.run(never).catch(() => {});
      const left = await second.sql`select 1 from webhook_queue`.catch(() => [1]);
      return left.length === 0;
    });
    expect(await second.sql`select 1 from webhook_attempt where status = 'delivered'`).toHaveLength(20);
    expect(sink.received).toHaveLength(20);
  });

  async function claim(agencyId: number, count: number) {
    return await sql.begin(async (transaction) => {
      await lockTurn(transaction, agencyId);
      return await claimMessages(transaction, agencyId, count);
    });
  }

  const endLeases = () =>
    sql`update webhook_queue set next_attempt_at = now() - interval '1 second' where lease_token is not null`;
});
