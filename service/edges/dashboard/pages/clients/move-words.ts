import type { LeftReason, MissingReason, MoveFault, MoveState } from "../../../../features/moving/schema.ts";

export const stateWords: Readonly<Record<MoveState, string>> = {
  receiving: "wartet auf die Datei",
  checking: "wird gelesen",
  checked: "Probelauf fertig",
  running: "wird übernommen",
  stopped: "angehalten",
  done: "übernommen",
  failed: "nicht übernommen",
};

export const faultWords: Readonly<Record<MoveFault, string>> = {
  no_texts:
    "In der Datei stehen keine Texte. Wählen Sie eine mit Texten; in WordPress ist das unter „Werkzeuge“ der Export „Alle Inhalte“.",
  too_many_texts: "Die Datei hat mehr als 5.000 Texte. Teilen Sie den Export nach Jahren.",
  forbidden_xml:
    "Die Datei vereinbart eigene XML-Zeichen („ENTITY“). Das braucht kein Export: Erzeugen Sie ihn neu.",
  columns_missing:
    "Der Tabelle fehlt eine Spalte. Nötig sind „Titel“, „Datum“ und „Text“: Ergänzen Sie die erste Zeile.",
  not_readable:
    "Die Datei lässt sich nicht lesen. Nehmen Sie einen WordPress-Export (XML), einen Feed (RSS oder Atom), eine CSV-Datei oder ein ZIP mit CSV-Datei und Bildern.",
  feed_failed:
    "Der Feed war nicht zu lesen. Prüfen Sie die Adresse, oder speichern Sie den Feed als Datei und laden Sie ihn hoch; das geht auch mit mehr als 1 MB.",
  file_gone:
    "Die Datei ist nicht mehr da; wir heben sie sieben Tage auf. Beginnen Sie den Umzug neu: Was schon hier ist, kommt kein zweites Mal.",
  imprint_missing: "Der Newsroom hat noch kein Impressum. Tragen Sie es ein, und machen Sie dann weiter.",
  client_archived: "Der Kunde ist archiviert. Holen Sie ihn zurück, und machen Sie dann weiter.",
  no_room:
    "Für weitere Bilder ist kein Platz. Löschen Sie Dateien, die nicht gebraucht werden, und machen Sie dann weiter.",
  too_many_pictures:
    "Dieser Umzug hat 4 GB Bilder erreicht, mehr nimmt einer nicht auf. Verwerfen Sie ihn, und beginnen Sie ihn mit derselben Datei neu: Was schon hier ist, kommt kein zweites Mal.",
  server_silent:
    "Der bisherige Server hat bei drei Texten hintereinander kein Bild geliefert. Zwei davon sind ohne ihre Bilder übernommen, der dritte wartet wie alle übrigen. Machen Sie weiter, sobald der Server wieder antwortet. Gibt es ihn nicht mehr, kommen die übrigen Texte ohne die Bilder, die noch nicht hier sind; diese lassen sich später nur mit einer Berichtigung ergänzen.",
  too_many_attempts:
    "Die Übernahme ist mehrmals abgebrochen. Machen Sie weiter; hilft das nicht, fragen Sie den Betreiber.",
};

export const leftWords: Readonly<Record<LeftReason, string>> = {
  no_title: "hat keine Überschrift",
  no_text: "hat keinen Text",
  only_summary: "ist nur der Anfang eines Textes",
  too_long: "ist länger als 100.000 Zeichen",
  too_many_parts: "hat zu viele Links, Bilder oder Tabellenzellen",
  no_date: "hat kein Datum, das sich lesen lässt",
  no_such_date: "hat ein Datum, das es nicht gibt oder das vor 1990 liegt",
  ambiguous_date:
    "hat ein Datum, bei dem Tag und Monat vertauscht sein können; schreiben Sie es wie 31.12.2019",
  no_language: "hat eine Sprache, die sich nicht lesen lässt; schreiben Sie sie wie „de“ oder „Englisch“",
  in_future: "hat ein Datum in der Zukunft",
  not_public: "ist nicht veröffentlicht oder braucht ein Passwort",
  no_release: "ist eine Seite und keine Meldung",
  not_readable: "ließ sich nicht lesen",
  twice: "steht zweimal in der Datei",
  known: "ist schon übernommen",
  refused: "ließ sich nicht anlegen; schreiben Sie diese Meldung von Hand",
};

export const missingWords: Readonly<Record<MissingReason, string>> = {
  other_host: "liegt auf einem anderen Server",
  not_found: "ist nicht zu finden",
  not_answered: "Server hat nicht geantwortet",
  too_large: "ist größer als 25 MB",
  no_picture: "ist kein lesbares Bild",
  no_credit: "liegt in der Mediathek, hat aber keinen Bildnachweis",
  no_alt: "liegt in der Mediathek, hat aber keinen Alternativtext",
};
