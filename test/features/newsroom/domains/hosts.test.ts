import { beforeAll, describe, expect, test } from "bun:test";
import { setClientStatus } from "../../../../service/features/clients/update-client.ts";
import { addDomain } from "../../../../service/features/newsroom/domains/change-domains.ts";
import { createTestRelease, freePort } from "../../../support/service.ts";
import { until } from "../../../support/until.ts";
import { actor, main, ownDomainScene } from "./own-domain-scene.ts";

describe("an own domain", () => {
  let metricsUrl: string;
  beforeAll(async () => {
    metricsUrl = `http://127.0.0.1:${await freePort()}`;
  });
  const { service, agency, ask, releaseAtOwnHost } = ownDomainScene(() => ({
    METRICS_PORT: new URL(metricsUrl).port,
  }));

  test("shows nothing else of the service, whatever path or cookie is sent", async () => {
    const { host } = await releaseAtOwnHost();
    const other = await createTestRelease(service.sql, agency.agencyId);
    const headers = {
      "x-api-key": agency.key,
      authorization: `Bearer ${agency.key}`,
      cookie: "__Host-session=x",
    };
    for (const path of [
      "/api/reporting/v1/articles/1",
      "/mcp",
      "/app",
      "/docs",
      "/openapi.json",
      "/approvals/abc",
      "/metrics",
      "/internal/domain?name=x",
      "/..%2f..%2fapi/reporting/v1/articles/1",
      "/%2e%2e/%2e%2e/api/reporting/v1/articles/1",
      "//api/reporting/v1/articles/1",
      "/\\api",
      other.path,
      `/../${other.clientSlug}/neues-werk`,
      `/..%2f${other.clientSlug}/neues-werk`,
    ]) {
      const answer = await ask(host, path, { headers });
      expect([path, answer.status]).toEqual([path, 404]);
      expect(answer.headers["set-cookie"]).toBeUndefined();
      expect(answer.headers["x-service-api-version"]).toBeUndefined();
    }
    const posted = await ask(host, "/mcp", { method: "POST", headers, body: "{}" });
    expect([404, 405]).toContain(posted.status);
  });

  test("that nobody has proven is refused with 421, however it is spelt", async () => {
    const { clientId } = await releaseAtOwnHost();
    const claim = { clientId, host: "beansprucht.example" };
    await addDomain(service.sql, agency.agencyId, claim, { actor, serviceHosts: [main] });
    const { host } = await releaseAtOwnHost();
    for (const foreign of [
      "beansprucht.example",
      "fremd.example",
      `${host}.`,
      `x.${host}`,
      `${host}.evil.example`,
      "192.0.2.7",
      "[2001:db8::1]",
      `${"a".repeat(63)}.${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(53)}.example`,
      "xn--mller-kva.example",
    ]) {
      expect([foreign, (await ask(foreign, "/")).status]).toEqual([foreign, 421]);
    }
    for (const malformed of [`${host}/x`, `${host}@evil.example`, "a..example", `${host}:99999`])
      expect((await ask(malformed, "/")).status).toBeOneOf([400, 421]);
  });

  test("is known to a proxy on the metrics port once it is proven, and only there", async () => {
    const { host, clientId } = await releaseAtOwnHost();
    await addDomain(
      service.sql,
      agency.agencyId,
      { clientId, host: "wartet.example" },
      { actor, serviceHosts: [] },
    );
    const known = async (path: string, method = "GET") => {
      const answer = await fetch(metricsUrl + path, { method });
      return [answer.status, method === "HEAD" ? null : await answer.json()];
    };
    expect(await known(`/internal/domain?name=${host}`)).toEqual([200, { domain: host }]);
    expect(await known(`/internal/domain?name=${host.toUpperCase()}`)).toEqual([200, { domain: host }]);
    expect(await known(`/internal/domain?domain=${host}`)).toEqual([200, { domain: host }]);
    const unknown = [404, { error: "domain_not_found" }];
    for (const name of ["wartet.example", "fremd.example", main, "", "%00", "127.0.0.1", "a".repeat(5_000)])
      expect(await known(`/internal/domain?name=${name}`)).toEqual(unknown);
    expect(await known("/internal/domain")).toEqual(unknown);
    expect(await known("/internal/other")).toEqual([404, { error: "not_found" }]);
    expect(await known(`/internal/domain?name=${host}`, "POST")).toEqual([
      405,
      { error: "method_not_allowed" },
    ]);
    expect((await ask(main, `/internal/domain?name=${host}`)).status).toBe(404);
    await setClientStatus(service.sql, agency.agencyId, { clientId, status: "archived" }, actor);
    await until(async () => (await fetch(`${metricsUrl}/internal/domain?name=${host}`)).status === 404);
  });
});
