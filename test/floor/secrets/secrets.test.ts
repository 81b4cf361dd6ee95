import { describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSecretKey } from "../../../service/floor/secrets/open-secret-key.ts";
import { createSecretCipher, SecretCipherError } from "../../../service/floor/secrets/secret-cipher.ts";
import { parseSecretKey } from "../../../service/floor/secrets/secret-key.ts";
import { createLog } from "../../../service/log.ts";
import { ConfigError, readConfig } from "../../../service/program/config.ts";

const log = createLog("silent", () => undefined);
const key = new Uint8Array(32).fill(1);

describe("a secret at rest", () => {
  const cipher = createSecretCipher(key);

  test("opens under its key and in its place, and never looks the same twice", () => {
    const encrypted = cipher.encrypt("gehäim", "webhook/1/a");
    expect(cipher.decrypt(encrypted, "webhook/1/a")).toBe("gehäim");
    expect(Buffer.from(cipher.encrypt("gehäim", "webhook/1/a")).equals(Buffer.from(encrypted))).toBe(false);
    expect(Buffer.from(encrypted).includes("gehäim")).toBe(false);
  });

  test("does not open for another purpose, under another key, or with any byte altered", () => {
    const encrypted = cipher.encrypt("s", "webhook/1/a");
    expect(() => cipher.decrypt(encrypted, "webhook/2/a")).toThrow(SecretCipherError);
    const other = createSecretCipher(new Uint8Array(32).fill(2));
    expect(() => other.decrypt(encrypted, "webhook/1/a")).toThrow("SECRET_KEY");
    for (let at = 0; at < encrypted.length; at += 1) {
      const altered = encrypted.map((byte, index) => (index === at ? byte ^ 1 : byte));
      expect(() => cipher.decrypt(altered, "webhook/1/a")).toThrow(SecretCipherError);
    }
    for (const length of [0, 1, 32, encrypted.length - 1]) {
      expect(() => cipher.decrypt(encrypted.subarray(0, length), "webhook/1/a")).toThrow(SecretCipherError);
    }
  });

  test("needs a key of exactly 32 bytes", () => {
    expect(() => createSecretCipher(new Uint8Array(31))).toThrow(RangeError);
    expect(() => createSecretCipher(new Uint8Array(33))).toThrow(RangeError);
  });
});

test("SECRET_KEY is 32 bytes in hex or base64; anything else is told at start, without repeating it", () => {
  const hex = Buffer.from(key).toString("hex");
  const base64 = Buffer.from(key).toString("base64");
  expect(readConfig({ SECRET_KEY: hex.toUpperCase() }).secretKey).toEqual(key);
  expect(readConfig({ SECRET_KEY: base64 }).secretKey).toEqual(key);
  expect(readConfig({}).secretKey).toBeNull();
  for (const wrong of [hex.slice(1), `${hex}0`, base64.slice(0, -1), "passwordpassword", "a".repeat(44)]) {
    expect(parseSecretKey(wrong)).toBeNull();
    const read = () => readConfig({ SECRET_KEY: wrong });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow("SECRET_KEY");
    expect(read).not.toThrow(wrong);
  }
});

test("WEBHOOK_ALLOW_CIDRS is read as ranges, and a slip is told at start", () => {
  expect(readConfig({ WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8, ::1/128" }).webhookAllowCidrs).toHaveLength(2);
  expect(readConfig({}).webhookAllowCidrs).toEqual([]);
  expect(() => readConfig({ WEBHOOK_ALLOW_CIDRS: "10.1.2.3/8" })).toThrow("WEBHOOK_ALLOW_CIDRS");
});

describe("the key file of a data directory", () => {
  test("is made once, for its owner only, whoever of 20 comes first", async () => {
    const directory = join(mkdtempSync(join(tmpdir(), "prs-key-")), "data");
    const keys = await Promise.all(Array.from({ length: 20 }, () => openSecretKey(directory, log)));
    const distinct = new Set(keys.map((each) => Buffer.from(each).toString("hex")));
    expect(distinct.size).toBe(1);
    expect(readdirSync(directory)).toEqual(["secret.key"]);
    const path = join(directory, "secret.key");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, "utf8").trim()).toBe([...distinct][0] ?? "");
    expect(await openSecretKey(directory, log)).toEqual(keys[0] ?? key);
    rmSync(directory, { recursive: true });
  });

  test("that holds no key is refused and left as it is", async () => {
    const directory = mkdtempSync(join(tmpdir(), "prs-key-"));
    writeFileSync(join(directory, "secret.key"), "half a ke");
    const outcome = await openSecretKey(directory, log).catch((error: unknown) => error);
    expect(String(outcome)).toContain("holds no key");
    expect(readFileSync(join(directory, "secret.key"), "utf8")).toBe("half a ke");
    rmSync(directory, { recursive: true });
  });
});
