import { beforeAll, describe, expect, test } from "bun:test";
import { connect } from "node:net";
import { serviceScene } from "../support/cast.ts";
import { runtimeOfTheRun } from "../support/environment.ts";
import { rawRequest } from "../support/raw-request.ts";
import { createTestAgency, createTestRelease } from "../support/service.ts";
import { until } from "../support/until.ts";

/** The servers of Node and Deno refuse, or take, some of what is malformed before the service sees it. */
const isOnBun = runtimeOfTheRun() === null;

const { service } = serviceScene();
let report: string;
let page: string;
let key: string;

beforeAll(async () => {
  const agency = await createTestAgency(service.sql);
  const release = await createTestRelease(service.sql, agency.agencyId);
  report = `/api/reporting/v1/articles/${release.pressReleaseId}`;
  page = release.path;
  key = agency.key;
});

const everywhere = [
  "x-ratelimit-limit",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
  "ratelimit",
  "ratelimit-policy",
  "x-service-api-version",
  "x-request-id",
  "cache-control",
  "x-content-type-options",
];

describe("a Host that looks like one and names nothing", () => {
  test.each([
    "999.999.999.999",
    "xn--zz.example",
    "....",
    ...(isOnBun ? ["localhost:65536", "[:::::::]", "a@b.example", "a.example?x"] : []),
  ])("%s is 400", async (host) => {
    const answer = await ask({ host });
    expect(answer.status).toBe(400);
    expect(answer.text).toBe('{"error":"invalid_request"}');
  });
});

const oddHosts: [string, { host?: string; headers?: string }, number][] = [
  ["an empty Host", { host: "" }, 400],
  ["two Hosts", { headers: "Host: example.org\r\n" }, 400],
];

describe("each answer of the Reporting API carries its headers", () => {
  test.each([
    ["200", {}, 200],
    ["a HEAD request", { method: "HEAD" }, 200],
    ["an unknown path", { target: "/api/reporting/v1/unknown" }, 404],
    ["the root of the API", { target: "/api/reporting" }, 404],
    ["another method", { method: "PUT" }, 405],
    ["OPTIONS", { method: "OPTIONS" }, 405],
    ["TRACE", { method: "TRACE" }, 405],
    ["a short Host", { host: "x" }, 400],
    ["two keys", { headers: `X-API-Key: svc_key_${"0".repeat(38)}\r\n` }, 401],
    ["a compressed body", { headers: "Content-Encoding: gzip\r\n" }, 400],
    ["a path that is no UTF-8", { target: "/api/reporting/v1/articles/%ff" }, 400],
    ["half a percent sign", { target: "/api/reporting/v1/articles/%" }, 400],
    ["NUL in the path", { target: "/api/reporting/v1/articles/%00" }, 400],
    ["a path of 12,000 digits", { target: `/api/reporting/v1/articles/${"9".repeat(12_000)}` }, 400],
    ["a query that is no UTF-8", { target: "R?days=%ff" }, 400],
    ...(isOnBun ? oddHosts : []),
  ])("%s", async (_, input, status) => {
    const answer = await ask(input);
    expect(answer.status).toBe(status);
    expect(everywhere.filter((name) => !answer.headers.has(name))).toEqual([]);
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
  });
});

describe("a request target in another form", () => {
  test.each([
    ["absolute, as to a proxy", "http://localhostR", 200],
    ...(isOnBun ? [["absolute with another host than the Host header's", "http://x/zzR", 404] as const] : []),
    ["with a doubled slash", "/R", 404],
    ["with two slashes inside", "/api//reporting/v1/articles/1", 404],
    ["with an encoded segment name", "/api/reporting/v1/%61rticles/1", 404],
    ["with an encoded slash", "/api/reporting/v1%2Farticles/1", 404],
    ["of 8,000 query parameters", `R?${"a&".repeat(8_000)}`, 200],
  ])("%s", async (_, target, status) => {
    expect((await ask({ target })).status).toBe(status);
  });

  test("100 headers are read, and more than fit are refused", async () => {
    const headers = (count: number) =>
      Array.from({ length: count }, (_, index) => `X-Extra-${index}: 1\r\n`).join("");
    expect((await ask({ headers: headers(100) })).status).toBe(200);
    if (isOnBun) expect((await ask({ headers: headers(400) })).status).toBe(431);
  });
});

const chunked = "Transfer-Encoding: chunked\r\n";
const chunksWithoutSize = [
  ["a chunk of no size", "zz\r\nhello\r\n0\r\n\r\n"],
  ["a chunk of a negative size", "-5\r\nhello\r\n0\r\n\r\n"],
] as const;

describe("a body whose end is in doubt is refused, and nothing after it is read as a request", () => {
  const next = "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n";
  test.each([
    ["both length and chunks", "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", `0\r\n\r\n${next}`],
    ["two lengths", "Content-Length: 5\r\nContent-Length: 6\r\n", `hello!${next}`],
    ["a list of lengths", "Content-Length: 5, 5\r\n", `hello${next}`],
    ["a length with a sign", "Content-Length: +5\r\n", `hello${next}`],
    ["a length in hex", "Content-Length: 0x5\r\n", `hello${next}`],
    ["an unknown coding", "Transfer-Encoding: xchunked\r\n", `5\r\nhello\r\n0\r\n\r\n${next}`],
    [
      "two codings",
      "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n",
      `5\r\nhello\r\n0\r\n\r\n${next}`,
    ],
    ...(isOnBun ? chunksWithoutSize.map(([name, body]) => [name, chunked, `${body}${next}`] as const) : []),
  ])("%s", async (_, headers, body) => {
    const answer = await rawRequest(
      service.url,
      `POST /api/reporting/v1/conversions HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${key}\r\n${headers}\r\n${body}`,
    );
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 400"]);
  });

  test("who leaves in the middle of a body is no fault in the log", async () => {
    const before = service.logged.length;
    const { hostname, port } = new URL(service.url);
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname, () => {
        socket.write(
          `POST /api/reporting/v1/conversions HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${key}\r\nContent-Length: 500\r\n\r\n{`,
        );
        setTimeout(() => socket.destroy(), 50);
      });
      socket.once("close", () => resolve());
    });
    const seen = () => service.logged.slice(before).map((line) => JSON.parse(line));
    await until(() => seen().some(({ event }) => event === "request"));
    expect(seen().filter(({ level }) => level === "error" || level === "warn")).toEqual([]);
  });
});

test("no refusal outside the Reporting API tells of the inside", async () => {
  const beacon = (body: string) =>
    ask({ method: "POST", target: `${page}/beacon`, headers: `Content-Length: ${body.length}\r\n`, body });
  const message = JSON.stringify({ v: 1, view: "a".repeat(28), engagedMs: 1, scroll: 25, events: [] });
  for (const [body, status, code] of [
    ["", 400, "invalid_body"],
    ["{", 400, "invalid_body"],
    [message, 404, "not_found"],
    [" ".repeat(4_097), 413, "payload_too_large"],
  ] as const) {
    const answer = await beacon(body);
    expect({ status: answer.status, text: answer.text }).toEqual({ status, text: `{"error":"${code}"}` });
  }
});

/** `target` may name the report as R; the key and `Connection: close` are added. */
async function ask(input: {
  target?: string;
  method?: string;
  host?: string;
  headers?: string;
  body?: string;
}) {
  const { method = "GET", target = "R", host = "localhost", headers = "", body = "" } = input;
  const answer = await rawRequest(
    service.url,
    `${method} ${target.replace("R", report)} HTTP/1.1\r\nHost: ${host}\r\nX-API-Key: ${key}\r\n${headers}Connection: close\r\n\r\n${body}`,
  );
  const [head = "", text = ""] = answer.split("\r\n\r\n");
  const lines = head.split("\r\n");
  const fields = new Headers(
    lines.slice(1).map((line) => line.split(/: (.*)/).slice(0, 2) as [string, string]),
  );
  return { status: Number(lines[0]?.split(" ")[1]), headers: fields, text };
}
