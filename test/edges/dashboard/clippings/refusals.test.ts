import { expect, test } from "bun:test";
import {
  columnWords,
  germanReason,
} from "../../../../service/edges/dashboard/pages/imports/german-reasons.ts";
import { readCells } from "../../../../service/features/insights/import/cells.ts";
import { type ImportKind, kindsOfImport } from "../../../../service/features/insights/import/kinds.ts";
import { startUpload } from "../../../../service/features/insights/uploads/receive-upload.ts";
import { handOver } from "../../../features/insights/support.ts";
import { serviceScene } from "../../../support/cast.ts";
import { until } from "../../../support/until.ts";

const { service, agency, owner } = serviceScene("server", { LOOPS: "on" });

const mapping = {
  release_id: "Meldung",
  medium: "Medium",
  headline: "Titel",
  url: "Link",
  published_at: "Datum",
  media_type_all: "Online",
  match_type_all: "Link",
  source_all: "Dienst",
};

async function upload(text: string): Promise<string> {
  return (await handOver(service.sql, agency.agencyId, text)).id;
}

test("a page from before the service was renewed is told to load anew, at each step of its upload", async () => {
  const input = { kind: "media-mentions", fileName: "a.csv", bytes: 2 } as const;
  const id = await startUpload(service.sql, agency.agencyId, input);
  for (const step of ["anfang", `${id}/teil/0`, `${id}/fertig`]) {
    const answer = await owner.post(`/app/clippings/importe/${step}`, { name: "a.csv" });
    expect([answer.status, await answer.json()]).toEqual([
      409,
      { message: expect.stringContaining("Laden Sie die Seite neu") },
    ]);
  }
});

test("a file with a column that is not taken in is refused on its page, in German and with the column's name", async () => {
  const id = await upload(
    "Meldung;Medium;Titel;Link;Datum;AÄW (EUR)\n1;M;T;https://m.example/;2026-11-02;5\n",
  );
  const response = await owner.post(`/app/clippings/importe/${id}/uebernehmen`, mapping);
  expect(response.status).toBe(400);
  expect(await response.text()).toContain(
    "Solche Werte nehmen wir nicht auf. Entfernen Sie die Spalten: „AÄW (EUR)“ ist ein Anzeigenäquivalenzwert.",
  );
});

test("rows that are wrong are told in German, whatever is wrong with them", async () => {
  const id = await upload("Meldung;Medium;Titel;Link;Datum\nx;M;;ftp://m.example;02/11/2026\n1;M\n");
  const response = await owner.post(`/app/clippings/importe/${id}/uebernehmen`, mapping);
  expect(response.status).toBe(303);
  const page = await until("the import has ended", async () => {
    const text = await (await owner.get(`/app/clippings/importe/${id}`)).text();
    return text.includes("Zeilen stimmen nicht") && text;
  });
  expect(page).toContain("Meldung: Es gibt keine Meldung „x“.");
  expect(page).toContain("Überschrift: ist leer");
  expect(page).toContain(
    "Adresse: „ftp://m.example“ ist keine Webadresse. Schreiben Sie sie ganz, mit https://",
  );
  expect(page).toContain("„02/11/2026“: Tag und Monat sind nicht zu unterscheiden.");
  expect(page).toContain("Die Zeile hat 2 Zellen, die Kopfzeile 5.");
});

test.each([
  ["media-mentions", "media_type"],
  ["media-mentions", "match_type"],
  ["media-contacts", "basis"],
  ["media-contacts", "editorial"],
  ["media-contacts", "address_as"],
  ["media-contacts", "objected"],
] as const)("a word that is unknown is told with those that %s take in %s", (kind, column) => {
  const told = problemsOf(kind, column, "Quatsch");
  const words = columnWords[column] ?? [];
  expect(germanReason(told)).toEndWith(
    `„Quatsch“ ist kein bekanntes Wort dafür. Möglich sind ${words.join(", ")}`,
  );
  for (const word of words) expect(problemsOf(kind, column, word)).toEqual([]);
});

function problemsOf(kind: ImportKind, column: string, cell: string) {
  const map = { positions: new Map([[column, 0]]), constants: new Map<string, string>() };
  const cells = readCells([cell], map, () => ({ problem: "unknown_release" }));
  kindsOfImport[kind].read(cells);
  return cells.problems.filter((problem) => problem.column === column);
}
