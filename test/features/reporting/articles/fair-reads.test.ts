import { beforeAll, expect, test } from "bun:test";
import { callTool } from "../../../edges/mcp/support/post-message.ts";
import { serviceScene } from "../../../support/cast.ts";
import { countLockWaits } from "../../../support/lock-waits.ts";
import { createTestAgency, createTestRelease, type TestAgency } from "../../../support/service.ts";
import { until } from "../../../support/until.ts";
import { untilCounted } from "../../../support/until-counted.ts";

/** What the service allows one agency: reads at a time, and calls that wait for them. */
const readsMax = 2;
const waitingMax = 64;
/** A statement of the request path has three seconds. */
const statementMsMax = 3_000;
const hourlyLimit = 1_000;

const { service } = serviceScene();
let greedy: TestAgency & { pressReleaseId: number };
let other: TestAgency & { pressReleaseId: number };
beforeAll(async () => {
  [greedy, other] = [await createAgency(), await createAgency()];
});

test("reports of one agency are read two at a time: its line is long, its next call is free of charge, and another's is read", async () => {
  await Promise.all([report(greedy), report(other)]);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: locked, resolve: lock } = Promise.withResolvers<void>();
  const holding = service.sql.begin(async (transaction) => {
    await transaction`lock table hit_day in access exclusive mode`;
    lock();
    await released;
  });
  await locked;
  const heldSince = performance.now();
  const calls = Array.from({ length: readsMax + waitingMax }, () => report(greedy));
  await untilReading(readsMax);
  const looks = await untilCounted(service.url, greedy.key, 1 + calls.length);
  const refused = await report(greedy);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(refused.headers.get("x-ratelimit-remaining")).toBe(String(hourlyLimit - 1 - calls.length - looks));
  expect(await countLockWaits(service.sql)).toBe(readsMax);

  const others = report(other);
  await untilReading(readsMax + 1);
  expect((await callTool(service.url, greedy.key, "list_clients")).isError).toBeUndefined();
  release();
  await holding;
  // Nobody's read is refused, but where this machine held the table for longer than a statement may wait for it.
  const isInTime = performance.now() - heldSince < statementMsMax / 2;
  const statuses = [(await others).status, ...(await Promise.all(calls)).map(({ status }) => status)];
  expect(statuses.filter((status) => status !== 200 && (isInTime || status !== 503))).toEqual([]);
});

async function untilReading(count: number): Promise<void> {
  await until(async () => (await countLockWaits(service.sql)) >= count);
}

async function createAgency() {
  const agency = await createTestAgency(service.sql, { hourlyLimit });
  const { pressReleaseId } = await createTestRelease(service.sql, agency.agencyId);
  return { ...agency, pressReleaseId };
}

const report = ({ key, pressReleaseId }: typeof greedy) =>
  fetch(`${service.url}/api/reporting/v1/articles/${pressReleaseId}?days=365`, {
    headers: { "x-api-key": key },
  });
