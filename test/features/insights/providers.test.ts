import { beforeEach, describe, expect, test } from "bun:test";
import { operator } from "../../../service/edges/cli/operator.ts";
import { addProvider } from "../../../service/features/insights/providers/add-provider.ts";
import { listProviders } from "../../../service/features/insights/providers/sql.ts";
import { keepReleaseWord } from "../../../service/features/newsroom/address-sql.ts";
import { rules } from "../../floor/outbound/posting.ts";
import { answering, startReceiver } from "../../floor/outbound/receivers.ts";
import { thrownBy } from "../../support/error-of.ts";
import { createTestRelease } from "../../support/service.ts";
import { until } from "../../support/until.ts";
import { feed, ok, providerScene, publicUrl, title } from "./provider-scene.ts";

describe("providers", () => {
  let agencyId: number;
  let releaseId: number;
  const { service, begin, add, sync, again, provider, remove, mentions } = providerScene(() => ({
    agencyId,
    releaseId,
  }));
  beforeEach(async () => {
    ({ agencyId, releaseId } = await begin());
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

  test.each(['"1"', null])(
    "of an index with more entries than are taken at a time the rest comes with the next reading, whether its server tells what is unchanged (%s) or not",
    async (etag) => {
      await using medium = asyncServer((request) => {
        const { pathname, host } = new URL(request.url);
        if (etag !== null && request.headers.get("if-none-match") === etag)
          return new Response(null, { status: 304 });
        const loc = (path: string) => `<sitemap><loc>http://${host}${path}</loc></sitemap>`;
        const article = (n: number) =>
          `<url><loc>https://weser.example${pathname}/${n}</loc><news:news><news:title>${n === 500 ? title : n}</news:title></news:news></url>`;
        const articles = Array.from({ length: 900 }, (_, n) => article(n)).join("");
        const index = ["/a.xml", "/b.xml", "/c.xml", "/d.xml", "/e.xml"].map(loc).join("");
        const body =
          pathname === "/f.xml" ? `<sitemapindex>${index}</sitemapindex>` : `<urlset>${articles}</urlset>`;
        return new Response(body, { headers: etag === null ? {} : { etag } });
      });
      await add(medium);
      const urls: string[][] = [];
      for (let reading = 0; reading < 3; reading += 1) {
        await again();
        await sync();
        urls.push((await mentions()).map(({ url }) => url.replace("https://weser.example", "")).toSorted());
      }
      const all = ["/a.xml/500", "/b.xml/500", "/c.xml/500", "/d.xml/500", "/e.xml/500"];
      expect(urls).toEqual([all.slice(0, 2), all.slice(0, 4), all]);
      expect(await provider()).toMatchObject({ state: "active", fault: null });
    },
  );

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
});

function asyncServer(answer: (request: Request) => Response): { port: number } & AsyncDisposable {
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: answer });
  return { port: server.port ?? 0, [Symbol.asyncDispose]: () => server.stop(true) };
}
