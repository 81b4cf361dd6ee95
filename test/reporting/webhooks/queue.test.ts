import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { type Database, openDatabase, type Sql } from "../../../service/db/open.ts";
import { claimMessages, leaseMs } from "../../../service/reporting/webhooks/claim-sql.ts";
import { createDeliverer, type DelivererDeps } from "../../../service/reporting/webhooks/create-deliverer.ts";
import { readyDueMessages } from "../../../service/reporting/webhooks/due-sql.ts";
import { enqueueEvent } from "../../../service/reporting/webhooks/enqueue-event.ts";
import { finishAttempts } from "../../../service/reporting/webhooks/finish-sql.ts";
import { listAttempts, listWebhooks } from "../../../service/reporting/webhooks/sql.ts";
import { createMigratedDatabase, createTestAgency } from "../../support/service.ts";
import { deliveryDeps, registerEndpoint, reportCreated } from "./webhook-calls.ts";
import { type Sink, startSink, until } from "./webhook-sink.ts";

const never = new AbortController().signal;

describe("the queue of webhook messages", () => {
  let url: string;
  let first: Database;
  let second: Database;
  let sql: Sql;
  let sink: Sink;

  beforeAll(async () => {
    url = await createMigratedDatabase();
    first = await openDatabase({ databaseUrl: url, dataDirectory: "" });
    second = await openDatabase({ databaseUrl: url, dataDirectory: "" });
    sql = first.sql;
  });
  afterAll(() => Promise.all([first.close(), second.close()]));
  beforeEach(async () => {
    await sql`truncate webhook, webhook_queue, webhook_message, webhook_attempt`;
    sink = startSink();
  });
  afterEach(() => sink.stop());

  const deliverer = (database: Database, more: Partial<DelivererDeps> = {}) =>
    createDeliverer({ sql: database.sql, ...deliveryDeps, ...more });

  /** An agency with one endpoint at the sink and `messages` queued for it. */
  async function endpointWith(
    messages: number,
    path = "/",
  ): Promise<{ agencyId: number; webhookId: string }> {
    const { agencyId } = await createTestAgency(sql);
    const { id } = await registerEndpoint(sql, agencyId, `${sink.url}${path}`);
    await sql`
      with message as (
        insert into webhook_message (agency_id, id, event_type, payload)
        select ${agencyId}::integer, gen_random_uuid(), 'report.created', '{"number":' || number || '}'
        from generate_series(1, ${messages}::integer) as number
        returning id
      )
      insert into webhook_queue (agency_id, webhook_id, message_id)
      select ${agencyId}::integer, ${id}::uuid, id
      from message
    `;
    return { agencyId, webhookId: id };
  }

  test("10,000 messages are drained by two replicas, none sent twice, at most 8 at once to one endpoint", async () => {
    const endpoints = await Promise.all(Array.from({ length: 20 }, () => endpointWith(500)));
    await Promise.all([deliverer(first).run(never), deliverer(second).run(never)]);
    expect(sink.received).toHaveLength(10_000);
    const ids = new Set(sink.received.map(({ headers }) => headers.get("webhook-id")));
    expect(ids.size).toBe(10_000);
    const [left] = await sql`select count(*)::int as rows from webhook_queue`;
    expect(left?.rows).toBe(0);
    const [done] = await sql`
      select count(*)::int as attempts, count(distinct (agency_id, message_id))::int as messages
      from webhook_attempt
      where status = 'delivered' and attempt = 1 and next_attempt_at is null
    `;
    expect(done).toEqual({ attempts: 10_000, messages: 10_000 });
    expect(sink.mostAtOnce).toBeLessThanOrEqual(128);
    for (const { agencyId } of endpoints) {
      expect((await listWebhooks(sql, agencyId))[0]).toMatchObject({ consecutiveFailures: 0, active: true });
    }
  }, 60_000);

  test("never more than 8 requests are under way to an endpoint over two replicas, nor 64 in a process", async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    sink.answer = async () => {
      await released;
      return new Response(null, { status: 204 });
    };
    await endpointWith(40);
    const runs = [deliverer(first).run(never), deliverer(second).run(never)];
    await until("eight are under way", () => sink.mostAtOnce === 8);
    await Promise.all(Array.from({ length: 12 }, (_, index) => endpointWith(10, `/${index}`)));
    const alone = deliverer(first);
    const third = alone.run(never);
    await until("all endpoints are served", () => sink.mostAtOnce >= 8 + 12 * 8);
    await Bun.sleep(100);
    expect(sink.mostAtOnce).toBe(8 + 12 * 8);
    release();
    await Promise.all([...runs, third]);
    expect(sink.received).toHaveLength(160);
  });

  test("one process has at most 64 requests under way", async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    sink.answer = async () => {
      await released;
      return new Response(null, { status: 204 });
    };
    await Promise.all(Array.from({ length: 10 }, (_, index) => endpointWith(10, `/${index}`)));
    const run = deliverer(first).run(never);
    await until("64 are under way", () => sink.mostAtOnce === 64);
    await Bun.sleep(100);
    expect(sink.mostAtOnce).toBe(64);
    const [row] = await sql`
      select count(*)::int as idle from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'
    `;
    expect(row?.idle).toBe(0);
    release();
    await run;
    expect(sink.received).toHaveLength(100);
  });

  describe("messages claimed ahead of receivers that were quick and now hang", () => {
    let release: () => void;

    /** Of 400 messages the first 120 are answered at once, and the others when they are released. */
    async function hangAfterQuickOnes(): Promise<void> {
      const { promise: released, resolve } = Promise.withResolvers<void>();
      release = resolve;
      sink.answer = async (_request, index) => {
        if (index >= 120) await released;
        return new Response(null, { status: 204 });
      };
      await Promise.all(Array.from({ length: 20 }, (_, index) => endpointWith(20, `/${index}`)));
    }

    async function untilSomeWait(): Promise<void> {
      await until("64 hang", () => sink.received.length === 120 + 64);
      await until("others are claimed ahead", async () => Number((await counts())?.leased) > 64);
    }

    async function counts(): Promise<Record<string, unknown> | undefined> {
      const [row] = await sql`
        select
          (select count(*)::int from webhook_queue where lease_token is not null) as leased,
          (select count(*)::int from webhook_queue where is_ready and attempts = 0) as ready,
          (select count(*)::int from webhook_attempt where status = 'sending') as sending,
          (select count(*)::int from webhook_attempt where status = 'unknown') as unknown
      `;
      return row;
    }

    test("are given back after a second and count no attempt", async () => {
      await hangAfterQuickOnes();
      const run = deliverer(first).run(never);
      await untilSomeWait();
      await until("only those under way are leased", async () => (await counts())?.leased === 64);
      expect(await counts()).toEqual({ leased: 64, ready: 400 - 120 - 64, sending: 64, unknown: 0 });
      release();
      await run;
      expect(sink.mostAtOnce).toBe(64);
      expect(sink.received).toHaveLength(400);
      const odd = await sql`select 1 from webhook_attempt where attempt > 1 or status <> 'delivered'`;
      expect(odd).toHaveLength(0);
    });

    test("are given back by a stop and count no attempt", async () => {
      await hangAfterQuickOnes();
      const stopping = new AbortController();
      const run = deliverer(first, { graceMs: 100 }).run(stopping.signal);
      await untilSomeWait();
      stopping.abort();
      await run;
      const left = await counts();
      expect(left).toEqual({ leased: 0, ready: 400 - 120 - 64, sending: 0, unknown: 64 });
      release();
      await deliverer(first).run(never);
      expect(sink.received).toHaveLength(400 + 64);
    });
  });

  test("an endpoint with a long queue does not keep 200 others waiting", async () => {
    await endpointWith(2_000, "/busy");
    await Promise.all(Array.from({ length: 200 }, () => endpointWith(1, "/quiet")));
    const told = new AbortController();
    let quietAfter = 0;
    let quiet = 0;
    sink.answer = (request, index) => {
      if (!request.body.includes('"number":1}')) return new Response(null, { status: 204 });
      quiet += 1;
      if (quiet === 200) {
        quietAfter = index;
        told.abort();
      }
      return new Response(null, { status: 204 });
    };
    await deliverer(first).run(told.signal);
    expect(quietAfter).toBeWithin(199, 1_000);
  });

  test("a replica that lost its lease changes nothing: the attempt is unknown, and the message is sent again", async () => {
    const { agencyId } = await endpointWith(1);
    const { messages } = await claimMessages(sql, { count: 64, after: null });
    const [lost] = messages;
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
    await readyDueMessages(sql);
    expect((await claimMessages(sql, { count: 64, after: null })).messages).toEqual([]);

    await sql`update webhook_queue set next_attempt_at = now() - interval '1 second'`;
    await readyDueMessages(sql);
    expect((await listAttempts(sql, agencyId))[0]).toMatchObject({ status: "unknown", error: "interrupted" });
    await finishAttempts(sql, [
      {
        ...lost,
        status: "delivered",
        responseStatus: 200,
        durationMs: 1,
        error: null,
        remoteAddress: null,
        retryMs: null,
      },
    ]);
    expect((await listAttempts(sql, agencyId))[0]?.status).toBe("unknown");
    await deliverer(first).run(never);
    const attempts = await listAttempts(sql, agencyId);
    expect(attempts.map(({ status, attempt }) => [status, attempt])).toEqual([
      ["delivered", 2],
      ["unknown", 1],
    ]);
    expect(sink.received).toHaveLength(1);
  });

  test("a message that ends its process each time is given up after 20 attempts", async () => {
    const { agencyId } = await endpointWith(1);
    for (let attempt = 1; attempt <= 20; attempt += 1) {
      expect((await claimMessages(sql, { count: 1, after: null })).messages).toHaveLength(1);
      await sql`update webhook_queue set next_attempt_at = now() - interval '1 second'`;
      await readyDueMessages(sql);
    }
    expect((await claimMessages(sql, { count: 1, after: null })).messages).toEqual([]);
    expect(await sql`select 1 from webhook_queue`).toHaveLength(0);
    const attempts = await listAttempts(sql, agencyId);
    expect(attempts).toHaveLength(20);
    expect(attempts[0]).toMatchObject({ attempt: 20, status: "unknown", nextAttemptAt: null });
  });

  test("a stop lets requests finish for a while, then calls them off as unknown and gives the message back", async () => {
    const { agencyId } = await endpointWith(3);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    sink.answer = async (_request, index) => {
      if (index > 0) await released;
      return new Response(null, { status: 204 });
    };
    const stopping = new AbortController();
    const run = deliverer(first, { graceMs: 200 }).run(stopping.signal);
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

  test("a woken delivery takes up new messages while others are still under way", async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    sink.answer = async (_request, index) => {
      if (index === 0) await released;
      return new Response(null, { status: 204 });
    };
    const { agencyId } = await endpointWith(1);
    const running = deliverer(first, { tickMs: 60_000 });
    const run = running.run(never);
    await until("the first is under way", () => sink.received.length === 1);
    await enqueueEvent(sql, agencyId, reportCreated());
    running.wake();
    await until("the second arrives", () => sink.received.length === 2);
    release();
    await run;
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
    for (let turn = 0; turn < 100; turn += 1) {
      await running.run(never).catch(() => {});
      const left = await second.sql`select 1 from webhook_queue`.catch(() => [1]);
      if (left.length === 0) break;
      await Bun.sleep(20);
    }
    expect(await second.sql`select 1 from webhook_attempt where status = 'delivered'`).toHaveLength(20);
    expect(sink.received).toHaveLength(20);
  });
});
