import { afterAll, beforeAll, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { createPageParser } from "../../../service/features/insights/pages/page-parser.ts";
import { pageBytesMax, readArticlePage } from "../../../service/features/insights/pages/read-article-page.ts";
import type { PageOutcome } from "../../../service/features/insights/pages/schema.ts";
import { ThreadTimeoutError } from "../../../service/floor/concurrency/thread-pool.ts";
import { threadUrl } from "../../../service/floor/concurrency/thread-url.ts";
import { rules } from "../../floor/outbound/posting.ts";
import { until } from "../../support/until.ts";

/** Shorter than the service's, so that slow pages cost the test little; each page may take twice as long with its host's rules. */
const timeoutMs = 5_000;
const html = { "content-type": "text/html; charset=utf-8" };
const page = (head: string, body = "") =>
  `<!doctype html><html lang="de"><head>${head}</head><body>${body}</body></html>`;
const article =
  page(`<title>Kurier</title><script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"WebSite","name":"x"},
{"@type":"NewsArticle","headline":"Neues Werk in Bremen","datePublished":"2026-11-02T08:00:00+01:00","author":[{"@type":"Person","name":"Eva Müller"}],
"publisher":{"@type":"Organization","name":"Weser-Kurier"},"inLanguage":"de-DE"}]}</script>`);

const sized = (bytes: number) => article + " ".repeat(bytes - Buffer.byteLength(article));

type Answer = (request: Request) => Response | Promise<Response>;
const status =
  (code: number): Answer =>
  () =>
    new Response(article, { status: code, headers: html });
const endless =
  (everyMs: number): Answer =>
  () =>
    new Response(
      new ReadableStream({
        async pull(controller) {
          await Bun.sleep(everyMs);
          controller.enqueue(new TextEncoder().encode("<p>".repeat(1_000)));
        },
      }),
      { headers: html },
    );

const site: Record<string, [Answer, PageOutcome["outcome"]]> = {
  "/artikel": [() => new Response(article, { headers: html }), "read"],
  "/open-graph": [
    () =>
      new Response(
        page('<meta property="og:title" content="Werk"><meta property="og:site_name" content="Blog">'),
        { headers: html },
      ),
    "read",
  ],
  "/latin1": [
    () =>
      new Response(Buffer.from(page("<title>Größe</title>"), "latin1"), {
        headers: { "content-type": "text/html" },
      }),
    "read",
  ],
  "/wrong-charset": [
    () =>
      new Response(Buffer.from(page("<title>Größe</title>"), "latin1"), {
        headers: { "content-type": "text/html; charset=nonsense" },
      }),
    "read",
  ],
  "/umleitung": [() => new Response(null, { status: 302, headers: { location: "/artikel" } }), "read"],
  "/kreis": [() => new Response(null, { status: 302, headers: { location: "/kreis" } }), "redirects"],
  "/nach-innen": [
    () => new Response(null, { status: 302, headers: { location: "http://10.0.0.1/" } }),
    "unsafe",
  ],
  "/401": [status(401), "refused"],
  "/403": [status(403), "refused"],
  "/404": [status(404), "not_found"],
  "/410": [status(410), "not_found"],
  "/503": [status(503), "server_error"],
  "/bombe": [
    () =>
      new Response(gzipSync(Buffer.alloc(20_000_000)), { headers: { ...html, "content-encoding": "gzip" } }),
    "encoded",
  ],
  "/gross": [() => new Response("x".repeat(10_000_000), { headers: html }), "too_large"],
  "/grenze": [() => new Response(sized(pageBytesMax), { headers: html }), "read"],
  "/eins-mehr": [() => new Response(sized(pageBytesMax + 1), { headers: html }), "too_large"],
  "/endlos": [endless(0), "too_large"],
  "/langsam": [endless(300), "timeout"],
  "/pdf": [() => new Response("%PDF", { headers: { "content-type": "application/pdf" } }), "not_html"],
  "/nur-skript": [
    () => new Response(page("", '<div id="app"></div><script>start()</script>'), { headers: html }),
    "no_data",
  ],
  "/verboten/a": [() => new Response(article, { headers: html }), "robots"],
  "/vorbehalten/a": [() => new Response(article, { headers: html }), "reserved"],
  "/noai": [
    () => new Response(article, { headers: { ...html, "x-robots-tag": "noai, noimageai" } }),
    "reserved",
  ],
  "/tdm-kopf": [() => new Response(article, { headers: { ...html, "tdm-reservation": "1" } }), "reserved"],
  "/tdm-meta": [
    () =>
      new Response(page('<title>Werk</title><meta name="tdm-reservation" content="1">'), { headers: html }),
    "reserved",
  ],
};

let server: ReturnType<typeof Bun.serve>;
let agents: Set<string>;
const pageParser = createPageParser(threadUrl("features/insights/pages/page-worker"));
const deps = { targetRules: rules, pageParser, publicUrl: "https://presse.example" };

beforeAll(() => {
  agents = new Set();
  server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      agents.add(request.headers.get("user-agent") ?? "");
      const { pathname } = new URL(request.url);
      if (pathname === "/robots.txt")
        return new Response(
          "User-agent: *\nAllow: /\nUser-agent: pr-service-clippings\nDisallow: /verboten/",
        );
      if (pathname === "/.well-known/tdmrep.json")
        return Response.json([{ location: "/vorbehalten/*", "tdm-reservation": 1 }]);
      return site[pathname]?.[0](request) ?? new Response("", { status: 404, headers: html });
    },
  });
});
afterAll(async () => {
  await pageParser.close();
  await server.stop(true);
});

const read = (path: string) =>
  readArticlePage(deps, { agencyId: 1, url: `http://medium.example:${server.port}${path}`, timeoutMs });

test("100 addresses of a medium end each as they should, four at a time, in bounded time", async () => {
  const names = Object.keys(site);
  const addresses = Array.from({ length: 100 }, (_, n) => names[n % names.length] ?? "");
  const wrong: string[] = [];
  const waiting = addresses.values();
  const startedAt = performance.now();
  const lane = async () => {
    for (const path of waiting) {
      const { outcome } = await read(path);
      // Whether size or time ends it first is the machine's.
      const isEnded = path === "/endlos" && outcome === "timeout";
      if (outcome !== site[path]?.[1] && !isEnded) wrong.push(`${path}: ${outcome}`);
    }
  };
  await Promise.all([lane(), lane(), lane(), lane()]);
  expect(wrong).toEqual([]);
  expect(performance.now() - startedAt).toBeLessThan(100 * 2 * timeoutMs);
  expect([...agents]).toEqual(["pr-service-clippings/1 (+https://presse.example/abruf)"]);
});

test("what a page says of itself is read, and nothing else of it", async () => {
  expect(await read("/artikel")).toMatchObject({
    fields: {
      ...{ headline: "Neues Werk in Bremen", medium: "Weser-Kurier", author: "Eva Müller" },
      ...{ publishedOn: "2026-11-02", language: "de-DE" },
    },
  });
  expect(await read("/latin1")).toMatchObject({ fields: { headline: "Größe" } });
  expect(await read("/wrong-charset")).toMatchObject({ fields: { headline: "Größe" } });
  expect(await read("/open-graph")).toMatchObject({
    fields: { headline: "Werk", medium: "Blog", publishedOn: null },
  });
});

test("a file of reservations says with a number or its digit what is reserved, and no value in it stops the reading", async () => {
  const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;
  const values: [string, string][] = [
    ["1", "reserved"],
    ['"1"', "reserved"],
    ["0", "read"],
    ['{"toString":1,"valueOf":1}', "read"],
    [deep, "read"],
    ["null", "read"],
  ];
  for (const [value, outcome] of values) {
    const medium = Bun.serve({
      ...{ port: 0, hostname: "127.0.0.1" },
      fetch: ({ url }) =>
        url.endsWith("/tdmrep.json")
          ? new Response(`[{"location":"/","tdm-reservation":${value}}]`)
          : new Response(url.endsWith("/robots.txt") ? "" : article, { headers: html }),
    });
    const url = `http://medium.example:${medium.port}/artikel`;
    const page = await readArticlePage(deps, { agencyId: 1, url, timeoutMs });
    expect([value.slice(0, 30), page.outcome]).toEqual([value.slice(0, 30), outcome]);
    await medium.stop(true);
  }
});

test("an address that is not public, or is nobody's, is said to be so", async () => {
  const unsafe = await readArticlePage(deps, { agencyId: 1, url: "https://10.1.2.3/", timeoutMs });
  expect(unsafe).toEqual({ outcome: "unsafe" });
  const closed = await readArticlePage(deps, { agencyId: 1, url: "http://medium.example:1/", timeoutMs });
  expect(["unreachable", "unsafe"]).toContain(closed.outcome);
});

const filled = (piece: string) => piece.repeat(Math.floor(pageBytesMax / piece.length));
test("agencies take turns with the thread, and a page that hangs ends by its deadline", async () => {
  const slow = createPageParser(threadUrl("features/insights/pages/page-worker"), 1_500);
  const rules = `User-agent: *\n${filled(`Disallow: /*${"a*".repeat(200)}b\n`)}`;
  const address = `https://a.example/${"a".repeat(1_900)}`;
  const input = { rulesUrl: "https://a.example/robots.txt", rules, url: address, robot: "x" };
  let ended = 0;
  const hostile = Array.from({ length: 4 }, () =>
    slow
      .ask({ agencyId: 1 }, "allows", input)
      .catch((error: unknown) => expect(error).toBeInstanceOf(ThreadTimeoutError))
      .finally(() => (ended += 1)),
  );
  // A busy machine may take longer than that to start the next thread.
  const next = await until(() =>
    slow.ask({ agencyId: 2 }, "parse", { html: article, timeZone: "UTC" }).catch(() => null),
  );
  expect(next.fields.headline).toBe("Neues Werk in Bremen");
  expect(ended).toBeLessThan(hostile.length);
  await Promise.all(hostile);
  await slow.close();
}, 120_000);

test("rules that take too long allow nothing, and are not tried again for the host's next address", async () => {
  const medium = Bun.serve({
    ...{ port: 0, hostname: "127.0.0.1" },
    fetch: ({ url }) =>
      url.endsWith("/robots.txt")
        ? new Response(`User-agent: *\n${filled(`Disallow: /*${"a*".repeat(200)}b\n`).slice(0, 500_000)}`)
        : new Response(article, { headers: html }),
  });
  const impatient = createPageParser(threadUrl("features/insights/pages/page-worker"), 500);
  const url = `http://medium.example:${medium.port}/${"a".repeat(1_900)}`;
  const ask = () => readArticlePage({ ...deps, pageParser: impatient }, { agencyId: 1, url, timeoutMs });
  expect(await ask()).toEqual({ outcome: "robots" });
  expect([...impatient.hostRules.values()]).toEqual([
    { robots: "User-agent: *\nDisallow: /", reservations: "" },
  ]);
  expect(await ask()).toEqual({ outcome: "robots" });
  await impatient.close();
  await medium.stop(true);
});
