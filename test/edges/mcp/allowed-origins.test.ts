import { describe, expect, test } from "bun:test";
import { createOriginCheck } from "../../../service/edges/mcp/endpoint.ts";
import { ConfigError, readConfig } from "../../../service/program/config.ts";

const isAllowed = (check: ReturnType<typeof createOriginCheck>, origin: string) =>
  check(new Headers({ origin }));

describe("the Origin check", () => {
  const check = createOriginCheck("https://pr.example.org/base", ["https://agents.example.org:8443"]);

  test("lets no Origin, the service's own and an allowed one through, in any case of letters", () => {
    expect(check(new Headers())).toBe(true);
    for (const origin of [
      "https://pr.example.org",
      "HTTPS://PR.Example.org",
      "https://agents.example.org:8443",
    ]) {
      expect([origin, isAllowed(check, origin)]).toEqual([origin, true]);
    }
  });

  test("refuses what only looks like one of them", () => {
    for (const origin of [
      "http://pr.example.org",
      "https://pr.example.org:444",
      "https://pr.example.org.evil.example",
      "https://evil.example/https://pr.example.org",
      "https://agents.example.org",
      "https://pr.example.org, https://evil.example",
      "null",
      "",
    ]) {
      expect([origin, isAllowed(check, origin)]).toEqual([origin, false]);
    }
  });

  test("takes MCP_ALLOWED_ORIGINS as origins, and says which entry is none", () => {
    const config = readConfig({ MCP_ALLOWED_ORIGINS: "https://a.example, HTTP://localhost:6274" });
    expect(config.mcpAllowedOrigins).toEqual(["https://a.example", "http://localhost:6274"]);
    for (const entry of ["a.example", "https://a.example/", "https://a.example/path", "*"]) {
      expect(() => readConfig({ MCP_ALLOWED_ORIGINS: entry })).toThrow(ConfigError);
    }
  });
});
