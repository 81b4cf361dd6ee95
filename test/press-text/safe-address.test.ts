import { expect, test } from "bun:test";
import { safeAddress } from "../../service/press-text/safe-address.ts";

test.each([
  ["https://a.example/?utm_source=x&b=1", "https://a.example/?b=1"],
  ["mailto:a@b.de?subject=Hallo Welt", "mailto:a@b.de?subject=Hallo%20Welt"],
  ["tel:+49 (0)421 / 12-34", "tel:+494211234"],
  ["TEL:0421%20123;ext=4", "tel:0421123"],
  ["tel:110", "tel:110"],
  ["tel:0049 (0)421 1234", "tel:00494211234"],
  ["tel:11", null],
  ["tel:+123456789012345", "tel:+123456789012345"],
  ["tel:00123456789012345", "tel:00123456789012345"],
  ["tel:+1234567890123456", null],
  ["tel:Zentrale", null],
  ["mailto:", null],
  ["javascript:alert(1)", null],
  ["https://name:word@a.example/", null],
  [`https://a.example/${"a".repeat(2_030)}`, `https://a.example/${"a".repeat(2_030)}`],
  [`https://a.example/${"a".repeat(2_031)}`, null],
])("a link to %s", (typed, address) => {
  expect(safeAddress(typed)).toBe(address);
});
