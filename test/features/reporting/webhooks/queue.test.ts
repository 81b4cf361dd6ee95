import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { deliveryQueue } from "../../../../service/features/events/delivery-queue.ts";
import { enqueueEvent } from "../../../../service/features/events/enqueue-event.ts";
import {
  claimMessages,
  leaseMs,
  lockTurn,
} from "../../../../service/features/reporting/webhooks/claim-sql.ts";
import {
  createDeliverer,
  type DelivererDeps,
} from "../../../../service/features/reporting/webhooks/create-deliverer.ts";
import { finishAttempts } from "../../../../service/features/reporting/webhooks/finish-sql.ts";
import {
  disableWebhook,
  listAttempts,
  listWebhooks,
} from "../../../../service/features/reporting/webhooks/sql.ts";
import { type Database, openDatabase, type Sql } from "../../../../service/floor/db/open.ts";
import { retireWork } from "../../../../service/floor/queues/retire-work.ts";
import { announceAll } from "../../../support/announce-all.ts";
import { createMigratedDatabase, createTestAgency } from "../../../support/service.ts";
import { until } from "../../../support/until.ts";
import { deliveryDeps, registerEndpoint, reportCreated } from "./webhook-calls.ts";
import { type Sink, startSink } from "./webhook-sink.ts";

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
    await sql`truncate webhook, webhook_queue, webhook_message, webhook_attempt, agency_work`;
    sink = startSink();
  });
  afterEach(() => sink.stop());

  test("a run that begins right after another one looks for work before it ends", async () => {
    const patient = deliverer(first);
    await patient.run(never);
    await endpointWith(1);
    await patient.run(never);
    expect(sink.received).toHaveLength(1);
    for (let round = 2; round <= 5; round += 1) {
      await enqueueOne();
      await patient.run(never);
      expect(sink.received).toHaveLength(round);
    }

    /** At once, where another endpoint would take longer than the pause between two looks. */
    async function enqueueOne(): Promise<void> {
      await sql`
        insert into webhook_queue (agency_id, webhook_id, message_id)
        select agency_id, (select id from webhook limit 1), id
        from webhook_message
        limit 1
      `;
    }
  });

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
  });

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

  /** A sink that answers nothing before the returned function is called. */
  function holdAnswers(): () => void {
    const { promise: released, resolve } = Promise.withResolvers<void>();
    sink.answer = async () => {
      await released;
      return new Response(null, { status: 204 });
    };
    return resolve;
  }

  async function idleInTransaction(): Promise<number> {
    const [row] = await sql`
      select count(*)::int as idle from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'
    `;
    return Number(row?.idle);
  }

  test("one process has at most 64 requests under way, and holds no connection for them", async () => {
    const release = holdAnswers();
    for (let agency = 0; agency < 70; agency += 1) await endpointWith(1, `/${agency}`);
    const run = deliverer(first).run(never);
    await until("64 are under way", () => sink.mostAtOnce === 64);
    await Bun.sleep(100);
    expect(sink.mostAtOnce).toBe(64);
    expect(await idleInTransaction()).toBe(0);
    release();
    await run;
    expect(sink.received).toHaveLength(70);
  });

  test("an agency has as many under way as are left free: half of them alone, a third beside another", async () => {
    const release = holdAnswers();
    const { agencyId } = await endpointWith(10, "/one");
    for (let index = 0; index < 9; index += 1) {
      await registerEndpoint(sql, agencyId, `${sink.url}/one/${index}`);
    }
    for (let message = 0; message < 10; message += 1) await enqueueEvent(sql, agencyId, reportCreated());
    const delivering = deliverer(first);
    const run = delivering.run(never);
    await until("half of the seats are taken", () => sink.mostAtOnce === 32);
    await Bun.sleep(100);
    expect(sink.mostAtOnce).toBe(32);
    const other = await endpointWith(10, "/other");
    await registerEndpoint(sql, other.agencyId, `${sink.url}/other/more`);
    for (let message = 0; message < 10; message += 1)
      await enqueueEvent(sql, other.agencyId, reportCreated());
    delivering.wake();
    await until("the other has half of the rest", () => sink.mostAtOnce === 32 + 16);
    await Bun.sleep(100);
    expect(sink.mostAtOnce).toBe(32 + 16);
    release();
    await run;
    expect(sink.received).toHaveLength(10 + 100 + 10 + 20);
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
    await announceAll(sql);
    return { agencyId, webhookId: id };
  }

  async function claim(agencyId: number, count: number) {
    return await sql.begin(async (transaction) => {
      await lockTurn(transaction, agencyId);
      return await claimMessages(transaction, agencyId, count);
    });
  }

  const endLeases = () =>
    sql`update webhook_queue set next_attempt_at = now() - interval '1 second' where lease_token is not null`;
});
