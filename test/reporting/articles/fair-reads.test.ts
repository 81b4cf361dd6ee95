import { afterAll, beforeAll, expect, test } from "bun:test";
import { callTool } from "../../mcp/support/post-message.ts";
import {
  createTestAgency,
  createTestRelease,
  startTestService,
  type TestAgency,
  type TestService,
} from "../../support/service.ts";

/** What the service allows one agency: reads at a time, and calls that wait for them. */
const readsMax = 2;
const waitingMax = 64;
const hourlyLimit = 100;

let service: TestService;
let greedy: TestAgency & { pressReleaseId: number };
let other: TestAgency & { pressReleaseId: number };
beforeAll(async () => {
  service = await startTestService("server", { LOOPS: "off" });
  [greedy, other] = [await createAgency(), await createAgency()];
});
afterAll(() => service.stop());

async function createAgency() {
  const agency = await createTestAgency(service.sql, { hourlyLimit });
  const { pressReleaseId } = await createTestRelease(service.sql, agency.agencyId);
  return { ...agency, pressReleaseId };
}

const report = ({ key, pressReleaseId }: typeof greedy) =>
  fetch(`${service.url}/api/reporting/v1/articles/${pressReleaseId}?days=365`, {
    headers: { "x-api-key": key },
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
  const calls = Array.from({ length: readsMax + waitingMax }, () => report(greedy));
  await untilReading(readsMax);
  await Bun.sleep(200);
  const refused = await report(greedy);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(refused.headers.get("x-ratelimit-remaining")).toBe(String(hourlyLimit - 1 - calls.length));
  expect(await readers()).toBe(readsMax);

  const others = report(other);
  await untilReading(readsMax + 1);
  expect((await callTool(service.url, greedy.key, "list_clients")).isError).toBeUndefined();
  release();
  await holding;
  expect((await others).status).toBe(200);
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200]));
}, 30_000);

async function untilReading(count: number): Promise<void> {
  while ((await readers()) < count) await Bun.sleep(10);
}

/** Statements that wait for the table. */
async function readers(): Promise<number> {
  const [row] = await service.sql<{ waiting: number }[]>`
    select count(*)::integer as waiting
    from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'
  `;
  return row?.waiting ?? 0;
}
