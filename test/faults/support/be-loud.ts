/** A thread of its own: what is measured beside it is the service, and not the clients of one event loop. */
import { parentPort, workerData } from "node:worker_threads";
import { type LoudAgency, loudActivities } from "./loud-activities.ts";

/** After each, as a client on the other end of a line would need. */
const pauseMs = 10;

/** How often each activity was answered how; 0: not at all. */
export type Loudness = Record<string, Record<string, number>>;

const agency = workerData as LoudAgency;
const loudness: Loudness = {};
let isStopped = false;

const running = Object.entries(loudActivities).flatMap(([name, { workers, act }]) => {
  const outcomes: Record<string, number> = {};
  loudness[name] = outcomes;
  return Array.from({ length: workers }, async () => {
    while (!isStopped) {
      const outcome = await act(agency).catch(() => 0);
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      await Bun.sleep(pauseMs);
    }
  });
});

parentPort?.once("message", async () => {
  isStopped = true;
  await Promise.all(running);
  parentPort?.postMessage(loudness);
});
