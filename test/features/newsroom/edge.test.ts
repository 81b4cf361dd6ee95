import { describe, expect, test } from "bun:test";
import { publishAtOnce } from "../../../service/features/workflow/releases/sql.ts";
import { serviceScene } from "../../support/cast.ts";
import { createTestRelease, type TestRelease } from "../../support/service.ts";

const person = {
  "user-agent":
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
  accept: "text/html,application/xhtml+xml",
  "accept-language": "de-DE,de;q=0.9",
};

describe("a newsroom", () => {
  const { service, agency } = serviceScene();
  test("shows a text that is over every limit, what is too much of it as plain text", async () => {
    const bodies = [
      "[a](https://a.example/) ".repeat(4_000),
      `${"> ".repeat(40)}tief`,
      "\n> [a]: b\n<".repeat(9_000),
      "😀".repeat(100_000),
      "//a.de/".repeat(14_000),
    ];
    for (const bodyMarkdown of bodies) {
      const { path } = await createTestRelease(service.sql, agency.agencyId, { bodyMarkdown });
      const answer = await visit(path);
      const page = await answer.text();
      expect(answer.status).toBe(200);
      expect(page.match(/<a [^>]*go\/outbound_link/g)?.length ?? 0).toBeLessThanOrEqual(500);
    }
  });

  const report = async ({ pressReleaseId }: TestRelease) => {
    const answer = await fetch(`${service.url}/api/reporting/v1/articles/${pressReleaseId}`, {
      headers: { "x-api-key": agency.key },
    });
    return (await answer.json()).performance;
  };
  /** Hits are written in the order of their coming, and a click is answered when it is written: then all before it are. */
  const reportOfAll = async (seen: TestRelease) => {
    const clicked = await release();
    const html = await (await visit(clicked.path)).text();
    expect((await visit(linkIn(html))).status).toBe(302);
    return await report(seen);
  };
  const linkIn = (html: string) =>
    /href="([^"]+\/go\/outbound_link\/[0-9a-f]{12})"/.exec(html)?.[1] ?? "no link";

  test("a page unchanged since costs 304 and no body, and is counted like any other", async () => {
    const seen = await release();
    const first = await visit(seen.path);
    await first.text();
    const etag = first.headers.get("etag") ?? "";
    expect(first.headers.get("cache-control")).toBe("private, no-cache");
    expect(first.headers.get("content-language")).toBe("de");
    const again = await visit(seen.path, { headers: { "if-none-match": `"other", ${etag}` } });
    expect({ status: again.status, body: await again.text(), etag: again.headers.get("etag") }).toEqual({
      status: 304,
      body: "",
      etag,
    });
    expect((await visit(seen.path, { headers: { "if-none-match": '"other"' } })).status).toBe(200);
    expect((await reportOfAll(seen)).views).toBe(3);
  });

  test("a page answered from memory is the one answered before, with an id of its own, and so is HEAD", async () => {
    const seen = await release();
    const answers = [
      await visit(seen.path),
      await visit(seen.path),
      await visit(`${seen.path}?utm_source=x`),
    ];
    const bodies = await Promise.all(answers.map((answer) => answer.text()));
    expect(new Set(bodies).size).toBe(1);
    const head = await visit(seen.path, { method: "HEAD" });
    // The length of a body is the runtime's to say, and not all say it of HEAD.
    const own = /^(?:date|x-request-id|content-length|transfer-encoding)$/;
    const headersOf = (answer: Response) =>
      Object.fromEntries([...answer.headers].filter(([name]) => !own.test(name)));
    for (const answer of [...answers, head]) expect(headersOf(answer)).toEqual(headersOf(answers[0] ?? head));
    expect(answers[0]?.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const ids = [...answers, head].map((answer) => answer.headers.get("x-request-id"));
    expect(new Set(ids).size).toBe(4);
    // The router takes a path with an escaped letter, and the memory only plain ones: the page is the same.
    const [, letter = ""] = /\/newsroom\/(.)/.exec(seen.path) ?? [];
    const escaped = `/newsroom/%${letter.charCodeAt(0).toString(16)}${seen.path.slice("/newsroom/x".length)}`;
    expect(await (await visit(escaped)).text()).toBe(bodies[0] ?? "no page");
  });

  test("HEAD requests and prefetches are answered and not counted", async () => {
    const seen = await release();
    const html = await (await visit(seen.path)).text();
    expect((await visit(seen.path, { method: "HEAD" })).status).toBe(200);
    expect((await visit(linkIn(html), { method: "HEAD" })).status).toBe(302);
    for (const headers of [{ "sec-purpose": "prefetch" }, { purpose: "prefetch" }]) {
      expect((await visit(seen.path, { headers })).status).toBe(200);
      expect((await visit(linkIn(html), { headers })).status).toBe(302);
    }
    const counted = await reportOfAll(seen);
    expect(counted.views).toBe(1);
    expect(
      counted.interactions.find(({ kind }: { kind: string }) => kind === "outbound_link")?.count ?? 0,
    ).toBe(0);
  });

  test("at L1 a link goes through a redirect that is counted before it is answered", async () => {
    const seen = await release();
    const html = await (await visit(seen.path)).text();
    const answer = await visit(linkIn(html));
    expect(answer.status).toBe(302);
    expect(answer.headers.get("location")).toBe("https://example.org/werk");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const clicked = (await report(seen)).interactions.find(
      ({ kind }: { kind: string }) => kind === "outbound_link",
    );
    expect(clicked).toMatchObject({ count: 1, targets: [{ url: "https://example.org/werk", count: 1 }] });
    expect((await visit(`${seen.path}/go/outbound_link/000000000000`)).status).toBe(404);
    expect((await visit(linkIn(html).replace("outbound_link", "asset_download"))).status).toBe(404);
  });

  test("at L0 links are direct, and an old redirect still leads on without being counted", async () => {
    const seen = await release();
    const link = linkIn(await (await visit(seen.path)).text());
    const plain = await release("L0");
    const html = await (await visit(plain.path)).text();
    expect(html).toContain('href="https://example.org/werk"');
    expect(html).not.toContain("/go/");
    expect(html).not.toContain("<script src");
    expect((await visit(plain.path + link.slice(seen.path.length))).status).toBe(302);
    const counted = await reportOfAll(plain);
    expect([counted.level, counted.interactions]).toEqual(["L0", null]);
  });

  test("at L2 a beacon is answered 202 once it is committed, and only for a view that was delivered", async () => {
    const seen = await release("L2");
    const page = await visit(seen.path);
    expect(page.headers.get("cache-control")).toBe("private, no-store");
    expect(page.headers.get("etag")).toBeNull();
    const view = /data-view="([^"]+)"/.exec(await page.text())?.[1] ?? "no view";
    const send = (changes: object, path = seen.path) =>
      visit(`${path}/beacon`, {
        method: "POST",
        body: JSON.stringify({ v: 1, view, engagedMs: 12_000, scroll: 75, events: [], ...changes }),
      });
    const taken = await send({ events: [{ kind: "copy_link", target: "" }] });
    expect({ status: taken.status, body: await taken.text() }).toEqual({ status: 202, body: "" });
    const counted = await report(seen);
    expect(counted.engagement.averageEngagedSeconds).toBe(12);
    expect(counted.interactions.find(({ kind }: { kind: string }) => kind === "copy_link")?.count).toBe(1);

    const forged = `${view[0] === "A" ? "B" : "A"}${view.slice(1)}`;
    const [other, plain] = [await release("L2"), await release("L1")];
    expect((await send({ view: forged })).status).toBe(404);
    expect((await send({ view: "a".repeat(64) })).status).toBe(404);
    expect((await send({}, other.path)).status).toBe(404);
    expect((await send({}, plain.path)).status).toBe(404);
    expect((await send({ engagedMs: 1_800_001 })).status).toBe(400);
    expect((await send({ engagedMs: -1 })).status).toBe(400);
    expect((await report(seen)).engagement).toEqual(counted.engagement);
  });

  test("the list leads to older and newer releases and back, each of them once, also those of one moment", async () => {
    const { clientId, clientSlug } = await release();
    const moment = new Date("2026-03-01T09:00:00.123Z");
    for (let number = 1; number <= 44; number += 1) {
      await publishAtOnce(service.sql, clientId, {
        title: `Meldung ${number}`,
        bodyMarkdown: "Text",
        slugs: [`meldung-${number}`],
        publishedAt: number <= 30 ? moment : new Date(moment.getTime() + number * 60_000),
      });
    }
    const read = async (path: string) => {
      const html = await (await visit(path)).text();
      const url = (direction: string) =>
        new RegExp(`href="([^"]*\\?${direction}=[0-9-]+)"`).exec(html)?.[1] ?? null;
      const slugs = [
        ...new Set(
          html.match(new RegExp(`(?<=/newsroom/${clientSlug}/)(?:meldung-\\d+|neues-werk)(?=")`, "g")),
        ),
      ];
      return { slugs, older: url("before"), newer: url("after") };
    };
    const first = await read(`/newsroom/${clientSlug}`);
    const second = await read(first.older ?? "");
    const third = await read(second.older ?? "");
    expect([first, second, third].map(({ slugs }) => slugs.length)).toEqual([20, 20, 5]);
    expect(new Set([first, second, third].flatMap(({ slugs }) => slugs)).size).toBe(45);
    expect({ newer: first.newer, older: third.older }).toEqual({ newer: null, older: null });
    expect((await read(third.newer ?? "")).slugs).toEqual(second.slugs);
    expect((await read(second.newer ?? "")).slugs).toEqual(first.slugs);
    for (const query of [
      "before=x",
      "before=%00",
      "after=1-9999999999",
      "before=99999999999999-2147483648",
    ]) {
      expect((await read(`/newsroom/${clientSlug}?${query}`)).slugs).toEqual(first.slugs);
    }
  });

  test("feed, sitemap and robots.txt may be kept for five minutes and are 304 when unchanged", async () => {
    const { clientSlug, path } = await release();
    for (const [at, type] of [
      [`/newsroom/${clientSlug}/rss.xml`, "application/rss+xml"],
      [`/newsroom/${clientSlug}/sitemap.xml`, "application/xml"],
      ["/robots.txt", "text/plain"],
    ] as const) {
      const answer = await visit(at);
      expect(answer.headers.get("content-type")).toStartWith(type);
      expect(answer.headers.get("cache-control")).toBe("public, max-age=300");
      const text = await answer.text();
      if (at !== "/robots.txt") expect(text).toContain(service.url + path);
      const again = await visit(at, { headers: { "if-none-match": answer.headers.get("etag") ?? "" } });
      expect({ at, status: again.status, body: await again.text() }).toEqual({ at, status: 304, body: "" });
      expect((await visit(at, { method: "HEAD" })).status).toBe(200);
    }
  });

  test("an address that leads nowhere gets a page in German, whatever stands in it", async () => {
    const { clientSlug, path } = await release();
    const nowhere = [
      `/newsroom/${clientSlug}/gibt-es-nicht`,
      "/newsroom/gibt-es-nicht",
      "/newsroom/gibt-es-nicht/rss.xml",
      "/newsroom/%00",
      `/newsroom/${clientSlug}/%00`,
      "/newsroom/%ff",
      "/newsroom/%zz",
      "/newsroom/%ff/rss.xml",
      "/newsroom/%ff/neues-werk",
      ...["text.txt", "bilder.zip", "vorschau/x.png", "go/pdf_download/0"].map((at) => `/newsroom/%/x/${at}`),
      ...["%ff", "%ff.md", "%ff/text.pdf", "%c3/go/%ff/%ff"].map((at) => `/newsroom/${clientSlug}/${at}`),
      "/abo/%ff",
      `/newsroom/${"a".repeat(81)}`,
      `/newsroom/${clientSlug}%2Fneues-werk`,
      `${path}/noch-tiefer`,
      `${path}/go/__proto__/000000000000`,
      `${path}%00/go/outbound_link/000000000000`,
    ];
    for (const at of nowhere) {
      const answer = await visit(at);
      expect({ at, status: answer.status, type: answer.headers.get("content-type") }).toEqual({
        at,
        status: 404,
        type: "text/html; charset=utf-8",
      });
      expect(await answer.text()).toContain("Seite nicht gefunden");
      expect(answer.headers.get("cache-control")).toBe("no-store");
    }
  });

  const visit = (path: string, init: RequestInit = {}) =>
    fetch(service.url + path, { redirect: "manual", ...init, headers: { ...person, ...init.headers } });
  const release = async (level: "L0" | "L1" | "L2" = "L1") => {
    const created = await createTestRelease(service.sql, agency.agencyId);
    await service.sql`update newsroom set level = ${level} where agency_id = ${agency.agencyId} and client_id = ${created.clientId}`;
    return created;
  };
});
