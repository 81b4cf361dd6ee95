import { beforeAll, expect, test } from "bun:test";
import { once } from "node:events";
import { connect } from "node:net";
import { serviceScene } from "../../support/cast.ts";
import { createTestRelease } from "../../support/service.ts";

const { service, agency } = serviceScene("embedded");
let newsroom: string;

beforeAll(async () => {
  newsroom = `/newsroom/${(await createTestRelease(service.sql, agency.agencyId)).clientSlug}`;
});

test("whoever leaves in the middle of an upload leaves no error in the log", async () => {
  const form = "application/x-www-form-urlencoded";
  const paths: [path: string, contentType: string][] = [
    ["/pruefen", "multipart/form-data; boundary=x"],
    ["/api/tools/seo-checker", "application/json"],
    ["/api/tools/crisis-pr", "application/json"],
    ["/api/mcp", "application/json"],
    ["/api/reporting/v1/conversions", "application/json"],
    ["/api/reporting/v1/reports", "application/json"],
    ["/app/anmelden", form],
    [`${newsroom}/abo`, form],
    [`${newsroom}/abonnieren`, form],
    ["/app/kunden", "multipart/form-data; boundary=x"],
  ];
  for (const isChunked of [false, true])
    for (const [path, contentType] of paths) await leaveInTheMiddle(path, contentType, isChunked);
  const answered = () => service.logged.filter((line) => line.includes('"request"')).length;
  const before = answered();
  // Answers to the above were made before that of a request which comes after them has been for a while.
  for (let call = 0; call < 20; call += 1) await (await fetch(`${service.url}/pruefen`)).text();
  expect(answered()).toBeGreaterThanOrEqual(before + 20);
  expect(service.logged.filter((line) => line.includes('"level":"error"'))).toEqual([]);
});

/** Sends the head and half of a body, and goes away; with chunks, in the middle of one. */
async function leaveInTheMiddle(path: string, contentType: string, isChunked: boolean): Promise<void> {
  const { hostname, port, host } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  const length = isChunked
    ? "transfer-encoding: chunked\r\n\r\n200\r\nhalf"
    : "content-length: 512\r\n\r\nhalf";
  const head = [
    `POST ${path} HTTP/1.1`,
    `host: ${host}`,
    `origin: ${service.url}`,
    `authorization: Bearer ${agency.key}`,
    `content-type: ${contentType}`,
  ];
  await new Promise((resolve) => socket.write(`${head.join("\r\n")}\r\n${length}`, resolve));
  socket.destroy();
}
