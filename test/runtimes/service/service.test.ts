import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Database, openDatabase } from "../../../service/floor/db/open.ts";
import { callConversions, conversionBody } from "../../support/conversion-call.ts";
import { exportCalls } from "../../support/export-calls.ts";
import { type RuntimeService, startOnOtherRuntime } from "../../support/other-runtime.ts";
import { rawRequest } from "../../support/raw-request.ts";
import { sharedRedis } from "../../support/redis.ts";
import { createFolder, removeFolder } from "../../support/server-process.ts";
import {
  createMigratedDatabase,
  createTestAgency,
  createTestRelease,
  type TestAgency,
  type TestRelease,
} from "../../support/service.ts";
import { until } from "../../support/until.ts";
import { denoCommand, nodeCommand } from "./commands.ts";

/** The short form of `bun run test:runtimes`, which runs all contract tests on each. */
describe.each([
  ["Node", nodeCommand],
  ["Deno", denoCommand],
])("the service on %s", (_name, commandIn) => {
  let folder: string;
  let service: RuntimeService;
  let database: Database;
  let agency: TestAgency;
  let release: TestRelease;

  beforeAll(async () => {
    folder = createFolder("prs-runtime-");
    const databaseUrl = await createMigratedDatabase();
    service = await startOnOtherRuntime(commandIn(folder), {
      DATA_DIR: folder,
      DATABASE_URL: databaseUrl,
      REDIS_URL: (await sharedRedis()).url,
      PORT: "0",
    });
    database = await openDatabase({ databaseUrl, dataDirectory: "", connectionsMax: 2 });
    agency = await createTestAgency(database.sql, { hourlyLimit: 6 });
    release = await createTestRelease(database.sql, agency.agencyId);
    // The first page of a cold process, beside a browser or two, may take longer than a page may.
    await until(async () => (await fetch(service.url + release.path)).ok);
  });
  afterAll(async () => {
    // Throws unless SIGTERM ends it with 0.
    await service.stop();
    await database.close();
    removeFolder(folder);
  });

  test("is alive and ready, and shows its page and its description", async () => {
    const paths = ["/health", "/ready", "/openapi.json", "/docs/swagger-ui.css", release.path];
    const statuses = await Promise.all(
      paths.map(async (path) => (await fetch(service.url + path, { redirect: "manual" })).status),
    );
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
  });

  test("stores a signed conversion once, refuses a wrong signature, and keeps the hourly limit in Redis", async () => {
    const body = conversionBody(release.pressReleaseId);
    const call = () => callConversions({ url: service.url, key: agency.key, body });
    expect((await call()).status).toBe(201);
    expect((await call()).status).toBe(200);
    const path = `${service.url}/api/reporting/v1/conversions`;
    const headers = { "x-api-key": agency.key, "content-type": "application/json" };
    const unsigned = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
    expect(unsigned.status).toBe(401);
    const more = [await call(), await call(), await call(), await call()];
    expect(more.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
  });

  test("ends its answer to HEAD of all data, which has no length", async () => {
    const { key } = await createTestAgency(database.sql);
    const lines = [
      "HEAD /api/reporting/v1/data HTTP/1.1",
      `Host: ${new URL(service.url).host}`,
      `X-Api-Key: ${key}`,
      "Connection: close",
    ];
    const startedMs = performance.now();
    const answer = await rawRequest(service.url, [...lines, "", ""].join("\r\n"));
    expect(answer).toStartWith("HTTP/1.1 200");
    expect(answer.toLowerCase()).not.toContain("content-length");
    // Whoever asks gives up after 5 s of silence.
    expect(performance.now() - startedMs).toBeLessThan(4_500);
  });

  test("draws a report as PDF in a thread", async () => {
    const reader = await createTestAgency(database.sql);
    const { pressReleaseId } = await createTestRelease(database.sql, reader.agencyId);
    const calls = exportCalls(service, reader);
    const order = { scopeType: "article", scopeId: String(pressReleaseId), days: 30, format: "pdf" };
    const { job } = await calls.finished(order);
    expect(job.status).toBe("completed");
    const file = await (await calls.download(job.id)).bytes();
    expect(new TextDecoder().decode(file.subarray(0, 5))).toBe("%PDF-");
  });
});
