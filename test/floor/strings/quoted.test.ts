import { expect, test } from "bun:test";
import { quoted } from "../../../service/floor/strings/quoted.ts";

test.each([
  ["Neues Werk", "„Neues Werk“"],
  ["„Tag der offenen Tür“ lockt Besucher", "„‚Tag der offenen Tür‘ lockt Besucher“"],
  ['Preis für "Heliora" und "Terra"', "„Preis für ‚Heliora‘ und ‚Terra‘“"],
  ["Ein “Meilenstein” für Bremen", "„Ein ‚Meilenstein‘ für Bremen“"],
  ['Neuer Monitor mit 24"', '„Neuer Monitor mit 24"“'],
])("%s is quoted with single marks within", (text, shown) => {
  expect(quoted(text)).toBe(shown);
});
