import { beforeAll, describe, expect, test } from "bun:test";
import { enqueueEvent } from "../../../../service/features/events/enqueue-event.ts";
import { takeReplayStep } from "../../../../service/features/reporting/webhooks/loops.ts";
import { orderReplay, readReplay } from "../../../../service/features/reporting/webhooks/order-replay.ts";
import { databaseScene, given } from "../../../support/cast.ts";
import { createTestAgency } from "../../../support/service.ts";
import { until } from "../../../support/until.ts";
import { insertFailed } from "./failed-messages.ts";
import { type ServiceChild, startServiceChild } from "./service-child.ts";
import { registerEndpoint, reportCreated } from "./webhook-calls.ts";
import { startSink } from "./webhook-sink.ts";

const actor = { type: "operator", id: null } as const;
const failed = 10_000;
/** Requests to one endpoint, over all processes. */
const inFlightMax = 8;
/** Two looks of the loops on a busy machine; behind the others' messages it would be hours. */
const quietMsMax = 20_000;

describe("a replay of 10,000 messages to a receiver that is silent, and to one that is gone", () => {
  const { address, sql, atEnd } = databaseScene();
  const children: ServiceChild[] = [];
  const { promise: released, resolve: release } = Promise.withResolvers<void>();

  const silent = given(async () =>
    startSink(async () => {
      await released;
      return new Response(null, { status: 204 });
    }),
  );
  const gone = given(async () => startSink());
  const quiet = given(async () => startSink());

  beforeAll(async () => {
    await gone.stop();
  });
  atEnd(async () => {
    release();
    await Promise.all(children.map((child) => child.kill()));
    await Promise.all([silent.stop(), quiet.stop()]);
  });

  test("ordered twice at once and worked on by two processes, queues each once and holds up no other agency", async () => {
    const loud = (await createTestAgency(sql)).agencyId;
    const endpoints = await Promise.all([silent, gone].map(({ url }) => registerEndpoint(sql, loud, url)));
    const webhookIds = endpoints.map(({ id }) => id);
    await insertFailed(sql, loud, { webhookIds, count: failed });
    const orders = await Promise.all([...webhookIds, ...webhookIds].map((id) => order(loud, id)));
    expect(orders.filter(({ isNew }) => isNew)).toHaveLength(2);
    const replayIds = [...new Set(orders.map(({ replayId }) => replayId))];
    expect(replayIds).toHaveLength(2);

    const agencyId = (await createTestAgency(sql)).agencyId;
    const { id: webhookId } = await registerEndpoint(sql, agencyId, quiet.url);
    await insertFailed(sql, agencyId, { webhookIds: [webhookId], count: 50 });
    for (let count = 0; count < 2; count += 1)
      children.push(await startServiceChild(address.databaseUrl, { LOG_LEVEL: "error" }));
    await until("the silent one holds all that it may get", () => silent.received.length >= inFlightMax);
    const startedAt = performance.now();
    await order(agencyId, webhookId);
    await enqueueEvent(sql, agencyId, reportCreated());
    await until("the other agency's arrive", () => quiet.received.length === 51, 120_000);
    const quietMs = performance.now() - startedAt;
    process.stderr.write(`the other agency's replay arrived after ${Math.round(quietMs)} ms\n`);
    expect(quietMs).toBeLessThan(quietMsMax);

    const replays = () => Promise.all(replayIds.map((id) => readReplay(sql, loud, id)));
    await until(
      "all are in the queue",
      async () => (await replays()).every(({ finishedAt }) => finishedAt !== null),
      60_000,
    );
    expect((await replays()).map(({ queued }) => queued)).toEqual([failed, failed]);
    expect(silent.mostAtOnce).toBe(inFlightMax);
    await Promise.all(children.splice(0).map((child) => child.kill()));

    const again = await Promise.all(webhookIds.map((id) => order(loud, id)));
    expect(again.map(({ isNew }) => isNew)).toEqual([true, true]);
    const step = () => takeReplayStep(sql, loud);
    while ((await Promise.all([step(), step()])).some((id) => id !== null));
    const rows = await sql`
      select webhook_id, count(*)::int as count, count(distinct message_id)::int as messages
      from webhook_queue
      where agency_id = ${loud}
      group by webhook_id
    `;
    expect(rows.map(({ count, messages }) => [count, messages])).toEqual([
      [failed, failed],
      [failed, failed],
    ]);
    const [attempts] = await sql`
      select
        count(*)::int - count(distinct (webhook_id, message_id, attempt))::int as doubled,
        min(attempt) as first
      from webhook_attempt
      where agency_id = ${loud}
        and replay_id is not null
    `;
    expect(attempts).toEqual({ doubled: 0, first: 11 });
  });

  const order = (agencyId: number, webhookId: string) =>
    orderReplay(sql, agencyId, { webhookId, failedSince: new Date(Date.now() - 7_200_000) }, actor);
});
