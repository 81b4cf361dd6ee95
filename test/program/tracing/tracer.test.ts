import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createServer, type Server } from "node:http";
import { createLog } from "../../../service/log.ts";
import { createTracer, type Tracer } from "../../../service/program/tracing/create-tracer.ts";
import { readRequestBody } from "../../support/read-request-body.ts";
import { freePort, startTestService, type TestService } from "../../support/service.ts";

const traceId = "0af7651916cd43dd8448eb211c80319c";
const parentId = "b7ad6b7169203331";

describe("traces", () => {
  const received: Received[] = [];
  let collector: Server;
  let endpoint: string;
  let service: TestService;

  beforeAll(async () => {
    const port = await freePort();
    endpoint = `http://127.0.0.1:${port}/otlp/`;
    collector = createServer(async (request, response) => {
      const spans = spansIn(await readRequestBody(request));
      received.push({ path: request.url ?? "", headers: request.headers, spans });
      response.end("{}");
    });
    await new Promise<void>((resolve) => collector.listen(port, "127.0.0.1", resolve));
    service = await startTestService("embedded", {
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: "x-token=a%20b",
    });
  });
  afterAll(() => new Promise((resolve) => collector.close(resolve)));

  test("hold one span per request with route, status and request id, under the caller's trace", async () => {
    const url = `${service.url}/api/reporting/v1/articles/1`;
    const answer = await fetch(url, { headers: { traceparent: `00-${traceId}-${parentId}-01` } });
    await fetch(url, { headers: { traceparent: `00-${traceId}-${parentId}-00` } });
    await fetch(`${service.url}/health`);
    // The last batch goes out when the service stops.
    await service.stop();
    const spans = received.flatMap((each) => each.spans);
    expect(spans.map(({ name }) => name)).toEqual([
      "GET /api/reporting/v1/articles/:pressReleaseId",
      "GET /health",
    ]);
    const [first, second] = spans;
    expect(first).toMatchObject({ traceId, parentSpanId: parentId, kind: 2, status: { code: 0 } });
    expect(first?.attributes).toContainEqual({
      key: "http.response.status_code",
      value: { intValue: 401 },
    });
    expect(first?.attributes).toContainEqual({
      key: "pr_service.request_id",
      value: { stringValue: answer.headers.get("x-request-id") ?? "" },
    });
    expect(second?.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(second).not.toHaveProperty("parentSpanId");
    const lastsNs = BigInt(first?.endTimeUnixNano ?? 0) - BigInt(first?.startTimeUnixNano ?? 0);
    expect(lastsNs).toBeGreaterThan(0n);
    expect(received[0]?.path).toBe("/otlp/v1/traces");
    expect(received[0]?.headers["x-token"]).toBe("a b");
  });

  test("are given up at the deadline when the collector never answers", async () => {
    const logged: string[] = [];
    const silent = createServer(() => {});
    const port = await freePort();
    await new Promise<void>((resolve) => silent.listen(port, "127.0.0.1", resolve));
    const tracer = createTracer(
      { endpoint: `http://127.0.0.1:${port}`, headers: { "x-token": "secret-token" }, serviceName: "test" },
      createLog("warn", (line) => logged.push(line)),
      { sendTimeoutMs: 500 },
    );
    observe(tracer);
    const startedMs = performance.now();
    await tracer.close();
    expect(performance.now() - startedMs).toBeLessThan(10_000);
    expect(logged.join()).toContain("spans_dropped");
    expect(logged.join()).not.toContain("secret-token");
    silent.closeAllConnections();
    await new Promise((resolve) => silent.close(resolve));
  });
});

describe("a traceparent header", () => {
  const received: Span[] = [];
  let collector: Server;
  let endpoint: string;

  beforeAll(async () => {
    const port = await freePort();
    endpoint = `http://127.0.0.1:${port}`;
    collector = createServer(async (request, response) => {
      received.push(...spansIn(await readRequestBody(request)));
      response.end();
    });
    await new Promise<void>((resolve) => collector.listen(port, "127.0.0.1", resolve));
  });
  afterAll(() => new Promise((resolve) => collector.close(resolve)));

  test.each([`00-${traceId}-${parentId}-01`, `cc-${traceId}-${parentId}-03-future`])(
    "is followed when it is %p",
    async (header) => {
      expect(await spansFor(header)).toMatchObject([{ traceId, parentSpanId: parentId }]);
    },
  );

  test.each([`00-${traceId}-${parentId}-00`, `cc-${traceId}-${parentId}-02-future`])(
    "keeps a request out of the traces when it is %p",
    async (header) => {
      expect(await spansFor(header)).toEqual([]);
    },
  );

  test.each([
    null,
    "",
    `00-${traceId}-${parentId}`,
    `00-${traceId}-${parentId}-01-more`,
    `ff-${traceId}-${parentId}-01`,
    `00-${"0".repeat(32)}-${parentId}-01`,
    `00-${traceId}-${"0".repeat(16)}-01`,
    `00-${traceId.toUpperCase()}-${parentId}-01`,
  ])("is ignored when it is %p", async (header) => {
    const [span] = await spansFor(header);
    expect(span?.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(span?.traceId).not.toBe(traceId);
    expect(span).not.toHaveProperty("parentSpanId");
  });

  async function spansFor(traceparent: string | null): Promise<Span[]> {
    received.length = 0;
    const tracer = createTracer({ endpoint, headers: {}, serviceName: "test" }, quietLog);
    observe(tracer, traceparent === null ? {} : { traceparent });
    await tracer.close();
    return received;
  }
});

const quietLog = createLog("error", () => {});

function observe(tracer: Tracer, headers: Record<string, string> = {}): void {
  const request = new Request("http://localhost/", { headers });
  const context = { requestId: "r", clientAddress: "", isSecure: false, receivedAtMs: 0, route: null };
  tracer.observeAnswer({ request, context, status: 200, durationMs: 1 });
}

function spansIn(body: string | null): Span[] {
  const { resourceSpans } = JSON.parse(body ?? '{"resourceSpans":[]}') as {
    resourceSpans: { scopeSpans: { spans: Span[] }[] }[];
  };
  return resourceSpans.flatMap((each) => each.scopeSpans.flatMap((scope) => scope.spans));
}

type Span = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  status: { code: number };
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
};
type Received = { path: string; headers: Record<string, unknown>; spans: Span[] };
