import { describe, expect, test } from "bun:test";
import { acceptedEncoding, streamEncoding } from "../../../service/floor/web/accept-encoding.ts";

const of = (value: string | null) => new Headers(value === null ? {} : { "accept-encoding": value });

describe("the encoding of an answer", () => {
  test.each([
    [null, "identity"],
    ["", "identity"],
    ["gzip, deflate, br, zstd", "br"],
    ["gzip", "gzip"],
    ["x-gzip", "gzip"],
    ["GZip;Q=1", "gzip"],
    ["br;q=0, gzip", "gzip"],
    ["br;q=0.5, gzip;q=0.8", "gzip"],
    ["gzip;q=0.5, identity", "identity"],
    ["identity;q=0.5, gzip;q=0.4", "identity"],
    ["*", "br"],
    ["*;q=0", null],
    ["identity;q=0", null],
    ["identity;q=0, gzip;q=0.001", "gzip"],
    ["gzip;q=0, br;q=0", "identity"],
    ["deflate, zstd", "identity"],
    ["br;q=2", "identity"],
    ["br;q=nonsense, gzip;q=0.1", "gzip"],
    [`gzip${" ".repeat(500)}`, "gzip"],
    [`gzip, ${"x".repeat(500)}`, "identity"],
  ] as const)("is the one that %j wants most", (header, encoding) => {
    expect(acceptedEncoding(of(header))).toBe(encoding);
  });

  test("of a stream is gzip where it may be, and never an encoding that nobody asked for", () => {
    expect(
      ["gzip, br", "br", "*", "gzip;q=0, *", "identity, gzip;q=0.5"].map((header) =>
        streamEncoding(of(header)),
      ),
    ).toEqual(["gzip", "identity", "gzip", "identity", "identity"]);
    expect(streamEncoding(of(null))).toBe("identity");
  });
});
