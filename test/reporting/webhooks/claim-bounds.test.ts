import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { v7 as uuidv7 } from "uuid";
import { type Database, openDatabase, type Sql } from "../../../service/db/open.ts";
import {
  boundsAfter,
  type ClaimBounds,
  unbounded,
} from "../../../service/reporting/webhooks/claim-bounds.ts";
import {
  type ClaimedMessage,
  claimMessages,
  claimStatement,
  type Endpoint,
  lockClaims,
} from "../../../service/reporting/webhooks/claim-sql.ts";
import { createDeliverer } from "../../../service/reporting/webhooks/create-deliverer.ts";
import { finishAttempts } from "../../../service/reporting/webhooks/finish-sql.ts";
import { createMigratedDatabase, createTestAgency } from "../../support/service.ts";
import { deliveryDeps, registerEndpoint } from "./webhook-calls.ts";
import { type Sink, startSink, until } from "./webhook-sink.ts";

const minuteMs = 60_000;

describe("a claim within bounds", () => {
  let database: Database;
  let reporting: Database;
  let sql: Sql;
  let sink: Sink;
  beforeAll(async () => {
    const url = await createMigratedDatabase();
    database = await openDatabase({ databaseUrl: url, dataDirectory: "" });
    reporting = await openDatabase({ databaseUrl: url, dataDirectory: "", connectionsMax: 1 });
    sql = database.sql;
    // Statistics as they are in service: taken while nothing is queued.
    await sql`alter table webhook_queue set (autovacuum_enabled = off)`;
  });
  afterAll(() => Promise.all([database.close(), reporting.close()]));
  beforeEach(async () => {
    await sql`truncate webhook, webhook_queue, webhook_message, webhook_attempt`;
    await sql`analyze webhook_queue`;
    sink = startSink();
  });
  afterEach(() => sink.stop());

  async function createEndpoints(path: string, count = 1): Promise<Endpoint[]> {
    const { agencyId } = await createTestAgency(sql);
    const created = await Promise.all(
      Array.from({ length: count }, (_, index) =>
        registerEndpoint(sql, agencyId, `${sink.url}${path}/${index}`),
      ),
    );
    return created.map(({ id }) => ({ agencyId, webhookId: id }));
  }

  async function createEndpoint(): Promise<Endpoint> {
    return (await createEndpoints("/one"))[0] ?? expect.unreachable();
  }

  async function queue(endpoint: Endpoint, ids: readonly string[]): Promise<void> {
    await sql`
      with message as (
        insert into webhook_message (agency_id, id, event_type, payload)
        select ${endpoint.agencyId}::integer, id, 'report.created', '{}'
        from unnest(${ids}::uuid[]) as id
        returning id
      )
      insert into webhook_queue (agency_id, webhook_id, message_id)
      select ${endpoint.agencyId}::integer, ${endpoint.webhookId}::uuid, id
      from message
    `;
  }

  const newIds = (count: number, msecs = Date.now()) =>
    Array.from({ length: count }, () => uuidv7({ msecs }));

  function claim(bounds: ClaimBounds, after: Endpoint | null = null, count = 8) {
    return sql.begin(async (transaction) => {
      await lockClaims(transaction);
      return await claimMessages(transaction, { count, after, bounds });
    });
  }

  async function finish(messages: readonly ClaimedMessage[]): Promise<void> {
    await finishAttempts(sql, messages.map(deliveredAttempt));
  }

  /** Ends `count` messages of an endpoint as deliveries do, each by an update and a delete. */
  async function leaveBehind(endpoint: Endpoint, count: number): Promise<void> {
    await queue(endpoint, newIds(count, Date.now() - 2 * minuteMs));
    await sql`
      update webhook_queue
      set is_ready = false, lease_token = gen_random_uuid(), next_attempt_at = now() + interval '30 seconds'
    `;
    await sql`delete from webhook_queue`;
  }

  test("finds everything that is queued later, before, between and behind the endpoints it knows", async () => {
    const before = await createEndpoint();
    const several = await createEndpoints("/several", 5);
    const behind = await createEndpoint();
    const [first, second, third, fourth, fifth] = several.toSorted((a, b) =>
      a.webhookId < b.webhookId ? -1 : 1,
    );
    if (!first || !second || !third || !fourth || !fifth) return expect.unreachable();
    await Promise.all([second, fourth].map((endpoint) => queue(endpoint, newIds(1))));
    const known = await claim(unbounded);
    expect(known.messages).toHaveLength(2);
    const bounds = boundsAfter(unbounded, known.seen, Date.now());
    for (const endpoint of [before, first, second, third, fourth, fifth, behind]) {
      const ids = newIds(1);
      await queue(endpoint, ids);
      expect((await claim(bounds)).messages.map(({ messageId }) => messageId)).toEqual(ids);
    }
  });

  test("drains what comes and goes, in rounds that begin behind the endpoint served last", async () => {
    const endpoints = [...(await createEndpoints("/a", 3)), ...(await createEndpoints("/b", 3))];
    let bounds = unbounded;
    let after: Endpoint | null = null;
    for (let round = 0; round < 60; round += 1) {
      const endpoint = endpoints[(round * 5) % 6] ?? expect.unreachable();
      if (round < 40) await queue(endpoint, newIds(round % 4));
      const { messages, goOnAfter, seen } = await claim(bounds, after, 3);
      bounds = boundsAfter(bounds, seen, Date.now());
      after = goOnAfter;
      await finish(messages);
    }
    expect(await sql`select from webhook_queue`).toHaveLength(0);
    const [done] =
      await sql`select count(*)::int as attempts from webhook_attempt where status = 'delivered'`;
    expect(done?.attempts).toBe(60);
  });

  test("counts the leases that others gave: never more than 8 to one endpoint", async () => {
    const endpoint = await createEndpoint();
    await queue(endpoint, newIds(20));
    const { messages, seen } = await claim(unbounded, null, 3);
    const bounds = boundsAfter(unbounded, seen, Date.now());
    expect((await claim(unbounded, null, 2)).messages).toHaveLength(2);
    expect((await claim(bounds, null, 8)).messages).toHaveLength(3);
    expect((await claim(bounds, null, 8)).messages).toHaveLength(0);
    await finish(messages);
    expect((await claim(bounds, null, 8)).messages).toHaveLength(3);
  });

  test("gives endpoints their turns in their order, whoever has leases already", async () => {
    const endpoints = (await createEndpoints("/turns", 6)).toSorted((a, b) =>
      a.webhookId < b.webhookId ? -1 : 1,
    );
    const [busy, ...others] = endpoints;
    if (busy === undefined) return expect.unreachable();
    const last = others.at(-1) ?? expect.unreachable();
    for (const endpoint of [busy, last]) await queue(endpoint, newIds(4));
    await claim(unbounded, null, 8);
    for (const endpoint of endpoints) await queue(endpoint, newIds(8));
    const { messages } = await claim(unbounded, null, 12);
    const served = messages.map(({ webhookId }) => webhookId);
    expect(served.filter((id) => id === busy.webhookId)).toHaveLength(4);
    expect(served.filter((id) => id === others[0]?.webhookId)).toHaveLength(8);
  });

  test("passes over a message that committed a minute late; a running delivery sends it at its next tick", async () => {
    const endpoint = await createEndpoint();
    await queue(endpoint, newIds(1));
    const { messages, seen } = await claim(unbounded);
    await finish(messages);
    const late = uuidv7({ msecs: Date.now() - minuteMs });
    await queue(endpoint, [late]);
    expect((await claim(boundsAfter(unbounded, seen, Date.now()))).messages).toEqual([]);
    await sql`delete from webhook_queue`;

    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    sink.answer = async (_request, index) => {
      if (index === 0) await released;
      return new Response(null, { status: 204 });
    };
    await queue(endpoint, newIds(1));
    const running = createDeliverer({ sql, ...deliveryDeps, tickMs: 300 });
    const run = running.run(new AbortController().signal);
    await until("the first is under way", () => sink.received.length === 1);
    await queue(endpoint, [uuidv7({ msecs: Date.now() - 2 * minuteMs })]);
    running.wake();
    await until("the late one arrives", () => sink.received.length === 2);
    release();
    await run;
  });

  test("reads 5,000 waiting messages for none of its joins, nor does the end of the attempts", async () => {
    const endpoint = await createEndpoint();
    await queue(endpoint, newIds(5_000));
    const rows = await sql.begin(async (transaction) => {
      await lockClaims(transaction);
      const { messages } = await claimMessages(transaction, { count: 8, after: null });
      await finishAttempts(transaction, messages.map(deliveredAttempt));
      const [read] = await transaction`
        select idx_tup_fetch::integer as rows from pg_stat_xact_user_tables where relname = 'webhook_queue'
      `;
      return read?.rows;
    });
    // Joined by their keys: 10,000 and more.
    expect(rows).toBeWithin(8, 100);
  });

  test("walks none of 20,000 entries that ended beside a long report; one without bounds walks those of two indexes", async () => {
    const endpoint = await createEndpoint();
    const { promise: released, resolve: end } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const report = reporting.sql.begin("isolation level repeatable read read only", async (transaction) => {
      await transaction`select from webhook limit 1`;
      begin();
      await released;
    });
    await begun;
    await leaveBehind(endpoint, 20_000);
    await queue(endpoint, newIds(100, Date.now() - minuteMs));
    const { seen } = await claim(unbounded);
    const bounds = boundsAfter(unbounded, seen, Date.now());
    const within = await explainClaim(sql, bounds);
    const everywhere = await explainClaim(sql, unbounded);
    end();
    await report;
    expect(within.entries).toBeLessThan(200);
    expect(within.blocks).toBeLessThan(500);
    expect(everywhere.entries).toBeWithin(40_000, 41_000);
    expect(everywhere.unbounded).toEqual([]);
    expect(within.unbounded).toEqual([]);
  }, 60_000);
});

function deliveredAttempt(message: ClaimedMessage) {
  return {
    ...message,
    status: "delivered" as const,
    responseStatus: 204,
    durationMs: 1,
    error: null,
    remoteAddress: null,
    retryMs: null,
  };
}

/** What a claim of 4 read of the queue: blocks in all, entries whose rows it looked at, and scans that no key bounds. */
async function explainClaim(sql: Sql, bounds: ClaimBounds) {
  const plan = await sql.begin(async (transaction) => {
    await lockClaims(transaction);
    await transaction`set local jit_above_cost = 0`;
    const [row] = await transaction<{ "QUERY PLAN": [{ Plan: PlanNode; JIT?: object }] }[]>`
      explain (analyze, buffers, format json) ${claimStatement(transaction, { count: 4, after: null, bounds })}
    `;
    const [explained] = row?.["QUERY PLAN"] ?? expect.unreachable();
    expect(explained.JIT).toBeUndefined();
    return explained.Plan;
  });
  const scans = flatten(plan).filter(
    (node) => node["Relation Name"] === "webhook_queue" && node["Node Type"] !== "ModifyTable",
  );
  expect(scans.length).toBeGreaterThanOrEqual(8);
  return {
    blocks: plan["Shared Hit Blocks"],
    entries: scans.reduce((sum, node) => sum + (node["Heap Fetches"] ?? 0), 0),
    unbounded: scans.filter((node) => node["Index Cond"] === undefined && node["TID Cond"] === undefined),
  };
}

type PlanNode = {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Cond"?: string;
  "TID Cond"?: string;
  "Heap Fetches"?: number;
  "Shared Hit Blocks": number;
  Plans?: PlanNode[];
};

function flatten(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)];
}
