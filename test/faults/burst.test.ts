import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Database, openDatabase } from "../../service/floor/db/open.ts";
import { lineWaitMs } from "../../service/floor/limits/fair-seats.ts";
import { postMessage, rpc } from "../edges/mcp/support/post-message.ts";
import { allowLoopback, webhookCalls } from "../features/reporting/webhooks/webhook-calls.ts";
import { callConversions, conversionBody } from "../support/conversion-call.ts";
import { exportCalls } from "../support/export-calls.ts";
import { sharedRedis } from "../support/redis.ts";
import {
  createMigratedDatabase,
  createTestAgency,
  createTestRelease,
  type TestAgency,
  type TestRelease,
} from "../support/service.ts";
import { type ServiceProcess, startServiceProcess } from "../support/service-process.ts";
import { reportFault } from "./support/fault-rounds.ts";
import { fillFigures } from "./support/fill-figures.ts";

const hourlyLimit = 500;
const callsAtOnce = 600;
const busyOrLimited: readonly string[] = ["ok", "429", "503", "SERVICE_UNAVAILABLE"];

/** Each kind of call that an agency may send as many of as its hour allows. */
const kinds: Record<string, (scene: Scene) => Promise<Response>> = {
  "article reports": ({ url, key, pressReleaseId }) =>
    fetch(`${url}/api/reporting/v1/articles/${pressReleaseId}?days=30`, { headers: { "x-api-key": key } }),
  conversions: (scene) => callConversions({ ...scene, body: conversionBody(scene.pressReleaseId) }),
  "conversions that a webhook listens to": (scene) =>
    callConversions({ ...scene, body: conversionBody(scene.pressReleaseId) }),
  "orders of files": orderFile,
  "calls of a tool": ({ url, key }) => callTool(url, key, "list_clients", {}),
  "reports by a tool": ({ url, key, pressReleaseId }) =>
    callTool(url, key, "get_article_performance", { pressReleaseId, days: 30 }),
  "drafts by a tool": ({ url, key, clientId }) =>
    callTool(url, key, "create_draft", {
      clientId,
      title: "Heliora spart Heizkosten",
      bodyMarkdown: "Sie spart.",
    }),
};

let service: ServiceProcess;
let database: Database;

describe("an agency that uses up its hour at once, on an idle service", () => {
  beforeAll(async () => {
    const databaseUrl = await createMigratedDatabase();
    database = await openDatabase({ databaseUrl, dataDirectory: "", connectionsMax: 2 });
    const redisUrl = (await sharedRedis()).url;
    const stores = { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl };
    service = await startServiceProcess({ ...stores, ...allowLoopback, LOG_LEVEL: "warn" });
  });
  afterAll(async () => {
    await service.process.end("SIGKILL");
    await database.close();
  });

  for (const [name, call] of Object.entries(kinds)) {
    test(`is answered as often as its limit says, and refused by the limit alone: ${name}`, async () => {
      const scene = await createScene();
      if (name.includes("webhook"))
        await webhookCalls(service.url, scene.key).register("http://127.0.0.1:9/", ["conversion.recorded"]);
      const used = name.includes("webhook") ? 1 : 0;
      const startedMs = performance.now();
      const statuses = await Promise.all(
        Array.from({ length: callsAtOnce }, async () => {
          const response = await call(scene);
          return await statusOf(response);
        }),
      );
      const answered = countOf(statuses);
      const durationMs = Math.round(performance.now() - startedMs);
      reportFault("burst", { name, durationMs, answered });
      // A machine on which the line takes longer than a call waits in it is not idle: then it may say so, and nothing else.
      const others = Object.keys(answered).filter((status) => !busyOrLimited.includes(status));
      if (durationMs >= lineWaitMs) return expect(others).toEqual([]);
      expect(answered).toEqual({ ok: hourlyLimit - used, "429": callsAtOnce - hourlyLimit + used });
    });
  }
});

async function createScene(): Promise<Scene> {
  const agency = await createTestAgency(database.sql, { hourlyLimit });
  const release = await createTestRelease(database.sql, agency.agencyId);
  await fillFigures(database.sql, agency.agencyId, release.pressReleaseId);
  return { ...agency, ...release, url: service.url };
}

function orderFile(scene: Scene): Promise<Response> {
  const body = { scopeType: "article", scopeId: scene.pressReleaseId, days: 30, format: "csv" };
  return exportCalls(scene, scene).create(body);
}

function callTool(url: string, key: string, name: string, args: Record<string, unknown>): Promise<Response> {
  return postMessage(url, key, rpc("tools/call", { name, arguments: args }));
}

/** "ok" or the status; of a tool that refused, its code. */
async function statusOf(response: Response): Promise<string> {
  const text = await response.text();
  if (!response.ok) return String(response.status);
  const code = text.includes('"isError":true') ? /"code":"(\w+)"/.exec(text)?.[1] : undefined;
  return code ?? "ok";
}

function countOf(statuses: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

type Scene = TestAgency & TestRelease & { url: string };
