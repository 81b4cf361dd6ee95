/** What the reader of files says of a row or a file, in German. Quoted parts of the file stay as they are. */
const phrases: readonly [RegExp, string][] = [
  [/^is empty$/, "ist leer"],
  [/^is too long$/, "ist zu lang"],
  [/^has more than (\d+) (characters|addresses)$/, "hat mehr als $1 Zeichen oder Adressen"],
  [/^is more than (\d+)$/, "ist größer als $1"],
  [/^lies in the future$/, "liegt in der Zukunft"],
  [/^expected a whole number.*$/, "Erwartet wird eine ganze Zahl wie 1234 oder 1.234"],
  [/^expected a number.*$/, "Erwartet wird eine Zahl wie 3,4"],
  [/^expected a share.*$/, "Erwartet wird ein Anteil wie 5,2 %"],
  [/^there is no such day.*$/, "Diesen Tag gibt es nicht. Schreiben Sie ihn wie 20.11.2026"],
  [/^there is no such time of day$/, "Diese Uhrzeit gibt es nicht"],
  [/^the day could be.*$/, "Tag und Monat sind nicht zu unterscheiden. Schreiben Sie ihn wie 20.11.2026"],
  [/^write it like.*$/, "Schreiben Sie den Tag wie 20.11.2026"],
  [/^(".*") is none of .*$/, "$1 ist kein bekanntes Wort dafür"],
  [/^(".*") is no http or https address$/, "$1 ist keine Webadresse"],
  [
    /^(".*") is the headline of several releases.*$/,
    "$1 ist die Überschrift mehrerer Meldungen. Nehmen Sie die Nummer",
  ],
  [
    /^the agency has no release "(.*)".*$/,
    "Es gibt keine Meldung „$1“. Nehmen Sie Nummer, Adresse oder Überschrift",
  ],
  [/^the agency has no release (\d+)$/, "Es gibt keine Meldung mit der Nummer $1"],
  [
    /^has (\d+) cells, and the heading (\d+).*$/,
    "Die Zeile hat $1 Zellen, die Kopfzeile $2. Setzen Sie Text mit Trennzeichen in Anführungszeichen",
  ],
];

const faults: readonly [RegExp, string][] = [
  [/UTF-16/, "Die Datei ist in UTF-16 gespeichert. Speichern Sie sie als CSV in UTF-8."],
  [/NUL bytes/, "Das ist keine CSV-Datei. Speichern Sie die Tabelle als CSV."],
  [/is empty|has no heading/, "Die Datei ist leer."],
  [/heading and no rows/, "Die Datei hat eine Kopfzeile, aber keine Zeilen darunter."],
  [/more than 1000000 rows/, "Die Datei hat mehr als 1.000.000 Zeilen. Teilen Sie sie."],
  [/more than \d+ bytes|at most \d+ bytes/, "Die Datei ist größer als 256 MB. Teilen Sie sie."],
  [
    /From line (\d+) on|^Line (\d+):/,
    "Ab Zeile $1$2 ist die Datei kein CSV: Dort fehlt ein Anführungszeichen.",
  ],
  [
    /not imported\. Remove them/,
    "Die Datei hat Spalten mit Anzeigenwert, Punktzahl, summierter Reichweite oder Rang. Solche Werte nehmen wir nicht auf. Entfernen Sie die Spalten.",
  ],
  [/stands twice/, "Eine Spalte kommt zweimal vor. Entfernen Sie eine davon."],
  [
    /too_many_attempts/,
    "Der Import ist mehrmals abgebrochen. Teilen Sie die Datei und versuchen Sie es noch einmal.",
  ],
];

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
};

/** A row's reason, such as `url: is empty; reach: "viel": expected …`. */
export function germanReason(reason: string): string {
  return reason
    .split("; ")
    .filter((part) => /^\w+: |^has /.test(part))
    .map((part) => {
      const [, column, , quote, problem = part] = /^(\w+): (("[^"]*"): )?(.*)$/s.exec(part) ?? [];
      const label = column === undefined ? "" : `${columnLabels[column] ?? column}: `;
      return `${label}${quote === undefined ? "" : `${quote}: `}${phraseOf(problem)}`;
    })
    .join("; ");
}

/** Why a file could not be read as a whole. */
export function germanFault(fault: string): string {
  const found = faults.find(([pattern]) => pattern.test(fault));
  if (found === undefined) return "Die Datei lässt sich nicht als Tabelle lesen.";
  const [pattern, german] = found;
  const [, ...groups] = pattern.exec(fault) ?? [];
  return german.replace(/\$(\d)/g, (_, digit) => groups[Number(digit) - 1] ?? "");
}

function phraseOf(problem: string): string {
  const found = phrases.find(([pattern]) => pattern.test(problem));
  return found === undefined ? problem : problem.replace(found[0], found[1]);
}
