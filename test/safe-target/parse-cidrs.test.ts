import { describe, expect, test } from "bun:test";
import { isInRanges, parseCidrs } from "../../service/safe-target/parse-cidrs.ts";

describe("parseCidrs", () => {
  test("reads ranges split by commas and blanks, and an empty text as none", () => {
    expect(parseCidrs("127.0.0.0/8, ::1/128\n10.1.0.0/16")).toHaveLength(3);
    expect(parseCidrs("")).toEqual([]);
    expect(parseCidrs(" , ")).toEqual([]);
  });

  test("reads the widest and the narrowest prefix", () => {
    expect(parseCidrs("0.0.0.0/0 ::/0 10.0.0.1/32 fd00::1/128")).toHaveLength(4);
  });

  for (const entry of [
    "127.0.0.1",
    "127.0.0.0/33",
    "::/129",
    "127.0.0.0/",
    "127.0.0.0/-1",
    "127.0.0.0/8/8",
    "127.0.0.0/8.0",
    "127.0.0.0/0x8",
    "127/8",
    "0x7f.0.0.0/8",
    "fe80::%eth0/64",
    "localhost/8",
    "/8",
    "10.0.0.1/8",
    "10.128.0.0/8",
    "fd00::1/8",
    "1.1.1.1/31",
    "[::1]/128",
  ]) {
    test(`refuses "${entry}" and names it`, () => {
      expect(() => parseCidrs(`127.0.0.0/8, ${entry}`)).toThrow(RangeError);
      expect(() => parseCidrs(`127.0.0.0/8, ${entry}`)).toThrow(entry);
    });
  }

  test("takes 64 ranges and refuses 65", () => {
    const ranges = (count: number) =>
      Array.from({ length: count }, (_, index) => `10.${index}.0.0/16`).join();
    expect(parseCidrs(ranges(64))).toHaveLength(64);
    expect(() => parseCidrs(ranges(65))).toThrow(RangeError);
  });
});

describe("isInRanges", () => {
  const ranges = parseCidrs("127.0.0.0/8, fd00::/8");

  test("finds the first and the last address and not their neighbours", () => {
    for (const ip of ["127.0.0.0", "127.255.255.255", "fd00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"]) {
      expect(isInRanges(ip, ranges)).toBe(true);
    }
    for (const ip of ["126.255.255.255", "128.0.0.0", "fcff::", "fe00::", "::1"]) {
      expect(isInRanges(ip, ranges)).toBe(false);
    }
  });

  test("counts an IPv4-mapped address as its IPv4, and nothing that is no address", () => {
    expect(isInRanges("::ffff:127.0.0.1", ranges)).toBe(true);
    expect(isInRanges("::ffff:10.0.0.1", ranges)).toBe(false);
    for (const text of ["", "localhost", "fd00::1%eth0", "127.1", "127.0.0.1 "]) {
      expect(isInRanges(text, ranges)).toBe(false);
    }
  });

  test("finds nothing where no range is named", () => {
    expect(isInRanges("127.0.0.1", [])).toBe(false);
  });
});
