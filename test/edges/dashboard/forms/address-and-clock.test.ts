import { expect, test } from "bun:test";
import { addressField, optionalAddressField } from "../../../../service/edges/dashboard/forms/text-fields.ts";
import { clockField } from "../../../../service/edges/dashboard/forms/value-fields.ts";

const field = optionalAddressField({ label: "Adresse", charactersMax: 30 });

test.each([
  ["www.kunde.de", "https://www.kunde.de"],
  [" WWW.kunde.de/a ", "https://WWW.kunde.de/a"],
  ["https://www.kunde.de", "https://www.kunde.de"],
  ["http://kunde.de", "http://kunde.de"],
  ["kunde.de", "kunde.de"],
  ["wwwkunde.de", "wwwkunde.de"],
  ["", null],
])("the address %p is read as %p", (typed, value) => {
  expect(field.read([typed])).toEqual({ value });
});

test("the scheme counts as a part of the address, and one that has to be there is missed", () => {
  expect(field.read([`www.${"a".repeat(18)}`])).toEqual({ value: `https://www.${"a".repeat(18)}` });
  expect(field.read([`www.${"a".repeat(19)}`])).toHaveProperty("problem");
  expect(addressField({ label: "Adresse", charactersMax: 30 }).read([" "])).toHaveProperty("problem");
});

test.each(["00:00", "08:30", "23:59"])("%s is a time", (typed) => {
  expect(clockField({ label: "Uhrzeit" }).read([typed])).toEqual({ value: typed });
});

test.each(["24:00", "8:30", "08:60", "", "08:30:00"])("%p is none", (typed) => {
  expect(clockField({ label: "Uhrzeit" }).read([typed])).toHaveProperty("problem");
});
