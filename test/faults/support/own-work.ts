import { webhookCalls } from "../../features/reporting/webhooks/webhook-calls.ts";
import { type Sink, startSink } from "../../features/reporting/webhooks/webhook-sink.ts";
import { exportCalls } from "../../support/export-calls.ts";
import { until } from "../../support/until.ts";
import type { LoadTarget } from "./start-load.ts";

/** What an agency's own exports and messages took, each in milliseconds. */
export type OwnWork = { exportMs: number[]; deliveryMs: number[] };

/** Between two exports. */
const pauseMs = 200;
/** Far longer than any message may take that is not forgotten. */
const arrivalTimeoutMs = 60_000;

/** A receiver that is told of each of the agency's finished exports. */
export async function openReceiver({ url, key }: LoadTarget): Promise<Sink> {
  const sink = startSink();
  await webhookCalls(url, key).register(sink.url, ["export.completed"]);
  return sink;
}

/**
 * Orders one export after another until `endMs`, at least one, and waits for the message of each. An export takes from its order
 * until it is seen to be completed, a delivery from the event until it arrives.
 */
export async function measureOwnWork(target: LoadTarget, receiver: Sink, endMs: number): Promise<OwnWork> {
  const calls = exportCalls(target, { agencyId: 0, keyId: "", key: target.key }, arrivalTimeoutMs);
  const before = receiver.received.length;
  const exportMs: number[] = [];
  do {
    const startedMs = performance.now();
    const { job } = await calls.finished({
      scopeType: "article",
      scopeId: target.pressReleaseId,
      format: "csv",
    });
    if (job.status !== "completed") throw new Error(`The export is ${job.status}.`);
    exportMs.push(Math.round(performance.now() - startedMs));
    await Bun.sleep(pauseMs);
  } while (performance.now() < endMs);
  const arrived = () => receiver.received.slice(before);
  await until("each export's message arrives", () => arrived().length >= exportMs.length, arrivalTimeoutMs);
  const deliveryMs = arrived().map(({ at, body }) => at - Date.parse(JSON.parse(body).timestamp));
  return { exportMs, deliveryMs };
}
