import { expect, test } from "bun:test";
import { contactProblems } from "../../../service/features/media-contacts/rules.ts";
import { contactFields } from "./support.ts";

const today = "2028-03-01";

test.each([
  ["2028-03-01", true],
  ["2028-02-29", true],
  ["2028-03-02", false],
  ["2027-02-29", false],
  ["2028-02-30", false],
  ["2028-2-9", false],
])("somebody who agreed on %s can be stored: %p", (basisOn, isRight) => {
  const fields = contactFields({ basis: "consent", basisReason: "Telefonat", basisOn });
  expect(contactProblems(fields, today).map(({ field }) => field)).toEqual(isRight ? [] : ["basisOn"]);
});
