import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createServer, type Server, type Socket } from "node:net";
import { enqueueEvent } from "../../service/features/events/enqueue-event.ts";
import { listAttempts } from "../../service/features/reporting/webhooks/sql.ts";
import { type ServiceChild, startServiceChild } from "../features/reporting/webhooks/service-child.ts";
import {
  registerEndpoint,
  reportCreated,
  webhookCalls,
} from "../features/reporting/webhooks/webhook-calls.ts";
import { type Sink, startSink } from "../features/reporting/webhooks/webhook-sink.ts";
import { databaseScene } from "../support/cast.ts";
import { callConversions, conversionBody } from "../support/conversion-call.ts";
import { createTestAgency, createTestRelease } from "../support/service.ts";
import { until } from "../support/until.ts";

/** The whole program as a process of its own, on real PostgreSQL, ended by SIGKILL at the worst moments. */
describe("a service that is killed while it delivers", () => {
  const { address, sql } = databaseScene();
  let sink: Sink;
  let child: ServiceChild | undefined;
  beforeEach(async () => {
    await sql`truncate webhook, webhook_queue, webhook_message, webhook_attempt`;
    sink = startSink();
  });
  afterEach(async () => {
    await child?.kill();
    child = undefined;
    await sink.stop();
  });

  test("after the claim and before a byte was sent, it delivers once after the restart", async () => {
    const { agencyId } = await createTestAgency(sql);
    // A TLS handshake that nobody answers: the attempt is written, and nothing of the message can go out.
    const deaf = await listenDeaf();
    await registerEndpoint(sql, agencyId, `https://127.0.0.1:${deaf.port}/`);
    child = await startServiceChild(address.databaseUrl);
    await enqueueEvent(sql, agencyId, reportCreated());
    await until("the handshake hangs", () => deaf.sockets.length === 1);
    expect((await listAttempts(sql, agencyId))[0]).toMatchObject({ status: "sending", attempt: 1 });
    await child.kill();
    await deaf.stop();
    expect((await listAttempts(sql, agencyId))[0]?.status).toBe("sending");

    await sql`update webhook set endpoint_url = ${sink.url} where agency_id = ${agencyId}`;
    await endLeases();
    child = await startServiceChild(address.databaseUrl);
    await expectInterruptedThenDelivered(agencyId);
    expect(sink.received).toHaveLength(1);
  });

  test("during the POST, it delivers again after the restart, with the same id and bytes", async () => {
    const { agencyId } = await createTestAgency(sql);
    await registerEndpoint(sql, agencyId, sink.url);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    sink.answer = async (_request, index) => {
      if (index === 0) await released;
      return new Response(null, { status: 204 });
    };
    child = await startServiceChild(address.databaseUrl);
    await enqueueEvent(sql, agencyId, reportCreated());
    await until("the request is under way", () => sink.received.length === 1);
    await child.kill();
    release();
    await endLeases();
    child = await startServiceChild(address.databaseUrl);
    await expectInterruptedThenDelivered(agencyId);
    expect(sink.received).toHaveLength(2);
    expect(sink.received[1]?.body).toBe(sink.received[0]?.body ?? "");
    expect(sink.received[1]?.headers.get("webhook-id")).toBe(
      sink.received[0]?.headers.get("webhook-id") ?? "",
    );
  });

  test("after the 2xx and before the commit, it delivers again after the restart", async () => {
    const { agencyId } = await createTestAgency(sql);
    await registerEndpoint(sql, agencyId, sink.url);
    const holding = await sql.reserve();
    sink.answer = async (_request, index) => {
      // The result can't be written while somebody else has the lock of the claims.
      if (index === 0) await holding`select pg_advisory_lock(hashtext('webhook_queue'), ${agencyId})`;
      return new Response(null, { status: 200 });
    };
    child = await startServiceChild(address.databaseUrl);
    await enqueueEvent(sql, agencyId, reportCreated());
    await until("the service waits with the result in hand", async () => {
      const waiting = await sql`
        select 1 from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())
      `;
      return sink.received.length === 1 && waiting.length === 1;
    });
    await child.kill();
    await holding`select pg_advisory_unlock_all()`;
    holding.release();
    await endLeases();
    child = await startServiceChild(address.databaseUrl);
    await expectInterruptedThenDelivered(agencyId);
    expect(sink.received).toHaveLength(2);
  });

  test("four times under load, it loses no acknowledged conversion and no message of one", async () => {
    const agency = await createTestAgency(sql);
    const { pressReleaseId } = await createTestRelease(sql, agency.agencyId);
    const acknowledged = new Set<string>();
    let round = 0;
    for (; round < 4; round += 1) {
      const running = await startServiceChild(address.databaseUrl);
      child = running;
      if (round === 0)
        await webhookCalls(running.url, agency.key).register(sink.url, ["conversion.recorded"]);
      const ended = Promise.withResolvers<void>();
      const senders = Array.from({ length: 8 }, async (_, sender) => {
        for (let number = 0; number < 1_000; number += 1) {
          const body = conversionBody(pressReleaseId, { eventId: `${round}-${sender}-${number}` });
          const response = await callConversions({ url: running.url, key: agency.key, body }).catch(
            () => null,
          );
          if (response === null) return;
          if (response.status === 201) acknowledged.add(String(body.eventId));
          if (acknowledged.size >= (round + 1) * 50) ended.resolve();
        }
      });
      await ended.promise;
      await running.kill();
      await Promise.all(senders);
      await endLeases();
    }
    child = await startServiceChild(address.databaseUrl);
    await until("everything is delivered", isEmpty);
    const told = sink.received.map(
      ({ body }) => (JSON.parse(body) as { data: { eventId: string } }).data.eventId,
    );
    expect([...acknowledged].filter((eventId) => !told.includes(eventId))).toEqual([]);
    const [row] = await sql`
      select
        (select count(*)::int from conversion where agency_id = ${agency.agencyId}) as conversions,
        (select count(*)::int from webhook_attempt where status = 'delivered') as delivered,
        (select count(*)::int from webhook_attempt where status = 'unknown') as unknown,
        (select count(*)::int from webhook_attempt where status not in ('delivered', 'unknown')) as others
    `;
    // Every conversion has exactly one delivered attempt; what was sent more than once was interrupted.
    expect(row).toMatchObject({ delivered: row?.conversions, others: 0 });
    expect(sink.received.length).toBeLessThanOrEqual(row?.delivered + row?.unknown);
    expect(row?.conversions).toBeGreaterThanOrEqual(acknowledged.size);
  });

  /** As if the 30 s of the dead process' leases had passed. */
  const endLeases = () =>
    sql`update webhook_queue set next_attempt_at = now() - interval '1 second' where lease_token is not null`;
  const isEmpty = async () => (await sql`select 1 from webhook_queue limit 1`).length === 0;

  async function expectInterruptedThenDelivered(agencyId: number): Promise<void> {
    await until("the message is delivered after the restart", isEmpty);
    const attempts = await listAttempts(sql, agencyId);
    expect(attempts).toHaveLength(2);
    expect(attempts[0]).toMatchObject({ attempt: 2, status: "delivered", error: null, nextAttemptAt: null });
    expect(attempts[1]).toMatchObject({
      attempt: 1,
      status: "unknown",
      error: "interrupted",
      responseStatus: null,
    });
    expect(attempts[1]?.messageId).toBe(attempts[0]?.messageId ?? "");
    expect(attempts[1]?.nextAttemptAt).toBeString();
  }
});

async function listenDeaf(): Promise<{ port: number; sockets: Socket[]; stop(): Promise<void> }> {
  const sockets: Socket[] = [];
  const server: Server = createServer((socket) => {
    socket.on("error", () => {});
    sockets.push(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the listener has no port");
  return {
    port: address.port,
    sockets,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
