import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Database, openDatabase } from "../../../service/floor/db/open.ts";
import { connectionsDefault } from "../../../service/floor/db/share-connections.ts";
import { callConversions, conversionBody } from "../../support/conversion-call.ts";
import { exportCalls } from "../../support/export-calls.ts";
import { countLockWaits } from "../../support/lock-waits.ts";
import {
  createMigratedDatabase,
  createTestAgency,
  createTestRelease,
  startTestService,
  type TestAgency,
  type TestService,
} from "../../support/service.ts";
import { until } from "../../support/until.ts";
import { allowLoopback, webhookCalls } from "./webhooks/webhook-calls.ts";

/** More than the service has connections. */
const calls = 20;

describe("while the writes of one agency hang", () => {
  let service: TestService;
  let beside: Database;
  let loud: Scene;
  let other: Scene;

  beforeAll(async () => {
    const databaseUrl = await createMigratedDatabase();
    service = await startTestService("server", {
      ...allowLoopback,
      ...{ DATABASE_URL: databaseUrl, DATABASE_CONNECTIONS: String(connectionsDefault), LOOPS: "off" },
    });
    beside = await openDatabase({ databaseUrl, dataDirectory: "", connectionsMax: 2 });
    [loud, other] = [await createScene(), await createScene()];
    await webhookCalls(service.url, loud.key).register("http://127.0.0.1:9/", ["conversion.recorded"]);
  });
  afterAll(async () => {
    await service.stop();
    await beside.close();
  });

  test("three of its orders hold a connection, and another agency is answered", async () => {
    const order = { scopeType: "article", scopeId: loud.pressReleaseId, format: "csv" };
    const orders: Promise<Response>[] = [];
    await withLock("export_job", async () => {
      for (let call = 0; call < calls; call += 1) orders.push(exportCalls(service, loud).create(order));
      await until("its orders hang", async () => (await countLockWaits(beside.sql)) === 3);
      await expectOthersAnswered();
      expect(await countLockWaits(beside.sql)).toBe(3);
    });
    const statuses = (await Promise.all(orders)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 202).length).toBeGreaterThanOrEqual(3);
    expect(statuses.every((status) => status === 202 || status === 503)).toBe(true);
  });

  test("two of its conversions with a message hold a connection, and another agency is answered", async () => {
    const sent: Promise<Response>[] = [];
    await withLock("webhook_queue", async () => {
      for (let call = 0; call < calls; call += 1) {
        const body = conversionBody(loud.pressReleaseId);
        sent.push(callConversions({ url: service.url, key: loud.key, body }));
      }
      await until("its conversions hang", async () => (await countLockWaits(beside.sql)) === 2);
      await expectOthersAnswered();
      expect(await countLockWaits(beside.sql)).toBe(2);
    });
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201).length).toBeGreaterThanOrEqual(2);
    expect(statuses.every((status) => status === 201 || status === 503)).toBe(true);
  });

  async function createScene(): Promise<Scene> {
    const agency = await createTestAgency(service.sql);
    return { ...agency, ...(await createTestRelease(service.sql, agency.agencyId)) };
  }

  /** Nobody can write to `table` until `work` has ended. */
  async function withLock<T>(table: string, work: () => Promise<T>): Promise<T> {
    const locked = Promise.withResolvers<void>();
    const worked = Promise.withResolvers<void>();
    const holding = beside.sql.begin(async (transaction) => {
      await transaction`lock table ${transaction(table)} in share mode`;
      locked.resolve();
      await worked.promise;
    });
    await locked.promise;
    try {
      return await work();
    } finally {
      worked.resolve();
      await holding;
    }
  }

  async function expectOthersAnswered(): Promise<void> {
    expect((await webhookCalls(service.url, other.key).list()).webhooks).toBeArray();
    const body = conversionBody(other.pressReleaseId);
    expect((await callConversions({ url: service.url, key: other.key, body })).status).toBe(201);
  }
});

type Scene = TestAgency & { pressReleaseId: number; clientId: number };
