import { expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { parseDocument } from "../../../service/features/insights/providers/parse-items.ts";
import { readFeed } from "../../../service/features/insights/providers/read-feed.ts";
import { rules } from "../../floor/outbound/posting.ts";
import { answering, startReceiver, streaming } from "../../floor/outbound/receivers.ts";

const bomb = gzipSync(Buffer.alloc(50_000_000, 0x20)).toString("latin1");
const head = "HTTP/1.1 200 OK\r\n";

test.each([
  [
    "a gzip bomb",
    answering(`${head}Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n${bomb}`),
    "encoded",
  ],
  ["an endless feed", streaming(`${head}\r\n<rss>`, "<item/>".repeat(10_000)), "response_too_large"],
] as const)("%s takes little memory before it is refused", async (_name, behaviour, fault) => {
  await using receiver = await startReceiver(behaviour);
  const before = process.memoryUsage.rss();
  const reading = readFeed({
    ...{ url: `http://feeds.example:${receiver.port}/`, etag: null, lastModified: null, parts: null },
    ...{ rules, signal: new AbortController().signal, parse: async (xml) => parseDocument(xml) },
  });
  expect(await reading.catch((error: { code: string }) => error.code)).toBe(fault);
  expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 1024 * 1024);
});
