import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { enqueueEvent } from "../../../../service/features/events/enqueue-event.ts";
import { listWebhooks } from "../../../../service/features/reporting/webhooks/sql.ts";
import { until } from "../../../support/until.ts";
import { queueScene } from "./queue-scene.ts";
import { registerEndpoint, reportCreated } from "./webhook-calls.ts";
import { type Sink, startSink } from "./webhook-sink.ts";

const never = new AbortController().signal;

describe("the queue of webhook messages", () => {
  let sink: Sink;
  const { sql, first, second, deliverer, endpointWith } = queueScene(() => sink);
  beforeEach(() => {
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
});
