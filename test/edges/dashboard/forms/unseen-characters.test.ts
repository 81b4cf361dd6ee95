import { expect, test } from "bun:test";
import { linesField } from "../../../../service/edges/dashboard/forms/list-fields.ts";
import {
  mailField,
  optionalTelephoneField,
  textField,
} from "../../../../service/edges/dashboard/forms/text-fields.ts";
import { phoneProblem } from "../../../../service/floor/web/field-rules.ts";

const label = "Feld";

test.each([
  ["\u202d+49 30 1234-5\u202c", "+49 30 1234-5"],
  ["+49\u00a030\u2009/\u202f1234\u20135", "+49 30 / 1234-5"],
  ["(030)\u200b 12\u201134\u22125", "(030) 12-34-5"],
  ["030 12 DW 5", "030 12 DW 5"],
])("a telephone number copied as %j is read as %s", (typed, read) => {
  expect(optionalTelephoneField({ label, charactersMax: 50 }).read([typed])).toEqual({ value: read });
  expect(phoneProblem("phone", read) === null).toBe(!read.includes("DW"));
});

test("what nobody sees around a line is left out, and within it stays", () => {
  expect(mailField({ label }).read(["\ufeff\u200banna@example.org\u00a0\u202c"])).toEqual({
    value: "anna@example.org",
  });
  const lines = linesField({ label, entriesMax: 2, charactersMax: 20 });
  expect(lines.read(["\u200banna@example.org\u200b\r\n\u200b\r\nbert@example.org"])).toEqual({
    value: ["anna@example.org", "bert@example.org"],
  });
  const line = textField({ label, charactersMax: 20 });
  expect(line.read(["\u200fשלום 👩\u200d👧 🏴\u{e0067}\u{e007f}"])).toEqual({
    value: "שלום 👩\u200d👧 🏴\u{e0067}\u{e007f}",
  });
  expect(line.read(["\u200b\u202e"])).toEqual({ problem: "Bitte füllen Sie dieses Feld aus." });
});
