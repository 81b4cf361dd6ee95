import { contactColumns } from "../../../../features/insights/import/contact-kind.ts";
import { contactHeading } from "../../../../features/media-contacts/export-contacts.ts";
import { counted, formatCount } from "../../../../floor/web/format.ts";
import { optionalPickField } from "../../forms/choice-fields.ts";
import { importListDefinitions } from "../imports/imports-page.ts";
import { columnField, forAllField } from "../imports/mapping-form.ts";
import type { ImportSection } from "../imports/section.ts";
import { uploadDefinitions } from "../imports/upload.ts";
import { uploadDetailDefinitions } from "../imports/upload-detail.ts";
import { optionsOf } from "./fields.ts";
import { contactImportPath, distributionPath, tabsHtml } from "./paths.ts";

const examples = [
  "Frau;Dr.;Ada;Ahrens;ada.ahrens@hafenblatt.example;;Hafenblatt;Wirtschaft;Logistik | Häfen;Bremen;de;DE;ja;Interesse;;;Impressum der Zeitung;;alle",
  ";;;;redaktion@wienerlogistik.example;;Wiener Logistik;Redaktion;Logistik;Wien;de;AT;ja;Einwilligung;Per E-Mail zugesagt;02.11.2026;Anfrage der Redaktion;;alle",
];
/** What may be the same for all rows, with an example. */
const forAll: Readonly<Record<string, string>> = {
  source: "Zum Beispiel „Impressen der Medien, Oktober 2026“.",
  basis: "Interesse, Einwilligung oder Wunsch.",
  basis_reason: "Zum Beispiel „schreiben über Logistik“.",
  country: "Zum Beispiel DE.",
  editorial: "Schreiben Sie ja, wenn alle Adressen redaktionell sind.",
};

const objectionHint =
  "Wo dort „ja“ oder ein Tag steht, wird die Adresse nicht aufgenommen und bekommt auch später keinen Aussand.";

const listField = optionalPickField({
  label: "Alle Kontakte der Datei in diese Liste",
  hint: "Auch die, die es schon gibt. Neue Listen legen Sie vorher unter „Listen“ an.",
  emptyLabel: "In keine Liste",
});

const section: ImportSection = {
  ...{ path: contactImportPath, partsPath: `${contactImportPath}/stuecke`, label: "Import" },
  ...{ action: "distribution.import", kind: "media-contacts", kinds: { "media-contacts": "Kontakte" } },
  tabs: (visit) => tabsHtml(visit, contactImportPath),
  template: {
    fileName: "verteiler-vorlage.csv",
    text: [[...contactHeading, "Kunden"].join(";"), ...examples, ""].join("\n"),
  },
  file: {
    label: "CSV-Datei oder Visitenkarten (vCard)",
    hint: "Jede Zeile braucht Adresse, Medium, Land, Herkunft der Adresse und Rechtsgrundlage. Was in der Datei fehlt, können Sie danach für alle Zeilen angeben.",
    accept: ".csv,.txt,.vcf,text/csv,text/vcard",
  },
  empty: "Nehmen Sie die CSV-Datei oder die Visitenkarten Ihres bisherigen Verteilers, oder unsere Vorlage.",
  again: "Kontakte, die schon im Verteiler sind, bleiben unverändert.",
  fields: Object.fromEntries(
    contactColumns.flatMap(({ name, isOptional = false }) => [
      [name, columnField(name, { isOptional, ...(name === "objected" && { hint: objectionHint }) })],
      ...(name === "lists" ? [["lists_all", listField] as const] : []),
      ...(name in forAll ? [[`${name}_all`, forAllField(name, forAll[name] ?? "")] as const] : []),
    ]),
  ),
  options: async (context) => ({ lists_all: (await optionsOf(context)).listIds ?? [] }),
  done: ({ inserted, replaced, objected = 0 }) =>
    [
      counted(inserted, "neuer Kontakt.", "neue Kontakte."),
      replaced === 1 && "1 Zeile nennt eine Adresse, die es schon gab: Der Kontakt ist unverändert.",
      replaced > 1 &&
        `${formatCount(replaced)} Zeilen nennen Adressen, die es schon gab: Die Kontakte sind unverändert.`,
      objected === 1 && "1 hat widersprochen und ist nicht aufgenommen.",
      objected > 1 && `${formatCount(objected)} haben widersprochen und sind nicht aufgenommen.`,
    ]
      .filter(Boolean)
      .join(" "),
  link: { label: "Verteiler ansehen", href: distributionPath },
};

export const contactImportDefinitions = [
  ...importListDefinitions(section),
  ...uploadDefinitions(section),
  ...uploadDetailDefinitions(section),
];
