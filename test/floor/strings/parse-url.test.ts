import { expect, test } from "bun:test";
import { parseUrl } from "../../../service/floor/strings/parse-url.ts";

test("an address is read, against a base too, and what is none is null", () => {
  expect(parseUrl("https://müller.example/a?b")?.href).toBe("https://xn--mller-kva.example/a?b");
  expect(parseUrl("../c", "https://a.example/b/d")?.href).toBe("https://a.example/c");
  for (const none of ["", "kein Wort", "/c", "https://"])
    expect([none, parseUrl(none)]).toEqual([none, null]);
});

test("a longer one than any that is kept is none", () => {
  const address = (length: number) => "https://a.example/".padEnd(length, "x");
  expect(parseUrl(address(8_192))?.href).toBe(address(8_192));
  expect(parseUrl(address(8_193))).toBeNull();
});

test("a run of marks that no host has is none, whatever is hidden in it", () => {
  const address = (host: string) => `https://a${host}.example/`;
  expect(parseUrl(address("\u0315".repeat(15) + "\u0316".repeat(15)))?.protocol).toBe("https:");
  for (const run of [
    "\u0315\u0316",
    "\u0315\u00ad",
    "\u0315\u034f",
    "\u0315\uff9e",
    "\u0315%CC%96",
    "\u{16d67}",
  ])
    expect(parseUrl(address(run.repeat(31)))).toBeNull();
});
