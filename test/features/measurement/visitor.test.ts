import { expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import fc from "fast-check";
import { visitorId, visitorSaltBytes } from "../../../service/features/measurement/visitor.ts";

const salt = new Uint8Array(visitorSaltBytes).fill(7);

test("an id is the first 64 bits of HMAC-SHA-256 over fields with their lengths", () => {
  const fields = Buffer.concat([
    Buffer.from("000000000000000c" + "0000000b" + "00000003", "hex"),
    Buffer.from("192.168.1.2"),
    Buffer.from("abc"),
  ]);
  const expected = createHmac("sha256", salt).update(fields).digest().readBigInt64BE(0);
  expect(visitorId(salt, 12, "192.168.1.2", "abc")).toBe(expected);
});

test("another day's salt, newsroom, address or user agent is another visitor", () => {
  const otherSalt = new Uint8Array(visitorSaltBytes).fill(8);
  const ids = [
    visitorId(salt, 1, "192.0.2.1", "a"),
    visitorId(otherSalt, 1, "192.0.2.1", "a"),
    visitorId(salt, 2, "192.0.2.1", "a"),
    visitorId(salt, 1, "192.0.2.2", "a"),
    visitorId(salt, 1, "192.0.2.1", "b"),
    visitorId(salt, 1, "192.0.2.1a", ""),
    visitorId(salt, 1, "192.0.2.", "1a"),
  ];
  expect(new Set(ids).size).toBe(ids.length);
});

test("an IPv4 address is the same visitor on a socket of either family", () => {
  expect(visitorId(salt, 1, "::ffff:192.0.2.1", "a")).toBe(visitorId(salt, 1, "192.0.2.1", "a"));
  expect(visitorId(salt, 1, "2001:DB8::1", "a")).toBe(visitorId(salt, 1, "2001:db8::1", "a"));
});

test("every id fits PostgreSQL's bigint, whatever text comes in", () => {
  fc.assert(
    fc.property(
      fc.maxSafeInteger(),
      fc.string({ unit: "binary" }),
      fc.string({ unit: "binary" }),
      (id, ip, agent) => {
        const visitor = visitorId(salt, id, ip, agent);
        expect(BigInt.asIntN(64, visitor)).toBe(visitor);
      },
    ),
  );
});

test("a salt of another length and an unsafe newsroom id are refused", () => {
  for (const bytes of [0, visitorSaltBytes - 1, visitorSaltBytes + 1]) {
    expect(() => visitorId(new Uint8Array(bytes), 1, "", "")).toThrow(RangeError);
  }
  for (const id of [Number.MAX_SAFE_INTEGER + 1, 1.5, Number.NaN]) {
    expect(() => visitorId(salt, id, "", "")).toThrow(RangeError);
  }
});
