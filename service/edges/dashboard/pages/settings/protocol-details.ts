import { newsroomSettings, settingNames } from "../../../../features/clients/newsroom-settings.ts";
import { firstCharacters } from "../../../../floor/strings/first-characters.ts";
import { formatBytes, formatCount, formatMediaType } from "../../../../floor/web/format.ts";
import { momentText } from "../../parts/moment.ts";
import type { Visit } from "../../visit.ts";
import { recordedWays } from "../publication/record-section.ts";
import { roleLabels } from "./team.ts";
import { eventLabels } from "./webhooks/labels.ts";

/** What is longer is cut: a page has fifty of them. */
const detailsCharactersMax = 300;

/** What the log holds that a person can read. Ids and hashes are in the data export. */
const labels = new Map(
  Object.entries({
    name: "Name",
    email: "E-Mail-Adresse",
    role: "Rolle",
    clientIds: "Kunden",
    clients: "Kunden",
    campaigns: "Kampagnen",
    releases: "Meldungen",
    contacts: "Kontakte",
    version: "Fassung",
    draftVersion: "Fassung",
    personaVersion: "Fassung der Persona",
    host: "Adresse",
    issuer: "Aussteller",
    isRequired: "Nur so anmelden",
    events: "Ereignisse",
    eventType: "Ereignis",
    failedSince: "Gescheitert seit",
    oldSecretEndsAt: "Altes Geheimnis gilt bis",
    plan: "Tarif",
    hourlyLimit: "Anfragen je Stunde",
    credits: "Credits",
    amount: "Credits",
    recipients: "Empfänger",
    rhythm: "Wie oft",
    format: "Format",
    days: "Gültig für Tage",
    hasPassword: "Mit Passwort",
    isNarrowed: "Nur eine Auswahl",
    expiresAt: "Gültig bis",
    scheduledFor: "Termin",
    deleteAfter: "Wird gelöscht nach",
    correctionWithdrawn: "Berichtigung zurückgezogen",
    approvalInvalidated: "Freigabe hinfällig",
    canApprove: "Darf freigeben",
    wantsOnlineMail: "Mail „ist online“",
    exceptsRule: "Ausnahme von der Regel des Kunden",
    isInOrder: "Nacheinander",
    allowsRecorded: "Vermerken erlaubt",
    how: "Wie",
    givenAt: "Gegeben am",
    mediaType: "Art",
    bytes: "Größe",
    alt: "Alternativtext",
    caption: "Bildunterschrift",
    credit: "Bildnachweis",
    ended: "Beendete Abos",
    withoutPictures: "Ohne Bilder",
    resultCode: "Ergebnis",
    ...settingLabels(),
    timeZone: "Zeitzone",
    colorPrimary: "Hauptfarbe",
    colorSecondary: "Zweite Farbe",
    senderName: "Absender",
    replyTo: "Antwortadresse",
    conversionLabels: "Namen der Conversions",
    retentionMonths: "Löschen nach Monaten",
    noticeUrl: "Datenschutzhinweis",
    logo: "Logo",
    changed: "Geändert",
    fields: "Geändert",
    before: "Vorher",
    after: "Nachher",
  }),
);

const words = new Map(
  Object.entries({
    ...roleLabels,
    ...eventLabels,
    ...recordedWays,
    link: "über den Link in der Mail",
    entered: "eingetragen",
    weekly: "jede Woche",
    monthly: "jeden Monat",
    ok: "gelungen",
  }),
);

/** Where a text is a code. Elsewhere somebody wrote it: a key may be called "owner". */
const codedKeys = new Set(["role", "events", "eventType", "rhythm", "how", "resultCode", "before", "after"]);

const momentPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

function settingLabels(): Record<string, string> {
  return Object.fromEntries(
    settingNames.flatMap((name) => {
      const { auditLabel = null } = newsroomSettings[name];
      return auditLabel === null ? [] : [[name, auditLabel]];
    }),
  );
}

type Teller = Pick<Visit, "timeZone"> & { clientNames: ReadonlyMap<number, string> };

/** "Rolle: Redaktion; Kunden: alle": the facts of an act. Empty where it has none that a person can read. */
export function detailsText(teller: Teller, details: Readonly<Record<string, unknown>>): string {
  const text = factsOf(teller, details).join("; ");
  const beginning = firstCharacters(text, detailsCharactersMax);
  return beginning === text ? text : `${beginning} …`;
}

/** In the order of the labels: the database sorts the members of an object in its own way. */
function factsOf(teller: Teller, details: object): string[] {
  const values = new Map<string, unknown>(Object.entries(details));
  return [...labels].flatMap(([key, label]) => {
    const text = values.has(key) ? valueText(teller, key, values.get(key)) : "";
    return text === "" ? [] : [`${label}: ${text}`];
  });
}

function valueText(teller: Teller, key: string, value: unknown): string {
  if (key === "clientIds") return clientsText(teller, value);
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "ja" : "nein";
  if (typeof value === "number") return key === "bytes" ? formatBytes(value) : formatCount(value);
  if (typeof value === "string") return wordsOf(teller, key, value);
  if (Array.isArray(value)) return listText(teller, key, value);
  return `(${factsOf(teller, value).join("; ")})`;
}

function wordsOf({ timeZone }: Teller, key: string, value: string): string {
  if (key === "mediaType") return formatMediaType(value);
  // Names are anybody's: one that only looks like a moment kept the whole log from being shown.
  if (momentPattern.test(value) && !Number.isNaN(Date.parse(value)))
    return momentText({ timeZone }, new Date(value));
  return codedKeys.has(key) ? (words.get(value) ?? value) : value;
}

/** Names of fields that have no words are left out. */
function listText(teller: Teller, key: string, values: readonly unknown[]): string {
  const areFields = key === "changed" || key === "fields";
  const texts = values.map((each) =>
    areFields ? (labels.get(String(each)) ?? "") : valueText(teller, key, each),
  );
  return texts.filter((text) => text !== "").join(", ");
}

function clientsText({ clientNames }: Teller, clientIds: unknown): string {
  if (!Array.isArray(clientIds)) return "alle";
  return clientIds.map((id) => clientNames.get(Number(id)) ?? "ein anderer Kunde").join(", ");
}
