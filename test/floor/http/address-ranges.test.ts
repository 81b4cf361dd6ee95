import { describe, expect, test } from "bun:test";
import {
  addressBytes,
  addressRangeProblem,
  createAddressRanges,
} from "../../../service/floor/http/address-ranges.ts";

describe("createAddressRanges", () => {
  const ranges = createAddressRanges(["127.0.0.0/8", "fd00::/8", "10.1.2.3", "10.9.8.7/16"]);

  test("finds the first and the last address and not their neighbours", () => {
    for (const ip of ["127.0.0.0", "127.255.255.255", "fd00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"]) {
      expect(ranges.has(ip)).toBe(true);
    }
    for (const ip of ["126.255.255.255", "128.0.0.0", "fcff::", "fe00::", "::1"]) {
      expect(ranges.has(ip)).toBe(false);
    }
  });

  test("takes an address alone as itself, and ignores bits behind a prefix", () => {
    expect(["10.1.2.2", "10.1.2.3", "10.1.2.4"].map(ranges.has)).toEqual([false, true, false]);
    expect(["10.8.255.255", "10.9.0.0", "10.9.255.255", "10.10.0.0"].map(ranges.has)).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  test("counts an IPv4-mapped address as its IPv4, and nothing that is no address", () => {
    expect(ranges.has("::ffff:127.0.0.1")).toBe(true);
    expect(ranges.has("::ffff:7f00:1")).toBe(true);
    expect(ranges.has("::ffff:11.0.0.1")).toBe(false);
    expect(ranges.has("::127.0.0.1")).toBe(false);
    for (const text of ["", "localhost", "fd00::1%eth0", "127.1", "127.0.0.1 ", "0x7f.0.0.1"]) {
      expect(ranges.has(text)).toBe(false);
    }
  });

  test("keeps the families apart, so that all of IPv6 is not all of IPv4", () => {
    expect(createAddressRanges(["::/0"]).has("127.0.0.1")).toBe(false);
    expect(createAddressRanges(["0.0.0.0/0"]).has("::1")).toBe(false);
    expect(createAddressRanges(["::/0"]).has("::1")).toBe(true);
    expect(createAddressRanges(["0.0.0.0/0"]).has("255.255.255.255")).toBe(true);
  });

  test("finds nothing where no range is named, and takes no text for one", () => {
    expect(createAddressRanges([]).has("127.0.0.1")).toBe(false);
    expect(() => createAddressRanges(["127/8"])).toThrow("127/8");
  });
});

describe("addressRangeProblem", () => {
  for (const entry of [
    "0.0.0.0/0",
    "::/0",
    "10.0.0.1/32",
    "fd00::1/128",
    "10.128.0.0/9",
    "10.0.0.1",
    "::1",
  ]) {
    test(`has nothing against "${entry}"`, () => expect(addressRangeProblem(entry)).toBeNull());
  }

  for (const entry of [
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
    test(`refuses "${entry}" and names it`, () => expect(addressRangeProblem(entry)).toContain(entry));
  }
});

test("each spelling of an address has the same bytes", () => {
  expect(addressBytes("10.0.255.1")).toEqual([10, 0, 255, 1]);
  const mapped = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 127, 0, 0, 1];
  for (const ip of ["::ffff:127.0.0.1", "::FFFF:7f00:1", "0:0:0:0:0:ffff:7f00:0001"]) {
    expect(addressBytes(ip)).toEqual(mapped);
  }
  expect(addressBytes("::")).toEqual(Array(16).fill(0));
  expect(addressBytes("2001:db8::")).toEqual([0x20, 1, 0x0d, 0xb8, ...Array(12).fill(0)]);
  expect(addressBytes("1:2:3:4:5:6:7:8")).toEqual([0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0, 8]);
});

test("the bytes of an address are those of every spelling of it", () => {
  const spellings = ["9:d::cc:f9:239.150.51.27", "9:d::cc:f9:ef96:331b", "0009:000D:0:0:cc:f9:ef96:331B"];
  for (const spelling of spellings)
    expect(addressBytes(spelling)).toEqual([0, 9, 0, 13, 0, 0, 0, 0, 0, 204, 0, 249, 239, 150, 51, 27]);
  expect(addressBytes("::ffff:1.2.3.4").slice(10)).toEqual([255, 255, 1, 2, 3, 4]);
  expect(addressBytes("1:2:3:4:5:6:7::").slice(12)).toEqual([0, 7, 0, 0]);
  expect(addressBytes("::")).toEqual(Array.from({ length: 16 }, () => 0));
});
