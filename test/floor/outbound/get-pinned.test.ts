import { describe, expect, test } from "bun:test";
import { getPinned, type PinnedGet } from "../../../service/floor/outbound/get-pinned.ts";
import { failure, rules } from "./posting.ts";
import { answering, type Receiver, startReceiver } from "./receivers.ts";

function get(receiver: Receiver, more: Partial<PinnedGet> = {}) {
  const url = `http://feeds.example:${receiver.port}/feed.xml`;
  return getPinned(url, { rules, answerBytesMax: 100_000, timeoutMs: 20_000, ...more });
}

describe("getPinned", () => {
  test("sends a GET without a body and returns up to the bytes it was told", async () => {
    await using receiver = await startReceiver(
      answering(`HTTP/1.1 200 OK\r\nETag: "1"\r\n\r\n${"x".repeat(100_000)}`),
    );
    const answer = await get(receiver, { headers: { "If-None-Match": '"0"' } });
    expect(answer).toMatchObject({ status: 200, headers: { etag: '"1"' } });
    expect(answer.body.byteLength).toBe(100_000);
    const sent = receiver.received[0]?.toLowerCase() ?? "";
    expect(sent).toStartWith("get /feed.xml http/1.1\r\n");
    expect(sent).toContain('if-none-match: "0"\r\n');
    expect(sent).not.toContain("content-length");
    expect(sent).not.toContain("transfer-encoding");
    expect(sent).toEndWith("\r\n\r\n");
  });

  test("refuses one byte more", async () => {
    await using receiver = await startReceiver(answering(`HTTP/1.1 200 OK\r\n\r\n${"x".repeat(100_001)}`));
    expect(await failure(get(receiver))).toMatchObject({ kind: "response_too_large", head: { status: 200 } });
  });

  test("returns 304, for which a feed is asked, and gives the place of a redirect without going there", async () => {
    await using unchanged = await startReceiver(
      answering("HTTP/1.1 304 Not Modified\r\nContent-Length: 500000\r\n\r\n"),
    );
    expect(await get(unchanged)).toMatchObject({ status: 304 });
    await using moved = await startReceiver(
      answering("HTTP/1.1 301 X\r\nLocation: https://127.0.0.1/\r\nContent-Length: 500000\r\n\r\n"),
    );
    const error = await failure(get(moved));
    expect(error).toMatchObject({ kind: "redirect", head: { headers: { location: "https://127.0.0.1/" } } });
  });

  test("refuses a target that is not public", async () => {
    await using receiver = await startReceiver({});
    const error = await failure(get(receiver, { rules: {} }));
    expect(error.kind).toBe("unsafe_endpoint");
    expect(receiver.received).toEqual([]);
  });
});
