import { expect, test } from "bun:test";
import { detailsText } from "../../../../service/edges/dashboard/pages/settings/protocol-details.ts";

const teller = { timeZone: "Europe/Berlin", clientNames: new Map<number, string>() };

test.each([
  ["2026-12-04T16:30:00Z", "4. Dezember 2026, 17:30 Uhr"],
  ["2026-07-04T15:30:00.123Z", "4. Juli 2026, 17:30 Uhr"],
  ["2026-13-45T99:99:99Z", "2026-13-45T99:99:99Z"],
  ["2026-11-01T24:00:01Z", "2026-11-01T24:00:01Z"],
])("the log shows a name or moment %s as %s", (name, text) => {
  expect(detailsText(teller, { name })).toBe(`Name: ${text}`);
});

test.each([
  [{ how: "telephone" }, "Wie: am Telefon"],
  [{ how: "meeting" }, "Wie: im Gespräch"],
  [{ how: "paper" }, "Wie: auf Papier"],
  [{ how: "other" }, "Wie: auf anderem Weg"],
  [{ how: "link" }, "Wie: über den Link in der Mail"],
  [{ how: "entered" }, "Wie: eingetragen"],
  [{ contacts: 1412 }, "Kontakte: 1.412"],
  [{ withoutPictures: true }, "Ohne Bilder: ja"],
  [
    {
      before: { retentionMonths: 24, noticeUrl: "https://agentur.example/hinweis" },
      after: { retentionMonths: 6, noticeUrl: null },
    },
    "Vorher: (Löschen nach Monaten: 24; Datenschutzhinweis: https://agentur.example/hinweis); Nachher: (Löschen nach Monaten: 6)",
  ],
])("the log shows %j in German", (details, text) => {
  expect(detailsText(teller, details)).toBe(text);
});
