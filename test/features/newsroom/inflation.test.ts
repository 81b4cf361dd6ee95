import { describe, expect, test } from "bun:test";
import { serviceScene } from "../../support/cast.ts";
import { createTestRelease, type TestRelease } from "../../support/service.ts";
import { browserHeaders } from "../measurement/fixtures/browser-headers.ts";

const atOnce = 200;
const person = {
  ...browserHeaders,
  "user-agent":
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
};
/** What Chrome sends for a picture of a page on another site. */
const picture = {
  ...person,
  accept: "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8",
  "sec-fetch-dest": "image",
  "sec-fetch-mode": "no-cors",
  "sec-fetch-site": "cross-site",
};
const script = { ...person, accept: "*/*", "sec-fetch-dest": "empty", "sec-fetch-mode": "cors" };

describe("who wants to blow up figures", () => {
  const { service, agency } = serviceScene("server", { TRUSTED_PROXIES: "127.0.0.1" });

  test("with 1,000 user agents at one address brings 40 people", async () => {
    const seen = await release();
    const agent = (n: number) => `${person["user-agent"]} Version/${n}`;
    await send(1_000, (n) => visit(seen.path, { headers: { "user-agent": agent(n) } }));
    const { performance, requests } = await reportOf(seen);
    expect({ views: performance.views, visitors: performance.uniqueVisitors.value }).toEqual({
      views: 40,
      visitors: 40,
    });
    expect(requests("suspected_bot")).toBe(960);
    expect(sumOf(performance)).toBe(1_000);
  });

  test("with the addresses of one /64 and 60 user agents brings 40 of them", async () => {
    const seen = await release();
    await send(60, (n) =>
      visit(seen.path, {
        headers: {
          "user-agent": `${person["user-agent"]} A/${n}`,
          "x-forwarded-for": `2001:db8:1:2::${n}`,
        },
      }),
    );
    await send(1, () =>
      visit(seen.path, {
        headers: { "user-agent": `${person["user-agent"]} A/59`, "x-forwarded-for": "2001:db8:1:3::1" },
      }),
    );
    const { performance, requests } = await reportOf(seen);
    expect([performance.views, requests("suspected_bot")]).toEqual([41, 20]);
  });

  test("with 1,000 clicks on one link brings ten, and the report says how many were repeated", async () => {
    const seen = await release();
    const link = await linkOf(seen);
    await send(1_000, () => visit(link));
    const { performance, interactionOf } = await reportOf(seen);
    expect(interactionOf("outbound_link")).toMatchObject({
      count: 10,
      uniqueVisitors: 1,
      repeated: 990,
      targets: [{ url: "https://example.org/werk", count: 10 }],
    });
    expect(performance.series.at(-1).interactions).toBe(10);
  });

  test("with a picture, frame or script elsewhere that loads page and link brings neither view nor click", async () => {
    const seen = await release();
    const link = await linkOf(seen);
    for (const headers of [picture, script, { ...person, "sec-fetch-dest": "iframe" }]) {
      expect((await visit(link, { headers })).status).toBe(302);
      expect((await visit(seen.path, { headers })).status).toBe(200);
    }
    await send(100, () => visit(link, { headers: picture }));
    const { performance, requests, interactionOf } = await reportOf(seen);
    expect({
      views: performance.views,
      suspected: requests("suspected_bot"),
      sum: sumOf(performance),
    }).toEqual({
      views: 1,
      suspected: 3,
      sum: 4,
    });
    expect(interactionOf("outbound_link")).toBeUndefined();
  });

  test("with 300 interactions of one page view brings 50, and ten of each kind", async () => {
    const seen = await release("L2");
    const view = /data-view="([^"]+)"/.exec(await (await visit(seen.path)).text())?.[1] ?? "no view";
    const kinds = ["share", "copy_link", "copy_text", "image_view", "media_play"];
    const beacon = {
      ...script,
      "content-type": "application/json",
      "sec-fetch-mode": "no-cors",
      "sec-fetch-site": "same-origin",
    };
    for (let sent = 0; sent < 300; sent += 20) {
      const events = Array.from({ length: 20 }, (_, n) => ({ kind: kinds[(sent + n) % 5], target: "" }));
      const answer = await visit(`${seen.path}/beacon`, {
        method: "POST",
        headers: beacon,
        body: JSON.stringify({ v: 1, view, engagedMs: 1_000, scroll: 25, events }),
      });
      expect(answer.status).toBe(202);
    }
    const { performance } = await reportOf(seen);
    const sum = (name: "count" | "repeated") =>
      performance.interactions.reduce(
        (total: number, each: Record<"count" | "repeated", number>) => total + each[name],
        0,
      );
    expect([sum("count"), sum("repeated")]).toEqual([50, 250]);
    expect(performance.engagement).toMatchObject({ averageEngagedSeconds: 1, coverage: 1 });
  });

  const visit = (path: string, init: RequestInit = {}) =>
    fetch(service.url + path, { redirect: "manual", ...init, headers: { ...person, ...init.headers } });
  const send = async (count: number, one: (n: number) => Promise<Response>) => {
    for (let from = 0; from < count; from += atOnce) {
      const size = Math.min(atOnce, count - from);
      const answers = await Promise.all(Array.from({ length: size }, (_, n) => one(from + n)));
      await Promise.all(answers.map((answer) => answer.arrayBuffer()));
    }
  };
  const release = async (level: "L1" | "L2" = "L1") => {
    const created = await createTestRelease(service.sql, agency.agencyId);
    await service.sql`update newsroom set level = ${level} where agency_id = ${agency.agencyId} and client_id = ${created.clientId}`;
    return created;
  };
  const linkOf = async (seen: TestRelease) =>
    /href="([^"]+\/go\/outbound_link\/[0-9a-f]{12})"/.exec(await (await visit(seen.path)).text())?.[1] ??
    "no link";
  /** Hits are written in the order of their coming, and a click is answered when it is written. */
  const reportOf = async (seen: TestRelease) => {
    await visit(await linkOf(await release()));
    const answer = await fetch(`${service.url}/api/reporting/v1/articles/${seen.pressReleaseId}`, {
      headers: { "x-api-key": agency.key },
    });
    const { performance } = await answer.json();
    const requests = (name: string): number =>
      performance.trafficClasses.find((each: { class: string }) => each.class === name).requests;
    const interactionOf = (name: string) =>
      performance.interactions.find((each: { kind: string }) => each.kind === name);
    return { performance, requests, interactionOf };
  };
  const sumOf = (performance: { trafficClasses: { requests: number }[] }) =>
    performance.trafficClasses.reduce((sum, each) => sum + each.requests, 0);
});
