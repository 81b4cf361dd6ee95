import { describe, expect, test } from "bun:test";
import { isPublicTarget } from "../../../service/floor/outbound/is-public-target.ts";

const edges: Edges[] = [
  ["0.0.0.0/8", "", "0.0.0.0", "0.255.255.255", "1.0.0.0"],
  ["10.0.0.0/8", "9.255.255.255", "10.0.0.0", "10.255.255.255", "11.0.0.0"],
  ["100.64.0.0/10", "100.63.255.255", "100.64.0.0", "100.127.255.255", "100.128.0.0"],
  ["127.0.0.0/8", "126.255.255.255", "127.0.0.0", "127.255.255.255", "128.0.0.0"],
  ["168.63.129.16/32", "168.63.129.15", "168.63.129.16", "168.63.129.16", "168.63.129.17"],
  ["169.254.0.0/16", "169.253.255.255", "169.254.0.0", "169.254.255.255", "169.255.0.0"],
  ["172.16.0.0/12", "172.15.255.255", "172.16.0.0", "172.31.255.255", "172.32.0.0"],
  ["192.0.0.0/24", "191.255.255.255", "192.0.0.0", "192.0.0.255", "192.0.1.0"],
  ["192.0.2.0/24", "192.0.1.255", "192.0.2.0", "192.0.2.255", "192.0.3.0"],
  ["192.88.99.0/24", "192.88.98.255", "192.88.99.0", "192.88.99.255", "192.88.100.0"],
  ["192.168.0.0/16", "192.167.255.255", "192.168.0.0", "192.168.255.255", "192.169.0.0"],
  ["198.18.0.0/15", "198.17.255.255", "198.18.0.0", "198.19.255.255", "198.20.0.0"],
  ["198.51.100.0/24", "198.51.99.255", "198.51.100.0", "198.51.100.255", "198.51.101.0"],
  ["203.0.113.0/24", "203.0.112.255", "203.0.113.0", "203.0.113.255", "203.0.114.0"],
  ["224.0.0.0/4", "223.255.255.255", "224.0.0.0", "239.255.255.255", ""],
  ["240.0.0.0/4", "", "240.0.0.0", "255.255.255.255", ""],
  [
    "2001::/23",
    "2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "2001::",
    "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff",
    "2001:200::",
  ],
  [
    "2001:db8::/32",
    "2001:db7:ffff:ffff:ffff:ffff:ffff:ffff",
    "2001:db8::",
    "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff",
    "2001:db9::",
  ],
  [
    "2002::/16",
    "2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "2002::",
    "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "2003::",
  ],
  [
    "3fff::/20",
    "3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "3fff::",
    "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff",
    "3fff:1000::",
  ],
  ["below 2000::/3", "", "1000::", "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "2000::"],
  [
    "above 2000::/3",
    "3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "4000::",
    "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "",
  ],
];

const isPublic = true;
const isRefused = false;
const single: [address: string, expected: boolean, why: string][] = [
  ["8.8.8.8", isPublic, "a public resolver"],
  ["93.184.216.34", isPublic, "a public web server"],
  ["2606:4700:4700::1111", isPublic, "a public resolver"],
  ["2a00:1450:4001:82b::200e", isPublic, "a public web server"],
  ["169.254.169.254", isRefused, "the metadata service of a cloud"],
  ["255.255.255.255", isRefused, "broadcast"],
  ["::", isRefused, "unspecified"],
  ["::1", isRefused, "loopback"],
  ["::2", isRefused, "IPv4-compatible 0.0.0.2"],
  ["::127.0.0.1", isRefused, "IPv4-compatible loopback"],
  ["::7f00:1", isRefused, "IPv4-compatible loopback in hex"],
  ["::8.8.8.8", isPublic, "IPv4-compatible public"],
  ["::1:0:0", isRefused, "just past ::/96"],
  ["::ffff:127.0.0.1", isRefused, "mapped loopback"],
  ["::ffff:7f00:1", isRefused, "mapped loopback in hex"],
  ["0:0:0:0:0:ffff:7f00:0001", isRefused, "mapped loopback written out"],
  ["::FFFF:10.0.0.1", isRefused, "mapped private in capitals"],
  ["::ffff:169.254.169.254", isRefused, "mapped metadata service"],
  ["::ffff:168.63.129.16", isRefused, "mapped host of a virtual machine"],
  ["::ffff:8.8.8.8", isPublic, "mapped public"],
  ["::ffff:0:8.8.8.8", isRefused, "IPv4-translated (RFC 2765) is no mapped address"],
  ["::fffe:808:808", isRefused, "one before the mapped range"],
  ["64:ff9b::127.0.0.1", isRefused, "NAT64 loopback"],
  ["64:ff9b::a00:1", isRefused, "NAT64 private in hex"],
  ["64:ff9b::8.8.8.8", isPublic, "NAT64 public"],
  ["64:ff9b:0:0:0:1:808:808", isRefused, "just past the NAT64 prefix"],
  ["64:ff9a:ffff:ffff:ffff:ffff:808:808", isRefused, "just before the NAT64 prefix"],
  ["64:ff9b:1::127.0.0.1", isRefused, "local NAT64 loopback"],
  ["64:ff9b:1::192.168.1.1", isRefused, "local NAT64 private"],
  ["64:ff9b:1::8.8.8.8", isPublic, "local NAT64 public"],
  ["64:ff9b:1:ffff:ffff:ffff:808:808", isRefused, "local NAT64, its /48 reading is class E"],
  ["64:ff9b:1:a00:0:100:808:808", isRefused, "local NAT64, its /48 reading is 10.0.0.1"],
  ["64:ff9b:2::8.8.8.8", isRefused, "just past local NAT64"],
  ["2001:0:808:808::1", isRefused, "Teredo"],
  ["2001:10::1", isRefused, "ORCHID"],
  ["2001:20::1", isRefused, "ORCHIDv2"],
  ["2002:7f00:1::", isRefused, "6to4 of loopback"],
  ["2002:808:808::1", isRefused, "6to4 of a public address"],
  ["100::1", isRefused, "discard-only"],
  ["5f00::1", isRefused, "segment routing"],
  ["fc00::1", isRefused, "unique local"],
  ["fd00:ec2::254", isRefused, "the metadata service of a cloud"],
  ["fe80::1", isRefused, "link-local"],
  ["febf::1", isRefused, "link-local, the end"],
  ["fec0::1", isRefused, "site-local"],
  ["ff02::1", isRefused, "multicast"],
  ["fe80::1%eth0", isRefused, "a zone id"],
  ["2606:4700:4700::1111%eth0", isRefused, "a zone id behind a public address"],
  ["", isRefused, "no text"],
  ["8.8.8", isRefused, "three parts"],
  ["8.8.8.8.8", isRefused, "five parts"],
  ["8.8.8.256", isRefused, "a part too large"],
  ["08.8.8.8", isRefused, "a leading zero"],
  ["0x8.8.8.8", isRefused, "hex"],
  ["134744072", isRefused, "one number"],
  [" 8.8.8.8", isRefused, "a blank in front"],
  ["8.8.8.8\n", isRefused, "a line break behind"],
  ["8.8.8.8/32", isRefused, "a range"],
  ["[2606:4700:4700::1111]", isRefused, "brackets"],
  ["２.2.2.2", isRefused, "a digit of another script"],
  ["dns.example", isRefused, "a name"],
];

describe("isPublicTarget", () => {
  for (const [range, before, first, last, after] of edges) {
    test(`refuses ${range} from its first to its last address, and neither neighbour`, () => {
      expect(isPublicTarget(first)).toBe(false);
      expect(isPublicTarget(last)).toBe(false);
      if (before !== "") expect(isPublicTarget(before)).toBe(true);
      if (after !== "") expect(isPublicTarget(after)).toBe(true);
    });
  }

  for (const [range, before, first, last, after] of edges.filter(([range]) => range.includes("."))) {
    test(`judges ${range} the same when it is mapped, compatible or translated to IPv6`, () => {
      for (const prefix of ["::ffff:", "::", "64:ff9b::", "64:ff9b:1::"]) {
        expect(isPublicTarget(prefix + first)).toBe(false);
        expect(isPublicTarget(prefix + last)).toBe(false);
        if (before !== "") expect(isPublicTarget(prefix + before)).toBe(true);
        if (after !== "") expect(isPublicTarget(prefix + after)).toBe(true);
      }
    });
  }

  for (const [address, expected, why] of single) {
    test(`${expected ? "lets" : "refuses"} ${JSON.stringify(address)}${expected ? " through" : ""}: ${why}`, () => {
      expect(isPublicTarget(address)).toBe(expected);
    });
  }
});

/** A refused range: the address before it, its first, its last, the one after it ("" where another refused range adjoins). */
type Edges = [range: string, before: string, first: string, last: string, after: string];
