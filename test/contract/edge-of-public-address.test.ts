import { describe, expect, test } from "bun:test";
import { serviceScene } from "../support/cast.ts";
import { rawRequest } from "../support/raw-request.ts";
import { until } from "../support/until.ts";

describe("a service with a public address", () => {
  const { service } = serviceScene("embedded", {
    PUBLIC_URL: "https://presse.example.org",
    ALLOWED_HOSTS: "intern.example.org",
    NODE_ENV: "production",
    TRUSTED_PROXIES: "127.0.0.1",
  });

  const statusFor = async (host: string, headers = "X-Forwarded-Proto: https\r\n", path = "/openapi.json") =>
    Number(
      (
        await rawRequest(
          service.url,
          `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${headers}Connection: close\r\n\r\n`,
        )
      ).split(" ")[1],
    );

  test("its own hosts and loopback are served, a foreign one is misdirected", async () => {
    expect(await statusFor("presse.example.org")).toBe(200);
    expect(await statusFor("PRESSE.example.org:443")).toBe(200);
    expect(await statusFor("intern.example.org")).toBe(200);
    expect(await statusFor("localhost:3000")).toBe(200);
    expect(await statusFor("evil.example.net")).toBe(421);
    expect(await statusFor("evil.example.net", "X-Forwarded-Proto: https\r\n", "/health/x")).toBe(421);
  });

  test("probes are answered by any Host that is one, since they come by address", async () => {
    for (const host of ["10.42.0.17:3000", "evil.example.net"])
      for (const path of ["/health", "/ready"])
        await until(`${path} for ${host}`, async () => (await statusFor(host, "", path)) === 200);
    expect(await statusFor("x", "", "/health")).toBe(400);
  });

  test("plain HTTP through the proxy is refused in production but for probes, HTTPS answers carry HSTS", async () => {
    const plain = await rawRequest(
      service.url,
      "GET /openapi.json HTTP/1.1\r\nHost: presse.example.org\r\nX-Forwarded-Proto: http\r\nConnection: close\r\n\r\n",
    );
    expect(plain).toMatch(/^HTTP\/1\.1 403[\s\S]*https_required/);
    expect(await statusFor("presse.example.org", "X-Forwarded-Proto: http\r\n", "/health")).toBe(200);
    const secure = await rawRequest(
      service.url,
      "GET /openapi.json HTTP/1.1\r\nHost: presse.example.org\r\nX-Forwarded-Proto: https\r\nConnection: close\r\n\r\n",
    );
    expect(secure).toMatch(/strict-transport-security: max-age=/i);
  });
});
