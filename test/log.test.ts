import { describe, expect, test } from "bun:test";
import { createLog } from "../service/log.ts";

describe("what could be a secret never reaches the log", () => {
  const secret = "geheim0815geheim0815geheim0815geheim0815";
  const cases: [string, Record<string, unknown>][] = [
    ["an API key in a text", { note: `key svc_key_${secret} refused` }],
    ["a webhook secret", { note: `svc_whsec_${secret}==` }],
    ["a webhook secret without our prefix", { note: `whsec_${secret}` }],
    ["a webhook signature", { note: `v1,${secret}=` }],
    ["a bearer token", { note: `Bearer ${secret}` }],
    ["a password in a URL", { url: `postgres://user:${secret}@db/x` }],
    [
      "a password in a URL that has an @ of its own",
      { url: `postgres://user:${secret.slice(0, 4)}@${secret}@db/x` },
    ],
    [
      "an error within several",
      { error: new AggregateError([new Error(`redis://:${secret}@cache refused`)], "all failed") },
    ],
    ["an approval link", { path: `/approvals/${secret}` }],
    ["a field named so", { apiKey: secret, api_key: secret, "x-api-key": secret, Authorization: secret }],
    ["a field deep inside", { request: { headers: [{ cookie: secret }], token: { value: secret } } }],
    ["an error's message", { error: new Error(`connect postgres://user:${secret}@db failed`) }],
    ["an error's cause", { error: new Error("failed", { cause: new Error(`Bearer ${secret}`) }) }],
  ];
  test.each(cases)("%s", (_name, fields) => {
    const line = logged(fields);
    expect(line).not.toContain("geheim");
    expect(line).toContain("[redacted]");
  });
});

test("a line is one JSON object with time, level and event, whatever the texts hold", () => {
  const line = logged({
    text: 'line\nbreak "quoted"',
    count: 9_007_199_254_740_993n,
    missing: undefined,
    none: null,
  });
  expect(line).not.toContain("\n");
  expect(JSON.parse(line)).toEqual({
    time: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.*Z$/),
    level: "info",
    event: "event",
    text: 'line\nbreak "quoted"',
    count: "9007199254740993",
    none: null,
  });
});

test("an error keeps its name, message, code and stack", () => {
  const error = Object.assign(new TypeError("wrong"), { code: "E_WRONG" });
  expect(JSON.parse(logged({ error })).error).toMatchObject({
    name: "TypeError",
    message: "wrong",
    code: "E_WRONG",
    stack: expect.stringContaining("log.test.ts"),
  });
});

test("several errors in one are all written", () => {
  const error = new AggregateError([new Error("first"), new Error("second")]);
  const parts: { message: string }[] = JSON.parse(logged({ error })).error.errors;
  expect(parts.map(({ message }) => message)).toEqual(["first", "second"]);
});

test("fields that can't be written leave the event, and nothing is thrown", () => {
  const circle: Record<string, unknown> = {};
  circle.circle = circle;
  expect(JSON.parse(logged({ circle }))).toMatchObject({ level: "info", event: "event" });
});

test("only lines of the level and above are written, and none when silent", () => {
  const lines: string[] = [];
  for (const level of ["warn", "silent"] as const) {
    const log = createLog(level, (line) => lines.push(line));
    log.debug("a");
    log.info("b");
    log.warn("c");
    log.error("d");
  }
  expect(lines.map((line) => JSON.parse(line).event)).toEqual(["c", "d"]);
});

function logged(fields: Record<string, unknown>): string {
  const lines: string[] = [];
  createLog("debug", (line) => lines.push(line)).info("event", fields);
  expect(lines).toHaveLength(1);
  return lines.join();
}
