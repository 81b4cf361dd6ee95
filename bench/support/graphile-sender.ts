/** A worker as a user of graphile-worker would write it: one task that signs an event by Standard Webhooks and posts it. */
import { run, type Task } from "graphile-worker";
import { Webhook } from "standardwebhooks";

type Job = { url: string; secret: string; id: string; event: unknown };

const concurrency = 64;
const timeoutMs = 15_000;

const send: Task = async (payload) => {
  const { url, secret, id, event } = payload as Job;
  const body = JSON.stringify(event);
  const timestamp = new Date();
  const response = await fetch(url, {
    method: "POST",
    body,
    redirect: "manual",
    signal: AbortSignal.timeout(timeoutMs),
    headers: {
      "content-type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(timestamp.getTime() / 1_000)),
      "webhook-signature": new Webhook(secret).sign(id, timestamp, body),
    },
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`The receiver answered ${response.status}.`);
};

const runner = await run({
  connectionString: process.argv[2] ?? "",
  concurrency,
  // As many connections as jobs, so that no job waits for one of the default's 10 to be marked as done.
  maxPoolSize: concurrency,
  taskList: { send },
});
await runner.promise;
