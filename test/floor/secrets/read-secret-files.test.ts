import { afterAll, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ConfigError, readConfig } from "../../../service/program/config.ts";
import { createFolder, removeFolder } from "../../support/server-process.ts";

describe("secrets in files", () => {
  const folder = createFolder("prs-secrets-");
  afterAll(() => removeFolder(folder));

  test("are taken as if they stood in the environment, without the line's end", () => {
    const config = readConfig({
      DATABASE_URL_FILE: file("postgres://service:geheim@db/prservice\n"),
      SECRET_KEY_FILE: file(`${"ab".repeat(32)}\r\n`),
      OTEL_EXPORTER_OTLP_ENDPOINT: "https://otel.example.org",
      OTEL_EXPORTER_OTLP_HEADERS_FILE: file("authorization=Bearer%20geheim\n"),
      IMAP_URL_FILE: file("imaps://rueck:geheim@post.example\n"),
      BOUNCE_ADDRESS: "rueck@post.example",
    });
    expect(config.bounces?.imapUrl).toBe("imaps://rueck:geheim@post.example");
    expect(config.tracing?.headers).toEqual({ authorization: "Bearer geheim" });
    expect(config.databaseUrl).toBe("postgres://service:geheim@db/prservice");
    expect(config.secretKey).toEqual(new Uint8Array(32).fill(0xab));
  });

  test("are checked as if they stood there", () => {
    expect(problemsOf({ SECRET_KEY_FILE: file("too short") })).toEqual([
      "SECRET_KEY has to be 32 bytes, as 64 hex digits or as base64: openssl rand -hex 32",
    ]);
  });

  test("may not stand in both places, nor be missing or empty: a new database or key would take its place", () => {
    const both = { REDIS_URL: "redis://a", REDIS_URL_FILE: file("redis://b") };
    expect(problemsOf(both)).toEqual(["REDIS_URL and REDIS_URL_FILE are both set: set one of them."]);
    const path = join(folder, "absent");
    expect(problemsOf({ SMTP_URL_FILE: path })).toEqual([`SMTP_URL_FILE: ${path} can't be read (ENOENT).`]);
    const empty = { DATABASE_URL_FILE: file(""), SECRET_KEY_FILE: file(" \r\n") };
    expect(problemsOf(empty)).toEqual([
      `DATABASE_URL_FILE: ${empty.DATABASE_URL_FILE} is empty.`,
      `SECRET_KEY_FILE: ${empty.SECRET_KEY_FILE} is empty.`,
    ]);
  });

  test("an empty variable is one that is not set, as compose files leave it", () => {
    const config = readConfig({ REDIS_URL: "", REDIS_URL_FILE: file("redis://b") });
    expect(config.redisUrl).toBe("redis://b");
    expect(readConfig({ REDIS_URL_FILE: "" }).redisUrl).toBeNull();
  });

  function file(content: string): string {
    const path = join(folder, crypto.randomUUID());
    writeFileSync(path, content);
    return path;
  }

  function problemsOf(environment: Record<string, string>): string[] {
    try {
      readConfig(environment);
      return [];
    } catch (error) {
      if (error instanceof ConfigError) return error.problems;
      throw error;
    }
  }
});
