import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  displayPrefixOf,
  generateKey,
  hashKey,
  isWellFormedKey,
} from "../../../service/features/keys/key-format.ts";

describe("API keys", () => {
  test("a new key has the prefix, 32 random characters and a checksum of 6", () => {
    const key = generateKey();
    expect(key).toMatch(/^svc_key_[0-9A-Za-z]{38}$/);
    expect(isWellFormedKey(key)).toBe(true);
  });

  test("the checksum is CRC-32 in base62, as computed elsewhere", () => {
    const body = `svc_key_${"0".repeat(32)}`;
    const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let value = Bun.hash.crc32(body);
    let checksum = "";
    for (let position = 0; position < 6; position += 1) {
      checksum = digits[value % 62] + checksum;
      value = Math.floor(value / 62);
    }
    expect(isWellFormedKey(body + checksum)).toBe(true);
  });

  test("one changed character is noticed without a look-up", () => {
    const key = generateKey();
    fc.assert(
      fc.property(
        fc.integer({ min: 8, max: key.length - 1 }),
        fc.constantFrom(..."0aZ9kQ"),
        (at, character) => {
          const changed = key.slice(0, at) + character + key.slice(at + 1);
          expect(isWellFormedKey(changed)).toBe(changed === key);
        },
      ),
    );
  });

  test("two keys never share a hash, and a list shows 12 characters", () => {
    const keys = Array.from({ length: 200 }, generateKey);
    expect(new Set(keys.map((key) => hashKey(key).toString("hex"))).size).toBe(200);
    expect(displayPrefixOf(keys[0] ?? "")).toHaveLength(12);
  });
});
