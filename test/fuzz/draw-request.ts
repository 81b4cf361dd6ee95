import fc from "fast-check";
import { extraHeaders, forwardedHeader, headerParameters, keyHeaders } from "./draw-headers.ts";
import { encode, encodeSegment, mostly } from "./draw-parts.ts";
import type { FuzzRequest } from "./fuzz-request.ts";
import { hostileText } from "./hostile-text.ts";
import { type JsonSchema, type Operation, resolveSchema } from "./openapi-operations.ts";
import { validValue, wrongValue } from "./schema-values.ts";

type Headers = FuzzRequest["headers"];

/** Past the 64 KiB that a Reporting body may have, and past what a tool takes. */
const hugeBodyBytes = 200_000;

const noisePaths = [
  "/",
  "/health",
  "/ready",
  "/docs",
  "/newsroom",
  "/newsroom/{client}",
  "{newsroomPath}",
  "/api/mcp",
  "/api/reporting/v1",
  "/api/reporting/v2/data",
  "/api/tools",
  "/robots.txt",
  "/sitemap.xml",
  "/approvals/x",
];
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"];
const contentTypes = [
  "text/plain",
  "application/json; charset=utf-16",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "application/JSON;charset=UTF-8",
  "image/png",
  "/",
  "json",
];

/** A request for one operation: right in every part, or with some parts wrong. */
export function operationRequest(operation: Operation): fc.Arbitrary<FuzzRequest> {
  const parts = {
    path: pathOf(operation),
    query: queryOf(operation),
    parameters: headerParameters(operation),
    key: operation.isKeyed ? keyHeaders() : fc.constant<Headers>([]),
    content: contentOf(operation),
    extra: mostly(fc.constant<Headers>([]), extraHeaders()),
    forwarded: forwardedHeader(),
    method: mostly(fc.constant(operation.method), fc.constantFrom(...methods), 30),
  };
  return fc.record(parts).map((drawn) => {
    const body = drawn.method === "GET" || drawn.method === "HEAD" ? null : drawn.content.body;
    return {
      method: drawn.method,
      path: drawn.path + drawn.query,
      headers: [
        ...drawn.forwarded,
        ...drawn.key,
        ...drawn.parameters,
        ...(body === null ? [] : drawn.content.headers),
        ...drawn.extra,
      ],
      body,
    };
  });
}

/** A request for nothing the document lists: newsroom pages, the MCP edge, other paths, any method and body. */
export function noiseRequest(): fc.Arbitrary<FuzzRequest> {
  const path = fc.oneof(
    fc.constantFrom(...noisePaths),
    fc
      .tuple(fc.constantFrom(...noisePaths), hostileText())
      .map(([start, text]) => `${start}/${encode(text)}`),
    fc.webPath().map((text) => text || "/"),
  );
  const message = fc.record(
    {
      jsonrpc: fc.constantFrom("2.0", "1.0"),
      id: fc.oneof(fc.integer(), hostileText(), fc.constant(null)),
      method: fc.oneof(
        fc.constantFrom("initialize", "tools/list", "tools/call", "ping", "resources/list"),
        hostileText(),
      ),
      params: fc.oneof(
        fc.jsonValue({ maxDepth: 3 }),
        fc.record({ name: hostileText(), arguments: fc.jsonValue() }),
      ),
    },
    { requiredKeys: ["jsonrpc", "method"] },
  );
  return fc
    .record({
      path,
      query: mostly(
        fc.constant(""),
        fc.webQueryParameters().map((text) => `?${encode(text)}`),
      ),
      method: fc.constantFrom(...methods),
      key: keyHeaders(),
      forwarded: forwardedHeader(),
      extra: extraHeaders(),
      body: fc.oneof(rawBody(), fc.oneof(message, fc.jsonValue()).map(jsonBody)),
    })
    .map((drawn) => ({
      method: drawn.method,
      path: drawn.path + drawn.query,
      headers: [...drawn.forwarded, ...drawn.key, ["content-type", "application/json"], ...drawn.extra],
      body: drawn.method === "GET" || drawn.method === "HEAD" ? null : drawn.body,
    }));
}

function pathOf(operation: Operation): fc.Arbitrary<string> {
  const known: Record<string, string> = {
    pressReleaseId: "{release}",
    reportId: "{report}",
    jobId: "{job}",
    webhookId: "{webhook}",
  };
  return operation.parameters
    .filter((parameter) => parameter.in === "path")
    .reduce<fc.Arbitrary<string>>((path, { name, schema }) => {
      const right = fc.oneof(
        { arbitrary: fc.constant(known[name] ?? "1"), weight: 4 },
        { arbitrary: validValue(schema).map(encodeSegment), weight: 1 },
      );
      const segment = mostly(right, wrongValue(schema).map(encodeSegment), 3);
      return fc.tuple(path, segment).map(([text, value]) => text.replace(`{${name}}`, () => value));
    }, fc.constant(operation.path));
}

function queryOf(operation: Operation): fc.Arbitrary<string> {
  const listed = operation.parameters.filter((parameter) => parameter.in === "query");
  const stray = fc
    .tuple(hostileText(), hostileText())
    .map(([name, value]) => `${encode(name)}=${encode(value)}`);
  const parts = listed.flatMap(({ name, schema }) => [
    validValue(schema).map((value) => `${name}=${encode(value)}`),
    wrongValue(schema).map((value) => `${name}=${encode(value)}`),
    fc.constant(`${name}=1&${name}=2`),
    fc.constant(name),
  ]);
  return mostly(
    fc.constant(""),
    fc.array(fc.oneof(...parts, stray), { minLength: 1, maxLength: 3 }).map((all) => `?${all.join("&")}`),
    2,
  );
}

function contentOf(operation: Operation): fc.Arbitrary<Pick<FuzzRequest, "headers" | "body">> {
  if (operation.body === null)
    return mostly(fc.constant(null), rawBody()).map((body) => ({ headers: [], body }));
  const schema: JsonSchema = resolveSchema(operation.body);
  const right = fc
    .tuple(validValue(schema), fc.integer({ min: 0, max: 9 }))
    .map(([value, dice]) => jsonBody(dice === 0 ? value : aboutKnownRelease(value)));
  const wrong = fc.oneof(
    { arbitrary: wrongValue(schema).map((value) => jsonBody(aboutKnownRelease(value))), weight: 5 },
    { arbitrary: rawBody(), weight: 1 },
  );
  const type = mostly(
    fc.constant<Headers>([["content-type", "application/json"]]),
    fc.oneof(
      fc.constant<Headers>([]),
      fc.constantFrom(...contentTypes).map((value): Headers => [["content-type", value]]),
    ),
  );
  return fc.tuple(fc.oneof(right, wrong), type).map(([body, headers]) => ({ headers, body }));
}

function aboutKnownRelease(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const known: Record<string, unknown> = { ...value };
  if (Number.isSafeInteger(known.pressReleaseId)) known.pressReleaseId = "{release}";
  if (known.scopeType === "article" && Number.isSafeInteger(known.scopeId)) known.scopeId = "{release}";
  return known;
}

function rawBody(): fc.Arbitrary<FuzzRequest["body"]> {
  const bytes = fc
    .uint8Array({ maxLength: 200 })
    .map((value) => ({ base64: Buffer.from(value).toString("base64") }));
  const text = fc.constantFrom(
    "",
    "{",
    "[]",
    "null",
    '{"a":1,"a":2}',
    '{"problem":"\\ud800 lone surrogate","topic":"\\u0000","text":"\\udfff"}',
    "[".repeat(10_000),
    '{"a":'.repeat(5_000),
    "1".repeat(1_000),
    " ".repeat(hugeBodyBytes),
    JSON.stringify({ text: "ä".repeat(hugeBodyBytes / 2), problem: "x".repeat(hugeBodyBytes / 2) }),
  );
  return fc.oneof(
    bytes,
    text.map((value) => ({ text: value })),
  );
}

function jsonBody(value: unknown): FuzzRequest["body"] {
  return { text: JSON.stringify(value) ?? "" };
}
