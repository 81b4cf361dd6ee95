import { describe, expect, test } from "bun:test";
import { request as httpRequest } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { given, serviceScene } from "../../support/cast.ts";
import { createTestRelease } from "../../support/service.ts";
import { until } from "../../support/until.ts";

describe("answers over 1 KB", () => {
  const { service, agency } = serviceScene("embedded");
  const release = given(() =>
    createTestRelease(service.sql, agency.agencyId, {
      bodyMarkdown: "Ein Satz. ".repeat(300),
    }),
  );

  test("come as Brotli or gzip for who asks for it, with the same tag and the same content", async () => {
    for (const path of addresses()) {
      const [plain, br, gzip] = [
        await ask(path),
        await ask(path, { "accept-encoding": "gzip, br" }),
        await ask(path, { "accept-encoding": "gzip" }),
      ];
      expect({ path, ...encodingsOf([plain, br, gzip]) }).toEqual({
        path,
        encodings: [undefined, "br", "gzip"],
        statuses: [200, 200, 200],
      });
      expect(brotliDecompressSync(br.body).equals(plain.body)).toBe(true);
      expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
      expect(br.body.length).toBeLessThan(plain.body.length / 2);
      for (const answer of [plain, br, gzip]) {
        expect(answer.headers.vary).toContain("accept-encoding");
        expect(answer.headers.etag).toBe(plain.headers.etag);
        expect(answer.headers["content-length"]).toBe(String(answer.body.length));
      }
      // A second time, from memory.
      expect((await ask(path, { "accept-encoding": "br" })).body.equals(br.body)).toBe(true);
    }
  });

  test("are 304 without a body in every encoding, and say on what they depend", async () => {
    for (const path of addresses()) {
      const { headers } = await ask(path);
      for (const encoding of ["identity", "br", "gzip"]) {
        const known = await ask(path, { "accept-encoding": encoding, "if-none-match": String(headers.etag) });
        expect({ path, status: known.status, bytes: known.body.length }).toEqual({
          path,
          status: 304,
          bytes: 0,
        });
        expect(known.headers.vary).toContain("accept-encoding");
        expect(known.headers.etag).toBe(headers.etag);
        expect(known.headers["content-encoding"]).toBeUndefined();
      }
    }
  });

  test("follow the weights of who asks", async () => {
    for (const path of addresses()) {
      expect(
        (await ask(path, { "accept-encoding": "br;q=0.1, gzip;q=0.9" })).headers["content-encoding"],
      ).toBe("gzip");
      expect(
        (await ask(path, { "accept-encoding": "gzip;q=0.5, identity" })).headers["content-encoding"],
      ).toBeUndefined();
      expect((await ask(path, { "accept-encoding": "identity;q=0" })).status).toBe(406);
      const head = await ask(path, { "accept-encoding": "br" }, "HEAD");
      expect({
        path,
        status: head.status,
        encoding: head.headers["content-encoding"],
        bytes: head.body.length,
      }).toEqual({
        path,
        status: 200,
        encoding: "br",
        bytes: 0,
      });
    }
  });

  test("a small one is sent as it is, unless that is refused", async () => {
    const plain = await ask("/robots.txt", { "accept-encoding": "br" });
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(plain.headers.vary).toBe("accept-encoding");
    const refused = await ask("/robots.txt", { "accept-encoding": "br, identity;q=0" });
    expect(brotliDecompressSync(refused.body).equals(plain.body)).toBe(true);
  });

  test("a page at L2 is compressed with the id of its own view", async () => {
    const other = await createTestRelease(service.sql, agency.agencyId);
    await service.sql`update newsroom set level = 'L2' where agency_id = ${agency.agencyId} and client_id = ${other.clientId}`;
    const views = [1, 2].map(async () => {
      const { body } = await ask(other.path, { "accept-encoding": "br" });
      return /data-view="([^"]+)"/.exec(brotliDecompressSync(body).toString())?.[1] ?? "none";
    });
    const [one, two] = await Promise.all(views);
    expect(one).toMatch(/^[\w-]{28}$/);
    expect(one).not.toBe(two);
  });

  test("of the Reporting API are compressed on GET, streams too, and secrets of approval pages never", async () => {
    const key = { "x-api-key": agency.key, "accept-encoding": "gzip" };
    const report = await ask(`/api/reporting/v1/articles/${release.pressReleaseId}`, key);
    expect(report.headers["content-encoding"]).toBe("gzip");
    expect(JSON.parse(gunzipSync(report.body).toString()).performance.views).toBeNumber();
    const data = await ask("/api/reporting/v1/data", key);
    expect([data.headers["content-encoding"], data.headers.vary]).toEqual(["gzip", "accept-encoding"]);
    expect(JSON.parse(gunzipSync(data.body).toString())).toHaveProperty("conversions");
    const approval = await ask(`/approvals/${"a".repeat(43)}`, { "accept-encoding": "br" });
    expect(approval.headers["content-encoding"]).toBeUndefined();
  });

  /** On a busy machine the database may miss a page's deadline; what a page is sent as is asked of one that came. */
  async function ask(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Answer> {
    return await until(`${path} is served`, async () => {
      const answer = await send(path, headers, method);
      return answer.status !== 503 && answer;
    });
  }

  /** Unlike `fetch`, hands out the body as it was sent. */
  function send(path: string, headers: Record<string, string>, method: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const sent = httpRequest(service.url + path, { method, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
          }),
        );
        response.on("error", reject);
      });
      sent.on("error", reject);
      sent.end();
    });
  }

  const addresses = () => {
    const newsroom = `/newsroom/${release.clientSlug}`;
    return [
      release.path,
      newsroom,
      `${newsroom}/rss.xml`,
      `${newsroom}/atom.xml`,
      `${newsroom}/suche?q=satz`,
      `${newsroom}/bilder`,
      "/openapi.json",
      "/docs/swagger-ui.css",
      "/docs/swagger-ui-bundle.js",
      "/tools",
    ];
  };
});

function encodingsOf(answers: readonly Answer[]) {
  return {
    encodings: answers.map(({ headers }) => headers["content-encoding"]),
    statuses: answers.map(({ status }) => status),
  };
}

type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer };
