import { expect, test } from "bun:test";
import { detailsText } from "../../../../service/edges/dashboard/pages/settings/protocol-details.ts";

test.each([
  ["2026-12-04T16:30:00Z", "4. Dezember 2026, 17:30 Uhr"],
  ["2026-07-04T15:30:00.123Z", "4. Juli 2026, 17:30 Uhr"],
  ["2026-13-45T99:99:99Z", "2026-13-45T99:99:99Z"],
  ["2026-11-01T24:00:01Z", "2026-11-01T24:00:01Z"],
])("the log shows a name or moment %s as %s", (name, text) => {
  const teller = { timeZone: "Europe/Berlin", clientNames: new Map<number, string>() };
  expect(detailsText(teller, { name })).toBe(`Name: ${text}`);
});
