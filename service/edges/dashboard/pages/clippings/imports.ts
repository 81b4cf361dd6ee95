import { findUploadOf } from "../../../../features/insights/uploads/sql.ts";
import { counted } from "../../../../floor/web/format.ts";
import { defineRawForm } from "../../definition.ts";
import { uuidInPath } from "../../parts/path-id.ts";
import { importListDefinitions } from "../imports/imports-page.ts";
import { columnField, forAllField } from "../imports/mapping-form.ts";
import type { ImportSection } from "../imports/section.ts";
import { uploadDefinitions } from "../imports/upload.ts";
import { uploadDetailDefinitions } from "../imports/upload-detail.ts";
import { clippingsPath, importsPath } from "./paths.ts";
import { tabsHtml } from "./tabs.ts";

const kind = "media-mentions";
const template = `Meldung;Medium;Mediengattung;Überschrift;Adresse;Erschienen am;Trefferart;Reichweite;Quelle
42;Weser-Kurier;Tageszeitung;Neues Werk in Bremen eröffnet;;02.11.2026;Auszug;120.000;Clipping-Dienst
https://presse.example/newsroom/kunde/neues-werk;Hafenblog;Online;Ein Werk für Bremen;https://hafenblog.example/werk;2026-11-03;Nennung;;Eigene Suche
`;

const section: ImportSection = {
  ...{
    path: importsPath,
    partsPath: `${importsPath}/teile`,
    action: "clippings.import",
    kind,
    label: "Importe",
  },
  kinds: { [kind]: "Clippings", "search-visibility": "Suchmaschinen", "ai-visibility": "KI-Antworten" },
  tabs: (visit) => tabsHtml(visit, importsPath),
  template: { fileName: "clippings-vorlage.csv", text: template },
  file: {
    label: "CSV-Datei",
    hint: "Bis 256 MB und eine Million Zeilen, mit Komma, Semikolon oder Tabulator, in UTF-8 oder aus Excel (Windows-1252).",
    accept: ".csv,.txt,text/csv",
  },
  empty: "Nehmen Sie die CSV-Datei Ihres Clipping-Dienstes oder unsere Vorlage.",
  again: "Dieselbe Datei zählt nur einmal.",
  fields: {
    release_id: columnField("release_id", { hint: "Nummer, Adresse oder Überschrift der Meldung." }),
    release_id_all: forAllField(
      "release_id",
      "Wenn die ganze Datei von einer Meldung handelt: Nummer, Adresse oder Überschrift.",
    ),
    medium: columnField("medium"),
    media_type: columnField("media_type", { hint: "Wörter wie Online, Tageszeitung, Hörfunk, TV, Podcast." }),
    media_type_all: forAllField("media_type", "Zum Beispiel Online."),
    headline: columnField("headline"),
    url: columnField("url", { hint: "Darf bei Print, Radio, Fernsehen und Podcasts leer sein." }),
    published_at: columnField("published_at"),
    match_type: columnField("match_type", { hint: "Wörter wie Volltext, Auszug, Nennung, Link." }),
    match_type_all: forAllField("match_type", "Zum Beispiel Nennung."),
    reach: columnField("reach", { hint: "Sie gilt immer als geschätzt.", isOptional: true }),
    source: columnField("source", { hint: "Wer die Treffer gefunden hat." }),
    source_all: forAllField("source", "Zum Beispiel der Name Ihres Clipping-Dienstes."),
  },
  done: ({ rows, inserted, replaced }) =>
    `${counted(rows, "Zeile", "Zeilen")}: ${counted(inserted, "neues Clipping", "neue Clippings")}${replaced === 0 ? "" : `, ${counted(replaced, "früherer Eintrag", "frühere Einträge")} ersetzt`}.`,
  link: { label: "Clippings ansehen", href: clippingsPath },
};

/** Until 0.4.0: what scripts of pages of 0.2.0 ask for. Their file is still on the disk of whoever chose it. */
const earlierForms = [
  defineRawForm({ path: `${importsPath}/anfang`, action: "clippings.import", handle: async () => renewed() }),
  ...(["teil/:position", "fertig"] as const).map((end) =>
    defineRawForm({
      path: `${importsPath}/:uploadId/${end}`,
      action: "clippings.import",
      async handle(context) {
        const { visit, deps, params } = context;
        await findUploadOf(deps.sql, visit.agencyId, { id: uuidInPath(params.uploadId), kind });
        return renewed();
      },
    }),
  ),
];

export const clippingImportDefinitions = [
  ...importListDefinitions(section),
  ...uploadDefinitions(section),
  ...uploadDetailDefinitions(section),
  ...earlierForms,
];

function renewed(): Response {
  const message =
    "Der Dienst wurde eben erneuert. Es wurde nichts gespeichert. Laden Sie die Seite neu und wählen Sie die Datei noch einmal.";
  return Response.json({ message }, { status: 409 });
}
