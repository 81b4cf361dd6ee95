import { tableFacts } from "./table-facts.ts";

export type ExportedFile = {
  name: string;
  /** Null for a file that is no table. */
  table: string | null;
  columns: string[];
  rows: number;
  bytes: number;
  sha256: string;
};

/** What an agency's people read first in the archive. */
export function readMe(agencyName: string, exportedAt: Date, files: readonly ExportedFile[]): string {
  const german = new Map(
    tableFacts.flatMap((facts) =>
      "german" in facts.export ? [[facts.table, facts.export.german] as const] : [],
    ),
  );
  const lines = files.flatMap(({ name, table, rows }) =>
    table === null ? [] : [`${name}\n    ${german.get(table) ?? ""}; Zeilen: ${rows}`],
  );
  return `Alle Daten der Agentur ${agencyName}
Stand: ${exportedAt.toISOString()} (UTC)

Dieses Archiv enthält alles, was der Agentur gehört. Es lässt sich mit jedem
üblichen Programm öffnen. Jede Datei mit der Endung .jsonl ist Text in UTF-8:
In jeder Zeile steht ein Datensatz als JSON-Objekt. Die Namen der Felder sind
die der Datenbank; manifest.json nennt sie für jede Datei, dazu die Zahl der
Zeilen, die Größe und den SHA-256-Wert, mit dem sich prüfen lässt, ob eine
Datei vollständig und unverändert ist. Bilder und Dateien liegen im Ordner
files, jede im Ordner ihrer Kennung aus asset.jsonl; ihre SHA-256-Werte stehen
in media_blob.jsonl.

Datensätze, die sich während des Exports geändert haben, stehen so darin, wie
sie in dem Augenblick waren, in dem sie gelesen wurden. Nicht enthalten sind
Schlüssel, Geheimnisse und ihre Prüfwerte.

Dateien

${lines.join("\n\n")}
`;
}
