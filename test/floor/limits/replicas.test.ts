import { expect, test } from "bun:test";
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import { Redis } from "ioredis";
import { createRedisLimiter } from "../../../service/floor/limits/redis.ts";
import { sharedRedis, startRedis } from "../../support/redis.ts";
import { until } from "../../support/until.ts";
import { patient } from "./patient.ts";

const windowMs = 3_600_000;
/** The time-out of a command, one more when it waited behind a pipeline that hangs, and room for a busy machine. */
const answerMsMax = 10_000;
const backMsMax = 5_000;

test("three processes on one key admit exactly the limit together", async () => {
  const { url } = await sharedRedis();
  const args = [join(import.meta.dirname, "hammer.ts"), url, randomUUID(), "500", "960"];
  const runs = await Promise.all([1, 2, 3].map(() => promisify(execFile)(process.execPath, args)));
  expect(runs.reduce((sum, run) => sum + Number(run.stdout), 0)).toBe(500);
});

test("a cluster of one node is served as it is", async () => {
  const node = await startRedis({ cluster: true });
  const limiter = createRedisLimiter(node.url, patient);
  await limiter.connect();
  const keys = Array.from({ length: 20 }, (_, index) => `agency:${index}`);
  const verdicts = await Promise.all(keys.map((key) => limiter.take({ key, limit: 2, windowMs })));
  expect(verdicts.every((verdict) => verdict.isAdmitted && verdict.remaining === 1)).toBe(true);
  await limiter.close();
  await node.stop();
});

test("a cluster of several nodes is found out by its first answer, and every key is served from then on", async () => {
  const [first, second] = await Promise.all([startRedis({ cluster: true }), startRedis({ cluster: true })]);
  const [onFirst, onSecond] = [new Redis(first.url), new Redis(second.url)];
  // Half of the slots go to the second node.
  await onSecond.call("CLUSTER", "DELSLOTSRANGE", 0, 16_383);
  await onFirst.call("CLUSTER", "DELSLOTSRANGE", 8_192, 16_383);
  await onSecond.call("CLUSTER", "ADDSLOTSRANGE", 8_192, 16_383);
  await onSecond.call("CLUSTER", "BUMPEPOCH");
  const busPort = /@(\d+)/.exec(String(await onFirst.call("CLUSTER", "NODES")))?.[1] ?? "0";
  await onSecond.call("CLUSTER", "MEET", first.host, first.port, busPort);
  for (const node of [onFirst, onSecond])
    await until(async () => String(await node.call("CLUSTER", "INFO")).includes("cluster_state:ok"));

  const limiter = createRedisLimiter(first.url, patient);
  await limiter.connect();
  const keys = Array.from({ length: 20 }, (_, index) => `agency:${index}`);
  const check = (key: string) => limiter.take({ key, limit: 3, windowMs });
  const settled = await Promise.allSettled(keys.map(check));
  expect(settled.some((result) => result.status === "rejected")).toBe(true);
  const checkAll = () => Promise.all(keys.map(check)).catch(() => null);
  const verdicts = await until("both nodes answer", checkAll, backMsMax);
  expect(verdicts).toHaveLength(20);
  expect(Number(await onFirst.dbsize()) > 0 && Number(await onSecond.dbsize()) > 0).toBe(true);

  // A node that is killed fails its own keys at once, and is used again when it is back.
  onSecond.disconnect();
  await second.stopServer();
  const startedMs = performance.now();
  const without = await Promise.allSettled(keys.map(check));
  expect(performance.now() - startedMs).toBeLessThan(answerMsMax);
  expect(new Set(without.map((result) => result.status))).toEqual(new Set(["fulfilled", "rejected"]));
  await second.startServer();
  await until("both nodes answer again", checkAll, backMsMax);
  await limiter.close();
  onFirst.disconnect();
  await Promise.all([first.stop(), second.stop()]);
});
