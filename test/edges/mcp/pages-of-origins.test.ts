import { expect, test } from "bun:test";
import { serviceScene } from "../../support/cast.ts";
import { postMessage, rpc } from "./support/post-message.ts";

const named = "https://agents.example.org";
const foreign = "https://evil.example.com";
const { service, agency } = serviceScene("server", { MCP_ALLOWED_ORIGINS: named });

const preflight = (path: string, origin: string) =>
  fetch(service.url + path, {
    method: "OPTIONS",
    headers: {
      origin,
      "access-control-request-method": "POST",
      "access-control-request-headers": "authorization,content-type,mcp-protocol-version",
    },
  });

const paths = ["/api/mcp", "/oauth/register", "/oauth/token", "/oauth/revoke"];

test("a browser is told that a page of a named origin may send what an agent's program does", async () => {
  for (const path of paths) {
    const answer = await preflight(path, named);
    expect([path, answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([
      path,
      204,
      named,
    ]);
    const headers = (answer.headers.get("access-control-allow-headers") ?? "").toLowerCase().split(", ");
    for (const name of ["authorization", "x-api-key", "content-type", "mcp-protocol-version", "mcp-method"])
      expect(headers).toContain(name);
  }
});

test("a page of a named origin reads answers, how to sign in and the limits", async () => {
  const answers = [
    await postMessage(service.url, agency.key, rpc("tools/list"), { origin: named }),
    await postMessage(service.url, null, rpc("tools/list"), { origin: named }),
    await fetch(`${service.url}/api/mcp`, { headers: { origin: named } }),
    await fetch(`${service.url}/oauth/register`, { method: "POST", body: "{}", headers: { origin: named } }),
    await fetch(`${service.url}/oauth/token`, { method: "POST", body: "x", headers: { origin: named } }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 401, 405, 400, 400]);
  for (const { headers } of answers) {
    expect(headers.get("access-control-allow-origin")).toBe(named);
    expect(headers.get("access-control-allow-credentials")).toBeNull();
    const exposed = (headers.get("access-control-expose-headers") ?? "").split(", ");
    for (const name of ["WWW-Authenticate", "Retry-After", "RateLimit", "X-Request-Id"])
      expect(exposed).toContain(name);
  }
});

test("another origin, and a program that names none, get what they got without pages", async () => {
  for (const path of paths) {
    const answer = await preflight(path, foreign);
    expect([path, answer.status]).toEqual([path, path === "/api/mcp" ? 403 : 405]);
    expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
    const plain = await fetch(service.url + path, { method: "OPTIONS" });
    expect([path, plain.status, plain.headers.get("allow")]).toEqual([path, 405, "POST"]);
  }
  const posted = await fetch(`${service.url}/oauth/token`, {
    method: "POST",
    body: "x",
    headers: { origin: foreign },
  });
  expect([posted.status, posted.headers.get("access-control-allow-origin")]).toEqual([400, null]);
});
