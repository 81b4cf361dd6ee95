import { expect, test } from "bun:test";
import { countryCode, countryCodes, countryName } from "../../../service/features/media-contacts/rules.ts";

test("each country stands in the list once, under the code that holds today", () => {
  const names = countryCodes.map(countryName);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(countryCodes.length).toBeGreaterThan(240);
});

test.each([
  ["Frankreich", "FR"],
  ["united kingdom", "GB"],
  ["Russland", "RU"],
  ["de", "DE"],
  ["FX", null],
])("%s of a file is the country %p", (text, code) => {
  expect(countryCode(text)).toBe(code);
});
