import { expect, test } from "bun:test";
import {
  isMailAddress,
  mailAddressOctetsMax,
  readMailAddress,
} from "../../../service/floor/web/mail-address.ts";

/** An address of that many octets, with a domain of labels of 60 characters. */
function addressOf(octets: number, local = "a".repeat(64)): string {
  const domain = `${`${"b".repeat(60)}.`.repeat(4)}de`;
  return `${local}@${domain.slice(local.length + 1 - octets)}`;
}

test.each([
  ["anna@example.org", "anna@example.org"],
  ["Anna.Brandt@Example.ORG", "Anna.Brandt@example.org"],
  ["x.y+z@a.de", "x.y+z@a.de"],
  ["a/b&c?d#e@example.org", "a/b&c?d#e@example.org"],
  ["presse@bücher.example", "presse@xn--bcher-kva.example"],
  ["presse@пример.рф", "presse@xn--e1afmkfd.xn--p1ai"],
  ["1@2.example", "1@2.example"],
  [addressOf(mailAddressOctetsMax), addressOf(mailAddressOctetsMax)],
])("%s is a mail address, and is sent to as %s", (typed, sentTo) => {
  expect(isMailAddress(typed)).toBe(true);
  expect(readMailAddress(`  ${typed}\n`)).toBe(sentTo);
  expect(readMailAddress(`\ufeff\u202a\u200b${typed}\u00a0\u202c\u200b`)).toBe(sentTo);
  expect(isMailAddress(` ${typed}`)).toBe(false);
  expect(isMailAddress(`\u200b${typed}`)).toBe(false);
});

test.each([
  "",
  "anna",
  "anna@",
  "@example.org",
  "anna@example",
  "anna@127.0.0.1",
  "anna@[127.0.0.1]",
  "anna@@example.org",
  "anna@bert@example.org",
  "anna@example.org, bert@example.org",
  "anna,bert@example.org",
  "Anna <anna@example.org>",
  "<anna@example.org>",
  '"anna b"@example.org',
  "an na@example.org",
  "anna@exa mple.org",
  "anna@example.org\r\nBcc: alle@example.org",
  "anna@example.org\0",
  "anna@-example.org",
  "anna@example..org",
  "anna@example.org.",
  "anna@exa\u00admple.org",
  "anna@exa%6dple.org",
  "anna@example.org/x",
  "anna@example.org:25",
  "anna@\ud800.org",
  ".anna@example.org",
  "anna.@example.org",
  "an..na@example.org",
  "ännä@example.org",
  `${"a".repeat(65)}@example.org`,
  addressOf(mailAddressOctetsMax + 1),
  // 130 characters as typed, and more than 254 octets as it is sent.
  `a@${"ü".repeat(20)}.${"ö".repeat(20)}.${Array.from({ length: 5 }, () => "ä".repeat(40)).join(".")}.example`,
])("%j is no mail address", (text) => {
  expect(isMailAddress(text)).toBe(false);
  expect(readMailAddress(text.trimEnd())).toBe(null);
});

test("a long text is refused by its length, before anything else looks at it", () => {
  expect(readMailAddress(`${"a.".repeat(5_000_000)}@example.org`)).toBe(null);
});
