import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { enqueueEvent } from "../../../../service/features/events/enqueue-event.ts";
import { createDeliverer } from "../../../../service/features/reporting/webhooks/create-deliverer.ts";
import { databaseScene } from "../../../support/cast.ts";
import { createTestAgency } from "../../../support/service.ts";
import { until } from "../../../support/until.ts";
import { deliveryDeps, registerEndpoint, reportCreated } from "./webhook-calls.ts";
import { type Sink, startSink } from "./webhook-sink.ts";

/** As long as receivers may take; before, another agency's delivery waited for it twice. */
const postTimeoutMs = 15_000;
/** Less than one wait for a silent receiver. */
const quietMsMax = postTimeoutMs - 1_000;

describe("an agency with 20 silent receivers and 50 messages for each", () => {
  const { sql } = databaseScene();
  let loud: Sink;
  let quiet: Sink;
  let release: () => void;
  beforeEach(() => {
    const { promise: released, resolve } = Promise.withResolvers<void>();
    release = resolve;
    loud = startSink(async () => {
      await released;
      return new Response(null, { status: 204 });
    });
    quiet = startSink();
  });
  afterEach(async () => {
    release();
    await Promise.all([loud.stop(), quiet.stop()]);
  });

  test("does not delay another agency's deliveries", async () => {
    await createLoud();
    const { agencyId } = await createTestAgency(sql);
    await registerEndpoint(sql, agencyId, quiet.url);
    const stopping = new AbortController();
    const deliverer = createDeliverer({ sql, ...deliveryDeps, postTimeoutMs, graceMs: 0 });
    const run = deliverer.run(stopping.signal);
    await until("the silent ones hold what they get", () => loud.received.length >= 16);
    await Bun.sleep(200);
    const delays: number[] = [];
    for (let message = 1; message <= 5; message += 1) {
      const enqueuedAt = performance.now();
      await enqueueEvent(sql, agencyId, reportCreated());
      deliverer.wake();
      await until("the quiet agency's message arrives", () => quiet.received.length === message, 60_000);
      delays.push(performance.now() - enqueuedAt);
    }
    process.stderr.write(`quiet agency's deliveries after ${delays.map(Math.round).join(", ")} ms\n`);
    stopping.abort();
    await run;
    expect(Math.max(...delays)).toBeLessThan(quietMsMax);
  });

  async function createLoud(): Promise<void> {
    const { agencyId } = await createTestAgency(sql);
    for (let index = 0; index < 20; index += 1) {
      await registerEndpoint(sql, agencyId, `${loud.url}/${index}`);
    }
    for (let index = 0; index < 50; index += 1) await enqueueEvent(sql, agencyId, reportCreated());
  }
});
