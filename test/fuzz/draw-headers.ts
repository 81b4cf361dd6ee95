import fc from "fast-check";
import { headerText, mostly } from "./draw-parts.ts";
import type { FuzzRequest } from "./fuzz-request.ts";
import { hostileText } from "./hostile-text.ts";
import type { Operation, Parameter } from "./openapi-operations.ts";
import { validValue, wrongValue } from "./schema-values.ts";

type Headers = FuzzRequest["headers"];

/** The headers that the document lists for an operation: right, wrong, missing or twice. */
export function headerParameters(operation: Operation): fc.Arbitrary<Headers> {
  const listed = operation.parameters.filter((parameter) => parameter.in === "header");
  return fc.tuple(...listed.map(headerParameter)).map((all) => all.flat());
}

/** The agency's key in one of its two places, or a wrong one. */
export function keyHeaders(): fc.Arbitrary<Headers> {
  return mostly(
    fc.constantFrom<Headers>([["x-api-key", "{key}"]], [["authorization", "Bearer {key}"]]),
    fc.oneof(
      fc.constant<Headers>([]),
      fc.constant<Headers>([
        ["x-api-key", "{key}"],
        ["x-api-key", "{key}"],
      ]),
      fc.constant<Headers>([
        ["x-api-key", "{key}"],
        ["authorization", "Bearer x"],
      ]),
      hostileText().map((text): Headers => [["x-api-key", headerText(text)]]),
      hostileText().map((text): Headers => [["authorization", headerText(`Bearer ${text}`)]]),
      fc.constant<Headers>([["authorization", "Basic Zm9vOmJhcg=="]]),
    ),
    12,
  );
}

/** Public tools count by client address: each request comes from another. */
export function forwardedHeader(): fc.Arbitrary<Headers> {
  return mostly(fc.ipV4(), fc.oneof(fc.ipV6(), hostileText()), 15).map((value) => [
    ["x-forwarded-for", headerText(value)],
  ]);
}

/** Headers that nothing asks for, and that change what a server sees: Host, protocol, origin, range. */
export function extraHeaders(): fc.Arbitrary<Headers> {
  const names = [
    "accept",
    "origin",
    "host",
    "x-request-id",
    "traceparent",
    "if-none-match",
    "range",
    "cookie",
  ];
  const more = [
    "x-forwarded-proto",
    "x-forwarded-host",
    "mcp-protocol-version",
    "mcp-session-id",
    "user-agent",
  ];
  const value = fc.oneof(
    hostileText(),
    fc.constantFrom("*/*", "text/event-stream", "https", "null", "bytes=0-1"),
  );
  return fc.array(
    fc
      .tuple(fc.constantFrom(...names, ...more), value)
      .map(([name, text]): Headers[number] => [name, headerText(text)]),
    { maxLength: 2 },
  );
}

function headerParameter({ name, schema }: Parameter): fc.Arbitrary<Headers> {
  const known: Record<string, fc.Arbitrary<unknown>> = {
    "x-service-timestamp": fc.constant("{timestamp}"),
    "x-service-signature": fc.constant("{signature}"),
    // Each right confirmation takes away the jobs and reports that other requests are about.
    "x-service-confirm": mostly(fc.constant("delete reporting data"), validValue(schema), 7),
    // A few keys for many requests: an export's rendering costs far more than what is tried here.
    "idempotency-key": fc.integer({ min: 1, max: 12 }).map((number) => `fuzz-${number}`),
  };
  const right = known[name.toLowerCase()] ?? validValue(schema);
  const wrong = fc.oneof(wrongValue(schema), fc.constant("0".repeat(64)), fc.constant("1"));
  return mostly(
    right.map((value): Headers => [[name, headerText(value)]]),
    fc.oneof(
      wrong.map((value): Headers => [[name, headerText(value)]]),
      fc.constant<Headers>([]),
      fc.constant<Headers>([
        [name, "a"],
        [name, "b"],
      ]),
    ),
  );
}
