import type { Recorder } from "../features/measurement/record.ts";
import { isDoneWithin } from "../floor/concurrency/within-deadline.ts";
import type { Database } from "../floor/db/open.ts";
import type { Log } from "../log.ts";
import type { Listener } from "./platform.ts";
import type { Traffic } from "./traffic.ts";

/** The whole stop, because SIGKILL comes after 20 s: what is not done by then would not be done later. */
const stopTimeoutMs = 17_000;
/** Requests and loops get until then, so that the steps after them have time left. */
const answeredByMs = 12_000;
/** Hits get until then. The recorder may take 2 s more to store how many of them it gave up. */
const hitsWrittenByMs = 14_000;
const instrumentsClosedByMs = 16_500;
/** A proxy that looks every second or is told by its platform has taken us off its list by then. */
const leavingMsDefault = 2_000;
/** Without a request for this long, all clients have gone elsewhere. */
const goneMs = 500;
/** After eight looks, everything sent before the port was closed has been read. */
const emptyMs = 200;

export type StoppingParts = {
  listener: Listener;
  traffic: Traffic;
  endLoops(): Promise<void>;
  endWorkers(): Promise<void>;
  recorder: Recorder;
  endInstruments(): Promise<void>;
  databases: readonly Database[];
  log: Log;
};

/**
 * Ends the service so that no request which was sent goes without its answer: it says that it is leaving and serves on
 * until nobody asks, lets nobody new in, answers what is there, and only then closes connections. One deadline holds for
 * all, whatever hangs: a step that is not done in its time is logged and left behind.
 */
export async function stopService(
  parts: StoppingParts,
  { leavingMs = leavingMsDefault }: { leavingMs?: number } = {},
): Promise<void> {
  const { listener, traffic, recorder, log } = parts;
  const begunMs = performance.now();
  const leftMs = (byMs: number) => Math.max(0, begunMs + byMs - performance.now());
  // Side by side with the requests: jobs take their own time to end.
  const loopsEnded = parts.endLoops();

  if (leavingMs > 0) {
    traffic.leave();
    await traffic.untilQuiet({ quietMs: goneMs, timeoutMs: leavingMs });
    listener.refuseConnections();
    await traffic.untilQuiet({ quietMs: emptyMs, timeoutMs: leftMs(answeredByMs) });
  }
  await step("answers", listener.drain(), answeredByMs);
  await listener.close();
  await step("loops", loopsEnded, answeredByMs);
  await step("threads", parts.endWorkers(), answeredByMs);
  await recorder.close(leftMs(hitsWrittenByMs));
  await step("instruments", parts.endInstruments(), instrumentsClosedByMs);
  for (const database of parts.databases) await database.close(leftMs(stopTimeoutMs));
  log.info("stopped", { durationMs: Math.round(performance.now() - begunMs) });

  async function step(what: string, work: Promise<void>, byMs: number): Promise<void> {
    if (!(await isDoneWithin(work, leftMs(byMs)))) log.warn("stop_left_behind", { what });
  }
}
