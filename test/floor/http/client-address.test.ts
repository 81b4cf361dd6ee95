import { describe, expect, test } from "bun:test";
import { clientNetwork, createClientAddress } from "../../../service/floor/http/client-address.ts";

const addresses = createClientAddress(["127.0.0.1", "10.0.0.0/8", "fd00::/8"]);

describe("the address of a client", () => {
  for (const [peer, forwarded, expected] of [
    ["8.8.8.8", "1.2.3.4", "8.8.8.8"],
    ["127.0.0.1", "1.2.3.4", "1.2.3.4"],
    ["::ffff:127.0.0.1", "1.2.3.4", "1.2.3.4"],
    ["::ffff:7f00:1", "::FFFF:1.2.3.4", "1.2.3.4"],
    ["127.0.0.1", "6.6.6.6, 1.2.3.4, 10.9.9.9", "1.2.3.4"],
    ["127.0.0.1", "1.2.3.4:5678", "1.2.3.4"],
    ["fd00::1", "[2001:DB8:0:0::1]:443", "2001:db8::1"],
    ["fd00::1", "2001:db8::1%eth0", "2001:db8::1"],
    ["127.0.0.1", "9:d::cc:f9:239.150.51.27", "9:d::cc:f9:ef96:331b"],
    ["127.0.0.1", "e4bb:9cd:d1b::2:168.184.166.249", "e4bb:9cd:d1b::2:a8b8:a6f9"],
    ["127.0.0.1", "6.6.6.6, unknown", "127.0.0.1"],
    ["127.0.0.1", "6.6.6.6, 1.2.3, 10.9.9.9", "10.9.9.9"],
    ["127.0.0.1", "", "127.0.0.1"],
  ] as const) {
    test(`is ${expected} where ${peer} forwards for "${forwarded}"`, () => {
      expect(clientOf(peer, forwarded)).toBe(expected);
    });
  }

  test("is looked for in the last 20 of a chain", () => {
    const chain = (proxies: number) => `1.2.3.4${", 10.0.0.1".repeat(proxies)}`;
    expect(clientOf("127.0.0.1", chain(19))).toBe("1.2.3.4");
    expect(clientOf("127.0.0.1", chain(20))).toBe("10.0.0.1");
  });

  test("tells a peer on this machine", () => {
    for (const peer of ["127.0.0.1", "127.255.255.255", "::1", "::ffff:127.0.0.1"]) {
      expect(addresses.peerOf(peer).isLoopback).toBe(true);
    }
    for (const peer of ["128.0.0.1", "::2", "10.0.0.1", ""])
      expect(addresses.peerOf(peer).isLoopback).toBe(false);
  });
});

test("a client is an IPv4 address, or an IPv6 network of /64", () => {
  expect(clientNetwork("1.2.3.4")).not.toBe(clientNetwork("1.2.3.5"));
  expect(clientNetwork("2001:db8:1:2::1")).toBe(clientNetwork("2001:db8:1:2:ffff:ffff:ffff:ffff"));
  expect(clientNetwork("2001:db8:1:2::1")).not.toBe(clientNetwork("2001:db8:1:3::1"));
  expect(clientNetwork("")).toBe(clientNetwork("host"));
});

const clientOf = (peer: string, forwarded: string) =>
  addresses.of(addresses.peerOf(peer), new Headers({ "x-forwarded-for": forwarded }));
