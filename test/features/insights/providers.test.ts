import { beforeEach, describe, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { operator } from "../../../service/edges/cli/operator.ts";
import { addProvider } from "../../../service/features/insights/providers/add-provider.ts";
import { createFeedParser } from "../../../service/features/insights/providers/feed-parser.ts";
import { parseDocument } from "../../../service/features/insights/providers/parse-items.ts";
import { feedBytesMax, readFeed } from "../../../service/features/insights/providers/read-feed.ts";
import { removeProvider } from "../../../service/features/insights/providers/remove-provider.ts";
import { listProviders } from "../../../service/features/insights/providers/sql.ts";
import { providerLoop } from "../../../service/features/insights/providers/sync-providers.ts";
import { readExternalInsights } from "../../../service/features/insights/read-external-insights.ts";
import { keepReleaseWord } from "../../../service/features/newsroom/address-sql.ts";
import { threadUrl } from "../../../service/floor/concurrency/thread-url.ts";
import { createLog } from "../../../service/log.ts";
import { rules } from "../../floor/outbound/posting.ts";
import { answering, type Receiver, startReceiver, streaming } from "../../floor/outbound/receivers.ts";
import { announceAll } from "../../support/announce-all.ts";
import { serviceScene } from "../../support/cast.ts";
import { thrownBy } from "../../support/error-of.ts";
import { createTestAgency, createTestRelease } from "../../support/service.ts";
import { until } from "../../support/until.ts";

const unknownId = "018f4f0e-1111-7000-8000-000000000000";
const publicUrl = "https://presse.example";
const title = "Müller Maschinenbau eröffnet neues Werk in Bremen";
const feed = (count = 1) =>
  `<?xml version="1.0" encoding="utf-8"?><rss version="2.0"><channel><title>Monitor</title>${Array.from(
    { length: count },
    (_, n) => `<item><title>${title}</title><link>https://weser.example/${n}?utm_source=feed</link></item>`,
  ).join("")}</channel></rss>`;
const ok = (body: string, headers = "") =>
  `HTTP/1.1 200 OK\r\n${headers}Content-Length: ${Buffer.byteLength(body, "utf8")}\r\n\r\n${Buffer.from(body, "utf8").toString("latin1")}`;

describe("providers", () => {
  const { service, atEnd } = serviceScene();
  let agencyId: number;
  let releaseId: number;
  const feedParser = createFeedParser(threadUrl("features/insights/providers/feed-worker"));
  atEnd(() => feedParser.close());
  beforeEach(async () => {
    // Due feeds of earlier tests would be read here too.
    await service.sql`update provider_connection set next_check_at = now() + interval '1 day' where state <> 'removed'`;
    ({ agencyId } = await createTestAgency(service.sql));
    releaseId = (await createTestRelease(service.sql, agencyId, { title })).pressReleaseId;
  });

  test("what a feed names is stored once, as observed, and the next reading asks for changes only", async () => {
    const etag = 'ETag: "v1"\r\nLast-Modified: Fri, 20 Nov 2026 09:00:00 GMT\r\n';
    await using receiver = await startReceiver(answering(ok(feed(2), etag)));
    const id = await add(receiver);
    await sync();
    expect(await mentions()).toMatchObject(
      [1, 2].map(() => ({
        medium: "weser.example",
        mediaType: "online",
        headline: title,
        matchType: "excerpt",
        provenance: { origin: "observed", source: "Monitor", confidence: "high" },
      })),
    );
    expect(await provider()).toMatchObject({ id, state: "active", lastItems: 2, fault: null });
    await again();
    await sync();
    expect(await mentions()).toHaveLength(2);
    const second = receiver.received[1]?.toLowerCase() ?? "";
    expect(second).toContain('if-none-match: "v1"');
    expect(second).toContain("if-modified-since: fri, 20 nov 2026 09:00:00 gmt");
  });

  test("an unchanged feed is a success and keeps what is known of it", async () => {
    await using receiver = await startReceiver(answering("HTTP/1.1 304 Not Modified\r\n\r\n"));
    await add(receiver);
    await sync();
    expect(await provider()).toMatchObject({ state: "active", lastItems: null, fault: null });
  });

  test("two feeds that name one article make one mention", async () => {
    await using first = await startReceiver(answering(ok(feed())));
    await using second = await startReceiver(
      answering(ok(feed().replace("utm_source=feed", "utm_source=other"))),
    );
    await add(first);
    await add(second);
    await sync();
    expect(await mentions()).toHaveLength(1);
  });

  test("our own newsroom's pages are not mentions of themselves", async () => {
    const own = feed().replace("https://weser.example/0", `${publicUrl}/newsroom/mueller/neues-werk`);
    await using receiver = await startReceiver(answering(ok(own)));
    await add(receiver);
    await sync();
    expect(await mentions()).toEqual([]);
    expect(await provider()).toMatchObject({ state: "active", lastItems: 1 });
  });

  test("an article that links to what the release was called before is about it", async () => {
    const { clientId, pressReleaseId, clientSlug } = await createTestRelease(service.sql, agencyId, {
      title,
    });
    releaseId = pressReleaseId;
    await keepReleaseWord(service.sql, agencyId, {
      ...{ clientId, releaseId, oldSlug: "werk-alt", newSlug: "werk-neu" },
    });
    const link = `${publicUrl}/newsroom/${clientSlug}/werk-alt`;
    const linking = feed()
      .replace(title, "Etwas anderes")
      .replace("<link>", `<description>${link}</description><link>`);
    await using receiver = await startReceiver(answering(ok(linking)));
    await add(receiver);
    await sync();
    expect(await mentions()).toMatchObject([{ matchType: "link", provenance: { confidence: "high" } }]);
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

  test("a provider that is removed, or deleted with all data, while it is read stores nothing more", async () => {
    for (const end of [
      remove,
      async () => void (await service.sql`delete from provider_connection where agency_id = ${agencyId}`),
    ]) {
      const asked = Promise.withResolvers<void>();
      const mayAnswer = Promise.withResolvers<void>();
      await using receiver = await startReceiver({
        onRequest: async (socket) => {
          asked.resolve();
          await mayAnswer.promise;
          socket.end(ok(feed()), "latin1");
        },
      });
      await add(receiver);
      const reading = sync();
      await asked.promise;
      await end();
      mayAnswer.resolve();
      await reading;
      expect(await provider()).toBeUndefined();
      expect(await mentions()).toEqual([]);
    }
  });

  test("of two replicas one reads a feed, and a stop gives it back", async () => {
    await using receiver = await startReceiver({});
    await add(receiver);
    const stopping = new AbortController();
    const readings = Promise.all([sync(stopping.signal), sync(stopping.signal)]);
    await until(() => receiver.received.length > 0);
    stopping.abort();
    await readings;
    expect(receiver.received).toHaveLength(1);
    const row = await provider();
    expect(row).toMatchObject({ state: "new", fault: null });
    expect(row?.nextCheckAt?.getTime()).toBeLessThanOrEqual(Date.now() + 1_000);
  });

  test("a medium's index of news sitemaps is read part by part, each only if it has changed", async () => {
    const asked: string[] = [];
    const broken = new Set<string>();
    await using medium = asyncServer((request) => {
      const { pathname, host } = new URL(request.url);
      const isKnown = request.headers.get("if-none-match") === '"1"';
      asked.push(`${pathname}${isKnown ? " again" : ""}`);
      if (broken.has(pathname)) return new Response(null, { status: 500 });
      if (isKnown) return new Response(null, { status: 304 });
      const loc = (path: string) => `<sitemap><loc>http://${host}${path}</loc></sitemap>`;
      const elsewhere = "<sitemap><loc>http://169.254.169.254/latest</loc></sitemap>";
      const body = {
        "/f.xml": `<sitemapindex>${loc("/a.xml")}${loc("/b.xml")}${loc("/c.xml")}${elsewhere}</sitemapindex>`,
        "/c.xml": feed(),
      }[pathname];
      const article = `<url><loc>https://weser.example${pathname}</loc><news:news><news:title>${title}</news:title></news:news></url>`;
      return new Response(body ?? `<urlset>${article}</urlset>`, { headers: { etag: '"1"' } });
    });
    await add(medium);
    broken.add("/b.xml");
    await sync();
    expect(await mentions()).toMatchObject([{ url: "https://weser.example/a.xml", headline: title }]);
    expect(await provider()).toMatchObject({ state: "active", lastItems: 1 });
    expect(asked.toSorted()).toEqual(["/a.xml", "/b.xml", "/c.xml", "/f.xml"]);

    asked.length = 0;
    broken.clear();
    await again();
    await sync();
    expect(await mentions()).toHaveLength(2);
    expect(asked.toSorted()).toEqual(["/a.xml again", "/b.xml", "/c.xml", "/f.xml again"]);

    for (const path of ["/a.xml", "/b.xml", "/c.xml"]) broken.add(path);
    await again();
    await sync();
    expect(await provider()).toMatchObject({ state: "failing", fault: "http_status" });
    await remove();
    const [row] = await service.sql`select parts from provider_connection where agency_id = ${agencyId}`;
    expect(row?.parts).toBeNull();
  });

  test("who added and removed a feed is noted, and nothing of what was refused", async () => {
    await using receiver = await startReceiver(answering(ok(feed())));
    await add(receiver);
    expect(await thrownBy(add(receiver))).toThrow("has a provider with this URL");
    await remove();
    expect(await thrownBy(remove())).toThrow();
    const acts = await service.sql<{ action: string }[]>`
      select action from audit where agency_id = ${agencyId} and action ~ '^feed' order by id
    `;
    expect(acts.map(({ action }) => action)).toEqual(["feed.added", "feed.removed"]);
  });

  test("an unsafe address, a known one and the fifty-first are refused", async () => {
    const adding = (url: string) =>
      addProvider(service.sql, agencyId, { name: "x", url, rules: {}, actor: operator }).catch(
        (error: Error) => error.message,
      );
    expect(await adding("https://127.0.0.1/feed")).toContain("refused");
    expect(await adding("ftp://feeds.example/")).toContain("refused");
    expect(await adding("no address")).toContain("refused");
    const known = (n: number) =>
      addProvider(service.sql, agencyId, {
        name: "x",
        url: `http://feeds.example/${n}`,
        rules,
        actor: operator,
      }).catch((error: Error) => error.message);
    await known(0);
    expect(await known(0)).toContain("has a provider with this URL");
    for (let n = 1; n < 50; n += 1) await known(n);
    expect(await known(50)).toContain("50 providers");
    expect(await listProviders(service.sql, agencyId)).toHaveLength(50);
  });

  const add = (receiver: Pick<Receiver, "port">) =>
    addProvider(service.sql, agencyId, {
      name: "Monitor",
      url: `http://feeds.example:${receiver.port}/f.xml?token=abc`,
      rules,
      actor: operator,
    });
  const sync = async (signal = new AbortController().signal) => {
    const log = createLog("silent", () => {});
    await providerLoop({ sql: service.sql, log, targetRules: rules, publicUrl, feedParser }).run(signal);
  };
  const again = async () => {
    await service.sql`update provider_connection set next_check_at = now() - interval '1 second' where agency_id = ${agencyId}`;
    await announceAll(service.sql);
  };
  const provider = async () => (await listProviders(service.sql, agencyId))[0];
  const remove = async () =>
    await removeProvider(service.sql, agencyId, { id: (await provider())?.id ?? unknownId, actor: operator });
  const mentions = async () => {
    const insights = await readExternalInsights(service.sql, agencyId, {
      releaseIds: [releaseId],
      clientIds: [],
      window: { from: "2026-01-01", to: "2099-01-01" },
    });
    return insights?.mediaMentions?.items ?? [];
  };
});

function asyncServer(answer: (request: Request) => Response): { port: number } & AsyncDisposable {
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: answer });
  return { port: server.port ?? 0, [Symbol.asyncDispose]: () => server.stop(true) };
}
