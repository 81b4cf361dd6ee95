import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findSecret } from "./find-secret.ts";
import { searchLogs } from "./kept-logs.ts";
import { createFolder, removeFolder } from "./server-process.ts";

const hex = "37371192";
const base64 = "g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE";
const base64url = "g0hM9SsE-OTPJTGt_tmIKtSyZlE3uFJELVlNIOLJ1OE";

/** What a service would have to log for the search to find it; the last column may not be in the excerpt. */
const planted: [shape: string, line: string, secret: string][] = [
  ["API key", '{"note":"key svc_key_ExampleExample03lX0S refused"}', "Example"],
  ["webhook secret", '{"note":"svc_whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw=="}', "MfKQ9r8"],
  ["webhook secret", '{"note":"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}', "MfKQ9r8"],
  ["approval link", `{"path":"/approvals/${base64url}"}`, "g0hM9SsE"],
  ["webhook signature", `{"headers":{"webhook-signature":"v1,${base64}="}}`, "g0hM9SsE"],
  ["signature in a header", `{"headers":{"X-Service-Signature":"${hex.repeat(2)}"}}`, hex],
  ["bearer token", '{"note":"authorization: Bearer eyJhbGciOiJIUzI1NiJ9.e30"}', "eyJhbGci"],
  ["authorization", '{"headers":{"authorization":"Basic dXNlcjpnZWhlaW0wODE1"}}', "dXNlcjpn"],
  ["password in a URL", '{"error":"connect postgres://service:geheim@db/x failed"}', "geheim"],
  ["password in a URL", '{"error":"redis://:geheim@cache refused"}', "geheim"],
  ["SECRET_KEY", `{"SECRET_KEY":"${base64}="}`, "g0hM9SsE"],
  ["32 bytes in hex", `{"note":"computed ${hex.repeat(8)}, received another"}`, hex],
  ["32 bytes in base64", `{"note":"computed ${base64}="}`, "g0hM9SsE"],
  ["32 bytes in base64url", `{"token_hash":"${base64url}"}`, "g0hM9SsE"],
];

describe("a line with a secret is found, and the excerpt holds none", () => {
  test.each(planted)("%s: %s", (shape, line, secret) => {
    const found = findSecret(line);
    expect(found?.shape).toBe(shape);
    expect(found?.excerpt).toContain(`[${shape}]`);
    expect(found?.excerpt).not.toContain(secret);
  });

  test("a second secret in the same line is taken out as well", () => {
    const excerpt = findSecret(`svc_key_ExampleExample03lX0S at postgres://u:geheim@db`)?.excerpt;
    expect(excerpt).toBe("[API key] at [password in a URL]db");
  });
});

describe("a line without a secret is not found", () => {
  const clean = [
    '{"authorization":"[redacted]","x-service-signature":"[redacted]","secretKey":"[redacted]"}',
    '{"note":"Bearer [redacted] at postgres://[redacted]db/x"}',
    '{"requestId":"0190b1c2-7d3e-7f00-8a51-2f6f4c1d9e20","route":"/approvals/:token"}',
    '{"path":"/approvals/[redacted]"}',
    '{"message":"Send the key as Authorization: Bearer svc_key_…"}',
    '{"stack":"at openDatabase (/work/pr-service/service/db/open.ts:61:17)"}',
    `{"commit":"${"0a1b2c3d".repeat(5)}"}`,
  ];
  test.each(clean)("%s", (line) => {
    expect(findSecret(line)).toBeNull();
  });
});

describe("the search through the logs of a run", () => {
  let folder: string;
  beforeAll(() => {
    folder = createFolder("test-logs-");
    for (const file of ["test-clean", "test-leaky"]) mkdirSync(join(folder, file));
    writeFileSync(join(folder, "test-clean", "1.log"), '{"event":"serving"}\n{"event":"stopped"}\n');
  });
  afterAll(() => removeFolder(folder));

  test("counts the lines, and finds nothing where nothing is", async () => {
    expect(await searchLogs(folder)).toEqual({ lines: 2, found: [] });
  });

  test("names the test file of each line that leaks, in a last line without an end too", async () => {
    writeFileSync(
      join(folder, "test-leaky", "2.log"),
      `{"event":"serving"}\n${planted.map(([, line]) => line).join("\n")}`,
    );
    const { lines, found } = await searchLogs(folder);
    expect(lines).toBe(3 + planted.length);
    expect(found.map(({ testFile }) => testFile)).toEqual(Array.from({ length: 10 }, () => "test-leaky"));
    expect(found.map(({ shape }) => shape)).toEqual(planted.slice(0, 10).map(([shape]) => shape));
  });
});
