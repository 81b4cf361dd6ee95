import { expect, test } from "bun:test";
import { ConfigError, readConfig } from "../../service/program/config.ts";

function problemsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

test("an empty environment is a development set-up on loopback", () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    isProduction: false,
    embeddedSync: true,
    databaseUrl: null,
    redisUrl: null,
    publicUrl: null,
    host: "127.0.0.1",
    port: 3000,
    dataDirectory: "data",
    trustedProxies: [],
    tls: null,
    logLevel: "info",
    loops: true,
    agencyGraceDays: 30,
  });
});

test("every problem is named at once, each with its variable", () => {
  const problems = problemsOf({
    DATABASE_URL: "mysql://x/y",
    REDIS_URL: "localhost:6379",
    PUBLIC_URL: "reporting.example",
    PORT: "70000",
    TRUSTED_PROXIES: "10.0.0.0/8, 300.1.1.1",
    TLS_CERT_FILE: "cert.pem",
    ALLOW_INSECURE_HTTP: "maybe",
    LOG_LEVEL: "loud",
    LOOPS: "sometimes",
    SMTP_URL: "smtp://mail.example",
    MCP_ALLOWED_ORIGINS: "agent.example",
    TOOLS_ALLOWED_ORIGINS: "https://agentur.example/tools",
    AI_MODE: "sometimes",
    AI_MODEL: "without-a-server",
    AI_TIMEOUT_SECONDS: "21",
    SECRET_KEY: "too short",
    WEBHOOK_ALLOW_CIDRS: "10.0.0.0/33",
  });
  const named = [
    "TLS_CERT_FILE",
    "DATABASE_URL",
    "REDIS_URL",
    "PUBLIC_URL",
    "PORT",
    "TRUSTED_PROXIES",
    "ALLOW_INSECURE_HTTP",
    "LOG_LEVEL",
    "LOOPS",
    "MAIL_FROM",
    "MCP_ALLOWED_ORIGINS",
    "TOOLS_ALLOWED_ORIGINS",
    "AI_MODE has",
    "AI_BASE_URL",
    "AI_TIMEOUT_SECONDS",
    "SECRET_KEY",
    "WEBHOOK_ALLOW_CIDRS",
  ];
  for (const name of named) expect(problems.filter((problem) => problem.includes(name))).toHaveLength(1);
  expect(problems).toHaveLength(named.length);
});

test("a value with a secret in it is never repeated in a problem", () => {
  const message = problemsOf({
    DATABASE_URL: "mysql://user:geheim@db/x",
    REDIS_URL: "http://:geheim@r",
  }).join();
  expect(message).not.toContain("geheim");
});

test("a blank value counts as none", () => {
  expect(readConfig({ PORT: " ", DATABASE_URL: "", TRUSTED_PROXIES: " , " })).toMatchObject({
    port: 3000,
    databaseUrl: null,
    trustedProxies: [],
  });
});

test("proxies are addresses or ranges, and an address alone means itself only", () => {
  const { trustedProxies } = readConfig({ TRUSTED_PROXIES: "127.0.0.1, 10.0.0.0/8, ::1, 2001:db8::/32" });
  expect(trustedProxies).toEqual(["127.0.0.1", "10.0.0.0/8", "::1", "2001:db8::/32"]);
});

test("a slash at the end of the public address is cut, so that links have one", () => {
  expect(readConfig({ PUBLIC_URL: "https://news.example//" }).publicUrl).toBe("https://news.example");
});

test("the writer is an AI server where one is named, else the built-in rules, and nobody where AI is off", () => {
  expect(readConfig({}).writer).toEqual({ kind: "rule-based" });
  const server = { AI_BASE_URL: "http://127.0.0.1:11434/v1", AI_MODEL: "mistral" };
  expect(readConfig(server).writer).toEqual({
    kind: "ai",
    baseUrl: "http://127.0.0.1:11434/v1",
    model: "mistral",
    apiKey: "",
    timeoutMs: 20_000,
    maxTokens: 1500,
    concurrency: 4,
  });
  expect(readConfig({ ...server, AI_MODE: "off" }).writer).toEqual({ kind: "off" });
  expect(readConfig({ AI_MODE: "off" }).writer).toEqual({ kind: "off" });
  expect(problemsOf({ AI_API_KEY: "x" })).toHaveLength(1);
  expect(problemsOf({ AI_BASE_URL: server.AI_BASE_URL })).toHaveLength(1);
});
