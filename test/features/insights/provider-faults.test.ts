import { beforeEach, describe, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { parseDocument } from "../../../service/features/insights/providers/parse-items.ts";
import { feedBytesMax, readFeed } from "../../../service/features/insights/providers/read-feed.ts";
import { rules } from "../../floor/outbound/posting.ts";
import { answering, startReceiver, streaming } from "../../floor/outbound/receivers.ts";
import { feed, ok, providerScene } from "./provider-scene.ts";

describe("providers", () => {
  let agencyId: number;
  let releaseId: number;
  const { begin, add, sync, again, provider, remove, mentions } = providerScene(() => ({
    agencyId,
    releaseId,
  }));
  beforeEach(async () => {
    ({ agencyId, releaseId } = await begin());
  });

  test("redirects are followed, each checked, and five at most", async () => {
    await using target = await startReceiver(answering(ok(feed())));
    const to = (port: number) =>
      answering(`HTTP/1.1 301 X\r\nLocation: http://feeds.example:${port}/\r\n\r\n`);
    await using moved = await startReceiver(to(target.port));
    await add(moved);
    await sync();
    expect(await provider()).toMatchObject({ state: "active", lastItems: 1 });
    await remove();

    await using circle = await startReceiver({
      onRequest: (socket) => socket.end(`HTTP/1.1 302 X\r\nLocation: /again\r\n\r\n`),
    });
    await add(circle);
    await sync();
    expect(await provider()).toMatchObject({
      state: "failing",
      fault: "redirect",
      faultMessage: "More than 5 redirects in a row.",
    });
    expect(circle.received).toHaveLength(6);
    await remove();

    await using inward = await startReceiver(
      answering("HTTP/1.1 302 X\r\nLocation: http://169.254.169.254/latest\r\n\r\n"),
    );
    await add(inward);
    await sync();
    expect(await provider()).toMatchObject({ state: "failing", fault: "unsafe_endpoint" });
  });

  const laughs = `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>${feed()}`;
  const bomb = gzipSync(Buffer.alloc(50_000_000, 0x20)).toString("latin1");
  test.each([
    ["an error page", answering("HTTP/1.1 500 X\r\nContent-Length: 0\r\n\r\n"), "http_status"],
    ["a gone feed", answering("HTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n"), "http_status"],
    ["a web page", answering(ok("<!DOCTYPE html><html><body>x</body></html>")), "not_a_feed"],
    ["an empty answer", answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"), "not_a_feed"],
    ["a billion laughs", answering(ok(laughs)), "forbidden_xml"],
    [
      "a gzip bomb",
      answering(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n${bomb}`),
      "encoded",
    ],
    ["a broken connection", { onRequest: (socket: { destroy(): void }) => socket.destroy() }, "connect"],
    ["half an answer", answering("HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n<rss"), "connect"],
    ["no HTTP", answering("hello\r\n\r\n"), "connect"],
    [
      "one byte too much announced",
      answering(`HTTP/1.1 200 OK\r\nContent-Length: ${feedBytesMax + 1}\r\n\r\n`),
      "response_too_large",
    ],
    [
      "an endless feed",
      streaming("HTTP/1.1 200 OK\r\n\r\n<rss>", "<item/>".repeat(10_000)),
      "response_too_large",
    ],
  ] as const)(
    "%s names its fault on the provider's row, and is left alone for a while",
    async (_name, behaviour, fault) => {
      await using receiver = await startReceiver(behaviour);
      await add(receiver);
      await sync();
      const row = await provider();
      expect(row).toMatchObject({ state: "failing", fault, lastSyncAt: null });
      expect(row?.faultMessage).not.toContain("token");
      expect((row?.nextCheckAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(14 * 60_000);
      expect(await mentions()).toEqual([]);
    },
  );

  test("a feed that hangs or trickles is given up at the deadline", async () => {
    const trickle = streaming("HTTP/1.1 200 OK\r\n\r\n<rss>", " ");
    for (const behaviour of [{}, trickle]) {
      await using receiver = await startReceiver(behaviour);
      const startedAt = performance.now();
      const reading = readFeed({
        url: `http://feeds.example:${receiver.port}/`,
        etag: null,
        lastModified: null,
        parts: null,
        rules,
        signal: new AbortController().signal,
        parse: async (xml) => parseDocument(xml),
        timeoutMs: 300,
      });
      expect(await reading.catch((error: { code: string }) => error.code)).toBe("timeout");
      expect(performance.now() - startedAt).toBeLessThan(10_000);
    }
  });

  test("each fault in a row doubles the wait, up to a day, and a success ends it", async () => {
    let answer = "HTTP/1.1 503 X\r\nContent-Length: 0\r\n\r\n";
    await using receiver = await startReceiver({ onRequest: (socket) => socket.end(answer, "latin1") });
    await add(receiver);
    const waits: number[] = [];
    for (let round = 0; round < 9; round += 1) {
      await again();
      await sync();
      waits.push(Math.round((((await provider())?.nextCheckAt?.getTime() ?? 0) - Date.now()) / 60_000));
    }
    expect(waits).toEqual([15, 30, 60, 120, 240, 480, 960, 1440, 1440]);
    answer = ok(feed());
    await again();
    await sync();
    expect(await provider()).toMatchObject({ state: "active", fault: null, faultMessage: null });
    expect(await mentions()).toHaveLength(1);
  });
});
