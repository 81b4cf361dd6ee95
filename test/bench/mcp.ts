import { migrate } from "../../service/db/migrate.ts";
import { migrations } from "../../service/db/migrations.ts";
import { openDatabase } from "../../service/db/open.ts";
import { modernHeaders, modernRpc, rpc } from "../mcp/support/post-message.ts";
import { startPostgres } from "../support/postgres.ts";
import { startRedis } from "../support/redis.ts";
import { createTestAgency, type TestAgency } from "../support/service.ts";
import { startServiceProcess } from "../support/service-process.ts";
import type { Figure, Report } from "./figure.ts";
import { alternate } from "./support/rounds.ts";
import { drive, type HttpRequest } from "./support/wrk.ts";

const rounds = 5;
const secondsPerRound = 4;
const connections = 64;
/** Enough that no agency comes to its limit of 100,000 an hour. */
const agencies = 64;
const tool = "get_agency_credits";
/** The tool of the reference that leaves no audit row. */
const verbAlone = "verb_alone";
const protocolVersion = "2025-11-25";
/** Far more than are under way at once, so that none is used again before its answer has come. */
const idsInSession = 10_000;

/**
 * P10: `tools/call` of `get_agency_credits`, 64 connections, against elysia-mcp with the same handler and driver, in JSON and
 * within a session, as its clients call it. The handler runs the verb and leaves the audit row of the call by a durable
 * commit; ours checks key, plan, hourly limit (Redis) and arguments besides. Both protocol generations are measured, and the 2025 one
 * also against the verb alone.
 */
export async function benchMcp(report: Report): Promise<Figure[]> {
  const [server, redis] = await Promise.all([startPostgres({ durable: true }), startRedis()]);
  const database = await openDatabase({ databaseUrl: server.url, dataDirectory: "", connectionsMax: 2 });
  await migrate(database.sql, migrations);
  const callers: TestAgency[] = [];
  for (let count = 0; count < agencies; count += 1) callers.push(await createTestAgency(database.sql));
  const service = await startServiceProcess({
    DATABASE_URL: server.url,
    REDIS_URL: redis.url,
    LOG_LEVEL: "warn",
  });
  const reference = await startReference(server.url, callers[0]?.agencyId ?? 0);
  const measure = async (url: string, requests: HttpRequest[], seconds = secondsPerRound) =>
    (await drive(url, { requests, connections, seconds })).requestsPerSecond;
  const legacy = callers.map(({ key }) => legacyCall({ authorization: `Bearer ${key}` }, "/api/mcp"));
  const modern = callers.map(({ key }) => modernCall(key));
  const handler = reference.callsOf(tool);
  const figures: Figure[] = [];
  for (const [id, what, requests, name, referenceCalls] of [
    ["P10", `tools/call of ${tool}, protocol of 2025`, legacy, "handler", handler],
    ["P10 modern", `tools/call of ${tool}, protocol of 2026`, modern, "handler", handler],
    [
      "P10 verb",
      `tools/call of ${tool}, protocol of 2025`,
      legacy,
      "verb alone",
      reference.callsOf(verbAlone),
    ],
  ] as const) {
    await measure(service.url, requests, 2);
    await measure(reference.url, referenceCalls, 2);
    const { ratios, details } = await alternate(
      {
        rounds,
        own: () => measure(service.url, requests),
        reference: () => measure(reference.url, referenceCalls),
      },
      report,
    );
    figures.push({
      id,
      what,
      reference: `elysia-mcp with the same ${name}`,
      target: { atLeast: 2 },
      values: ratios,
      details,
    });
  }
  reference.stop();
  await service.stop();
  await database.close();
  await Promise.all([server.stop(), redis.stop()]);
  return figures;
}

const jsonHeaders = { "content-type": "application/json", accept: "application/json, text/event-stream" };

function legacyCall(
  headers: Record<string, string>,
  path: string,
  { id, name }: { id: number; name: string } = { id: 1, name: tool },
): HttpRequest {
  return {
    method: "POST",
    path,
    headers: { ...jsonHeaders, "mcp-protocol-version": protocolVersion, ...headers },
    body: JSON.stringify(rpc("tools/call", { name, arguments: {} }, id)),
  };
}

function modernCall(key: string): HttpRequest {
  return {
    method: "POST",
    path: "/api/mcp",
    headers: { ...jsonHeaders, ...modernHeaders("tools/call", tool), authorization: `Bearer ${key}` },
    body: JSON.stringify(modernRpc("tools/call", { name: tool, arguments: {} })),
  };
}

type Reference = { url: string; callsOf(name: string): HttpRequest[]; stop(): void };

async function startReference(databaseUrl: string, agencyId: number): Promise<Reference> {
  const program = new URL("support/elysia-mcp-server.ts", import.meta.url).pathname;
  const child = Bun.spawn([process.execPath, program, databaseUrl, String(agencyId)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const { value } = await child.stdout.getReader().read();
  const url = `http://127.0.0.1:${Number(new TextDecoder().decode(value))}`;
  const post = (message: unknown, headers: Record<string, string> = {}) =>
    fetch(`${url}/mcp`, {
      method: "POST",
      headers: { ...jsonHeaders, ...headers },
      body: JSON.stringify(message),
    });
  const clientInfo = { name: "bench", version: "1" };
  const opened = await post(rpc("initialize", { protocolVersion, capabilities: {}, clientInfo }));
  const sessionId = opened.headers.get("mcp-session-id") ?? "";
  await post({ jsonrpc: "2.0", method: "notifications/initialized" }, { "mcp-session-id": sessionId });
  for (const name of [tool, verbAlone]) {
    const answer = await post(rpc("tools/call", { name, arguments: {} }), { "mcp-session-id": sessionId });
    const text = await answer.text();
    if (!text.includes('"balance"')) throw new Error(`The reference answered ${answer.status}: ${text}`);
  }
  return {
    url,
    // The ids of a session must differ (2025-11-25, basic, requests): of 64 calls at once with one id the reference answered one,
    // and left the others open for good.
    callsOf: (name) =>
      Array.from({ length: idsInSession }, (_, id) =>
        legacyCall({ "mcp-session-id": sessionId }, "/mcp", { id, name }),
      ),
    stop: () => child.kill(),
  };
}
