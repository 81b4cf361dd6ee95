import { describe, expect, test } from "bun:test";
import { failure, post } from "./posting.ts";
import { startReceiver, streaming } from "./receivers.ts";

const ok = "HTTP/1.1 200 OK\r\n";
const chunked = `${ok}Transfer-Encoding: chunked\r\n\r\n`;

describe("an answer without an end", () => {
  for (const [name, head, piece] of [
    ["in its status line", "HTTP/1.1 200 ", "x".repeat(500)],
    ["in one header", `${ok}A: `, "x".repeat(500)],
    ["in a header's name", ok, "x".repeat(500)],
    ["in its trailers", `${chunked}0\r\n`, `A: ${"x".repeat(500)}\r\n`],
    ["in a chunk's extension", `${chunked}1;`, "x".repeat(500)],
    ["in a chunk's size", chunked, "0".repeat(500)],
    ["of empty lines", "", "\r\n".repeat(250)],
  ] as const) {
    test(`${name} is cut off within its time and in little memory`, async () => {
      await using receiver = await startReceiver(streaming(head, piece));
      const before = process.memoryUsage.rss();
      const error = await failure(post(receiver, { timeoutMs: 400 }));
      expect(["response_too_large", "connect", "timeout"]).toContain(error.kind);
      expect(error.durationMs).toBeLessThan(10_000);
      expect(process.memoryUsage.rss() - before).toBeLessThan(16 * 1_024 * 1_024);
      await receiver.closed;
    });
  }

  test("twenty endless bodies at once cost less than 32 MB together", async () => {
    await using receiver = await startReceiver(streaming("HTTP/1.1 200 OK\r\n\r\n", "x".repeat(60_000)));
    Bun.gc(true);
    const before = process.memoryUsage.rss();
    const errors = await Promise.all(Array.from({ length: 20 }, () => failure(post(receiver))));
    expect(errors.map((error) => error.kind)).toEqual(Array(20).fill("response_too_large"));
    expect(process.memoryUsage.rss() - before).toBeLessThan(32 * 1_024 * 1_024);
  });
});
