import type { FileFault, FileFaultCode } from "../../../../features/insights/import/faults.ts";
import {
  fillText,
  type RowProblem,
  type RowProblemCode,
  type Values,
} from "../../../../features/insights/import/row-problems.ts";

const dayForm = "Schreiben Sie den Tag wie 20.11.2026";
const problems: Readonly<Record<RowProblemCode, string>> = {
  empty: "ist leer",
  too_long: "„{text}“ ist zu lang",
  too_many_characters: "hat mehr als {max} Zeichen",
  too_many_addresses: "hat mehr als {max} Adressen",
  above_maximum: "„{text}“ ist größer als {max}",
  no_whole_number: "„{text}“: Erwartet wird eine ganze Zahl wie 1234 oder 1.234",
  no_number: "„{text}“: Erwartet wird eine Zahl wie 3,4",
  no_share: "„{text}“: Erwartet wird ein Anteil wie 5,2 %",
  no_day: `„{text}“: ${dayForm}`,
  no_such_day: `„{text}“: Diesen Tag gibt es nicht. ${dayForm}`,
  no_such_time: "„{text}“: Diese Uhrzeit gibt es nicht",
  ambiguous_day: `„{text}“: Tag und Monat sind nicht zu unterscheiden. ${dayForm}`,
  in_future: "„{text}“ liegt in der Zukunft",
  unknown_word: "„{text}“ ist kein bekanntes Wort dafür. Möglich sind {words}",
  no_web_address: "„{text}“ ist keine Webadresse. Schreiben Sie sie ganz, mit https://",
  no_mail_address:
    "„{text}“ ist keine E-Mail-Adresse. Schreiben Sie in jede Zeile eine, ohne Namen und Zeichen darum",
  no_telephone: "„{text}“ ist keine Telefonnummer. Schreiben Sie eine wie +49 30 1234-5",
  no_country: "„{text}“ ist kein Land. Schreiben Sie zum Beispiel DE",
  no_language: "„{text}“ ist keine Sprache. Schreiben Sie zum Beispiel de",
  several_releases: "„{text}“ ist die Überschrift mehrerer Meldungen. Nehmen Sie die Nummer",
  unknown_release: "Es gibt keine Meldung „{text}“. Nehmen Sie Nummer, Adresse oder Überschrift",
  unknown_number: "Es gibt keine Meldung mit der Nummer {number}",
  unknown_name: "„{text}“ gibt es nicht oder mehrmals. Nehmen Sie den genauen Namen",
  clicks_above_impressions: "{clicks} ist mehr als die {impressions} Impressionen",
  ends_before_start: "liegt vor dem Beginn des Zeitraums",
  no_runs: "Erwartet wird mindestens 1",
  above_runs: "{count} ist mehr als die {runs} Durchläufe",
  wrong_number_of_cells:
    "Die Zeile hat {cells} Zellen, die Kopfzeile {columns}. Setzen Sie Text mit Trennzeichen in Anführungszeichen",
  column_missing: "fehlt",
  column_twice: "kommt zweimal vor",
  mapped_column_missing: "Die Spalte „{text}“ hat die Datei nicht",
  mapped_no_column: "Diese Spalte kennen wir nicht",
  equivalent_value: "„{text}“ ist ein Anzeigenäquivalenzwert",
  composite_score: "„{text}“ ist eine zusammengesetzte Punktzahl",
  sum_of_reach: "„{text}“ ist eine summierte Reichweite",
  rank: "„{text}“ ist ein Rang",
};

const faults: Readonly<Record<FileFaultCode, string>> = {
  no_agency: "Diese Agentur gibt es nicht.",
  empty_file: "Die Datei ist leer.",
  no_heading: "Die Datei ist leer.",
  no_rows: "Die Datei hat eine Kopfzeile, aber keine Zeilen darunter.",
  utf16: "Die Datei ist in UTF-16 gespeichert. Speichern Sie sie als CSV in UTF-8.",
  broken_utf8:
    "Die Datei ist in UTF-8 gespeichert, und in Zeile {line} ist ein Zeichen beschädigt. Bessern Sie es aus oder speichern Sie die Datei neu als CSV in UTF-8.",
  markup:
    "Das ist eine Webseite oder ein XML-Dokument, auch wenn die Datei wie eine Tabelle heißt. Öffnen Sie sie in Ihrer Tabellenkalkulation und speichern Sie sie als CSV.",
  binary: "Das ist keine CSV-Datei. Speichern Sie die Tabelle als CSV.",
  too_large: "Die Datei ist größer als {max} Bytes. Teilen Sie sie.",
  too_many_rows: "Die Datei hat mehr als {max} Zeilen. Teilen Sie sie.",
  too_many_releases: "Die Datei nennt mehr als {max} verschiedene Meldungen. Teilen Sie sie.",
  too_many_objections: "Die Datei nennt mehr als {max} Adressen mit Widerspruch. Teilen Sie sie.",
  row_too_long:
    "Die Zeile {line} hat mehr als {max} Zeichen. Wahrscheinlich fehlt dort ein Anführungszeichen.",
  not_csv: "Ab Zeile {line} ist die Datei kein CSV: Bei „{near}“ stimmt ein Anführungszeichen nicht.",
  refused_columns: "Solche Werte nehmen wir nicht auf. Entfernen Sie die Spalten: {problems}.",
  columns_do_not_fit: "Die Spalten passen nicht: {problems}.",
  changed: "Die Datei hat sich beim Lesen geändert. Es ist nichts übernommen. Versuchen Sie es noch einmal.",
  given_up: "Der Import wurde unterbrochen. Es ist nichts übernommen. Versuchen Sie es noch einmal.",
  busy: "Gerade wird eine andere Datei Ihrer Agentur übernommen. Versuchen Sie es danach noch einmal.",
  too_many_attempts:
    "Der Import ist {max} Mal abgebrochen. Teilen Sie die Datei und versuchen Sie es noch einmal.",
  mapping_no_object: "Die Zuordnung der Spalten ist nicht lesbar.",
  mapping_unknown_column: "Die Zuordnung nennt eine Spalte, die wir nicht kennen.",
  mapping_bad_value: "Die Zuordnung zu „{column}“ ist nicht lesbar.",
  too_many_open: "Es sind schon {max} Dateien offen. Übernehmen Sie eine davon oder brechen Sie sie ab.",
};

export const columnLabels: Readonly<Record<string, string>> = {
  release_id: "Meldung",
  medium: "Medium",
  media_type: "Mediengattung",
  headline: "Überschrift",
  url: "Adresse",
  published_at: "Erschienen am",
  match_type: "Art des Treffers",
  reach: "Reichweite",
  source: "Quelle",
  ...{ email: "E-Mail", basis: "Rechtsgrundlage", basis_reason: "Grund", basis_on: "Tag der Einwilligung" },
  ...{ country: "Land", editorial: "Redaktionelle Adresse", address_as: "Anrede", title: "Titel" },
  ...{ first_name: "Vorname", last_name: "Nachname", role: "Funktion", phone: "Telefon", topics: "Themen" },
  ...{ regions: "Regionen", language: "Sprache", notes: "Notiz" },
  ...{ clients: "Nur für diese Kunden", lists: "Listen", objected: "Widerspruch" },
};

/** What may stand in columns of which each cell is one of a few words. */
export const columnWords: Readonly<Record<string, readonly string[]>> = {
  media_type: ["Online", "Zeitung", "Zeitschrift", "Radio", "Fernsehen", "Podcast", "Soziale Medien"],
  match_type: ["Volltext", "Auszug", "Nennung", "Link"],
  basis: ["Interesse", "Einwilligung", "Wunsch"],
  editorial: ["ja", "nein"],
  address_as: ["Frau", "Herr"],
  objected: ["ja", "nein", "ein Tag wie 20.11.2026"],
};

/** What is wrong with a row, in German. Quoted parts of the file stay as they are. */
export function germanReason(found: readonly RowProblem[]): string {
  return found
    .map(({ column, code, values }) => {
      const words = (columnWords[column ?? ""] ?? []).join(", ");
      const text = fillText(problems[code], { ...germanValues(values), words });
      return column === undefined ? text : `${columnLabels[column] ?? column}: ${text}`;
    })
    .join("; ");
}

/** Why a file could not be taken in as a whole, in German. */
export function germanFault({ code, values, problems: found }: FileFault): string {
  const { column } = values;
  return fillText(faults[code], {
    ...germanValues(values),
    ...(typeof column === "string" && { column: columnLabels[column] ?? column }),
    problems: germanReason(found),
  });
}

function germanValues(values: Values = {}): Values {
  const format = new Intl.NumberFormat("de-DE", { maximumFractionDigits: 20 });
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      // The number of a release or of a line is a name.
      typeof value === "number" && name !== "number" && name !== "line" ? format.format(value) : value,
    ]),
  );
}
