import { describe, expect, test } from "bun:test";
import { brotliCompressSync } from "node:zlib";
import { parse } from "yaml";
import { markdownRelease } from "../../../service/features/newsroom/markdown-release.ts";
import { archiveRelease } from "../../../service/features/workflow/releases/archive-release.ts";
import { changeReleaseSlug } from "../../../service/features/workflow/releases/change-release-slug.ts";
import { prefersMarkdown } from "../../../service/floor/web/accepted-type.ts";
import { readText } from "../../../service/press-text/markdown/read-text.ts";
import { serviceScene } from "../../support/cast.ts";
import { createTestAgency, createTestRelease } from "../../support/service.ts";
import { until } from "../../support/until.ts";

const operator = { type: "operator", id: null } as const;
const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8";

describe("a release as Markdown", () => {
  const { service } = serviceScene("server");
  const visit = (path: string, init: RequestInit = {}) =>
    fetch(service.url + path, { redirect: "manual", ...init });
  const asMarkdown = { headers: { accept: "text/markdown" } };
  const typeOf = (answer: Response) => [answer.status, answer.headers.get("content-type")?.split(";")[0]];

  test("stands at its own address and at the page's for who asks for it, from memory too; a browser gets the page", async () => {
    const { path, clientSlug } = await published();
    const origin = service.url;
    const texts: string[] = [];
    for (const [at, init] of [
      [`${path}.md`, {}],
      [`${path}.md?utm_source=x`, {}],
      [path, asMarkdown],
      [path, { headers: { accept: "text/markdown, text/html, */*" } }],
    ] as const) {
      const answer = await visit(at, init);
      expect([at, ...typeOf(answer)]).toEqual([at, 200, "text/markdown"]);
      expect(answer.headers.get("vary")).toBe("accept, accept-encoding");
      expect(answer.headers.get("link")).toBe(`<${origin}${path}>; rel="canonical"`);
      texts.push(await answer.text());
    }
    expect(new Set(texts).size).toBe(1);
    const [text = ""] = texts;
    const [, matter = "", body = ""] = text.split(/^---$/m);
    expect(parse(matter)).toMatchObject({
      title: "Neues Werk in Bremen eröffnet",
      url: `${origin}${path}`,
      language: "de",
    });
    expect(body).toContain("# Neues Werk in Bremen eröffnet\n\nBremen. Das Werk hat **120** Arbeitsplätze.");
    for (const accept of [browser, "*/*", "text/*", "text/html, text/markdown;q=0.9", "text/markdown;q=0"]) {
      const answer = await visit(path, { headers: { accept } });
      expect([accept, ...typeOf(answer), answer.headers.get("vary")]).toEqual([
        accept,
        200,
        "text/html",
        "accept, accept-encoding",
      ]);
    }
    const html = await (await visit(path, { headers: { accept: browser } })).text();
    const link = `<link rel="alternate" type="text/markdown" href="${path}.md">\n`;
    expect(html).toContain(link);
    const bytes = (page: string) => brotliCompressSync(page).length;
    expect(bytes(html) - bytes(html.replace(link, ""))).toBeLessThan(100);
    const list = await visit(`/newsroom/${clientSlug}`, asMarkdown);
    expect(typeOf(list)).toEqual([200, "text/html"]);
  });

  test("has a tag of its own, and HEAD says what GET does", async () => {
    const { path } = await published();
    const [page, markdown] = [await visit(path), await visit(path, asMarkdown)];
    const etag = markdown.headers.get("etag") ?? "";
    expect(etag).not.toBe(page.headers.get("etag"));
    const again = (accept: string) => visit(path, { headers: { accept, "if-none-match": etag } });
    expect([(await again("text/markdown")).status, (await again("text/html")).status]).toEqual([304, 200]);
    const head = await visit(`${path}.md`, { method: "HEAD" });
    expect([...typeOf(head), head.headers.get("etag")]).toEqual([200, "text/markdown", etag]);
  });

  test("is counted as what asks for it, once for each GET, at each level", async () => {
    for (const level of ["L0", "L1", "L2"]) {
      const { path, agencyId, pressReleaseId } = await published();
      await service.sql`update newsroom set level = ${level} where agency_id = ${agencyId}`;
      const bot = { "user-agent": "Mozilla/5.0 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)" };
      for (const at of [`${path}.md`, path])
        for (const method of ["GET", "HEAD"])
          await (await visit(at, { method, headers: { ...bot, accept: "text/markdown" } })).text();
      await (await visit(path, { headers: bot })).text();
      const rows = await until(async () => {
        const found = await service.sql<{ views: number }[]>`
          select class, operator_id, count(*)::integer as views from hit
          where agency_id = ${agencyId} and release_id = ${pressReleaseId}
          group by class, operator_id`;
        return found.reduce((sum, { views }) => sum + views, 0) >= 3 && found;
      });
      expect([level, rows.map(({ views }) => views)]).toEqual([level, [3]]);
    }
  });

  test("moves with its page, keeping its ending, and is gone or unknown where the page is", async () => {
    const { path, agencyId, pressReleaseId, clientSlug } = await published();
    expect((await visit(`/newsroom/${clientSlug}/gibt-es-nicht.md`)).status).toBe(404);
    expect((await visit(`${path}.md.md`)).status).toBe(404);
    expect((await visit(`/newsroom/${clientSlug}/.md`)).status).toBe(404);
    await changeReleaseSlug(service.sql, agencyId, { pressReleaseId, slug: "anderes-werk" }, operator);
    const now = `/newsroom/${clientSlug}/anderes-werk`;
    const moved = await until(async () => {
      const answer = await visit(`${path}.md`);
      return answer.status === 308 && answer;
    });
    expect(moved.headers.get("location")).toBe(`${service.url}${now}.md`);
    expect((await visit(path)).headers.get("location")).toBe(service.url + now);
    await archiveRelease(service.sql, agencyId, { pressReleaseId, actor: operator });
    await until(async () => (await visit(`${now}.md`)).status === 410);
  });

  test("is what llms.txt links", async () => {
    const { path, agencyId, clientSlug } = await published();
    await service.sql`update newsroom set allows_llms_txt = true where agency_id = ${agencyId}`;
    const list = await (await visit(`/newsroom/${clientSlug}/llms.txt`)).text();
    expect(list).toContain(`](${service.url}${path}.md)`);
  });

  async function published() {
    const { agencyId } = await createTestAgency(service.sql);
    return { agencyId, ...(await createTestRelease(service.sql, agencyId)) };
  }
});

test("Markdown is wanted by who names it and wants HTML no more", () => {
  const wants = (accept: string) => prefersMarkdown(new Headers({ accept }));
  for (const accept of [
    "text/markdown",
    "TEXT/Markdown;charset=utf-8",
    "text/html;q=0.8, text/markdown;q=0.9",
    "text/markdown, text/html, */*",
    "text/markdown;q=0.1",
  ])
    expect([accept, wants(accept)]).toEqual([accept, true]);
  for (const accept of [
    "",
    "*/*",
    "text/*",
    browser,
    "text/html, text/markdown;q=0.9",
    "text/markdown;q=0",
    "text/markdown;q=x",
    "text/markdownish",
    `text/markdown,${"a/b,".repeat(300)}`,
  ])
    expect([accept, wants(accept)]).toEqual([accept, false]);
  expect(prefersMarkdown(new Headers())).toBe(false);
});

test("the dateline takes no heading, list, quotation or table with it, and stars of a headline stay", () => {
  const file = {
    ...{
      language: "de" as const,
      languageTag: "de",
      clientName: "Werk",
      kicker: "Pressemitteilung",
      subtitle: null,
    },
    ...{ correction: null, dateline: "Bremen, 19. November 2026", about: null, contact: null, accent: null },
    ...{ url: "https://presse.example/a", publishedAt: "2026-11-19T00:00:00.000Z" },
    title: "Kolleg*innen und Leser*innen ~~alt~~ _neu_ max_muster@werk.example",
  };
  const bodyOf = (markdown: string) => markdownRelease({ ...file, markdown }).split("\n\n# ")[1] ?? "";
  for (const text of [
    "## Kopf",
    "- Punkt",
    "3. Punkt",
    "> Zitat",
    "| a |\n|---|",
    "a | b\n--- | ---",
    "Kopf\n===",
  ])
    expect(bodyOf(text)).toEndWith(`\n\n**Bremen, 19. November 2026**\n\n${text}\n`);
  expect(bodyOf("**120** Plätze")).toEndWith("\n\n**Bremen, 19. November 2026** – **120** Plätze\n");
  const title = readText(bodyOf("Text").split("\n")[0] ?? "");
  expect([title.plain, title.pieces.join("").includes("<em>")]).toEqual([file.title, false]);
});

test("no title, name or note of it ends the front matter, adds a key or opens a line of its own", () => {
  const hostile = [
    "Ende\n---\nurl: https://evil.example",
    'Mit " und \\ und : und #',
    "a\u2028b\u2029c\u0085d\u0000e",
    "- [x](https://evil.example)",
    "---",
    "&anker *alias !!tag {a: b}",
    "<script>alert(1)</script>",
    "\ud800",
  ];
  for (const text of hostile) {
    const file = {
      language: "de" as const,
      languageTag: "de",
      clientName: text,
      kicker: text,
      title: text,
      subtitle: text,
      correction: text,
      dateline: text,
      markdown: "Text mit ![Bild](/media/1/a.jpg).",
      about: { title: text, markdown: "Über uns" },
      contact: { title: "Kontakt", lines: [text] },
      url: "https://presse.example/newsroom/a/b",
      publishedAt: "2026-11-24T00:00:00.000Z",
      accent: null,
    };
    const markdown = markdownRelease(file);
    const [before = "x", matter = "", ...rest] = markdown.split(/^---$/m);
    expect([before, rest.length]).toEqual(["", 1]);
    const facts = parse(matter);
    const asJson = JSON.parse(JSON.stringify(text));
    expect([facts.title, facts.client, facts.correction]).toEqual([asJson, asJson, asJson]);
    expect(facts.url).toBe(file.url);
    expect(Object.keys(facts)).toEqual([
      ...["title", "subtitle", "kind", "client", "language", "published", "correction", "url"],
    ]);
    const [body = ""] = rest;
    expect(body).not.toMatch(/^(?:url:|---)/m);
    expect(body.replaceAll("\\]", "")).not.toContain("](https://evil.example)");
    expect(body.replaceAll("\\<", "")).not.toContain("<script>");
    expect(body).toContain("![Bild](https://presse.example/media/1/a.jpg)");
  }
});
