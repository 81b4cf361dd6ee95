import type { ContactFields } from "../../features/media-contacts/schema.ts";

/** A contact by what differs from the usual one; clients are named by their slugs. */
export type DemoContact = Partial<Omit<ContactFields, "clientIds">> &
  Pick<ContactFields, "email" | "medium" | "topics"> & { clientSlugs?: readonly string[] };

const ms = { addressAs: "ms" as const };
const mr = { addressAs: "mr" as const };
const printed = "Impressum der Zeitschrift";

/** Twelve people and offices of media that do not exist. Mails to `.example` reach nobody. */
export const pressList: readonly DemoContact[] = [
  {
    ...{ ...ms, title: "Dr.", firstName: "Sabine", lastName: "Kroll", role: "Ressort Wirtschaft" },
    ...{ email: "s.kroll@isar-kurier.example", medium: "Isar-Kurier", regions: ["München"] },
    ...{ topics: ["Wirtschaft", "Energie"], source: "Impressum der Zeitung" },
  },
  {
    ...{ ...mr, firstName: "Tobias", lastName: "Reiter", role: "Chefredakteur", source: printed },
    ...{ email: "reiter@tga-rundschau.example", medium: "TGA-Rundschau" },
    topics: ["Wärmepumpen", "Haustechnik"],
  },
  {
    ...{ email: "redaktion@bestandsbau.example", medium: "Der Bestandsbau", role: "Redaktion" },
    ...{ topics: ["Altbau", "Wärmepumpen"], source: printed },
  },
  {
    ...{ ...ms, firstName: "Aylin", lastName: "Demir", role: "Redakteurin" },
    ...{ email: "demir@energie-und-haus.example", medium: "Energie und Haus", regions: ["München"] },
    ...{ topics: ["Wärmepumpen", "Förderung"], source: "Visitenkarte, Messe in Nürnberg" },
  },
  {
    ...{ ...mr, firstName: "Jens", lastName: "Petersen", role: "Ressort Verkehr" },
    ...{ email: "petersen@elbe-echo.example", medium: "Elbe-Echo", regions: ["Hamburg"] },
    ...{ topics: ["Lastenräder", "Verkehr"], clientSlugs: ["linnea-lastenraeder"] },
  },
  {
    ...{ ...ms, firstName: "Marie", lastName: "Lechner", role: "Redakteurin", country: "AT" },
    ...{ email: "lechner@wiener-bautage.example", medium: "Wiener Bautage", topics: ["Wärmepumpen"] },
    ...{ basis: "consent", basisReason: "Zusage per E-Mail", basisOn: "2026-03-12" },
    source: "Anfrage der Redaktion",
  },
  {
    // Austria wants consent: the rules leave this one out.
    ...{ ...mr, firstName: "Lukas", lastName: "Steiner", role: "Redakteur", country: "AT" },
    ...{ email: "steiner@alpen-energie.example", medium: "Alpen-Energie", topics: ["Wärmepumpen"] },
    source: printed,
  },
  {
    ...{ ...ms, firstName: "Claire", lastName: "Rochat", role: "Fachredaktion", country: "CH" },
    ...{ email: "rochat@gebaeude-schweiz.example", medium: "Gebäude Schweiz", source: printed },
    topics: ["Wärmepumpen", "Haustechnik"],
  },
  {
    ...{ ...mr, firstName: "Thomas", lastName: "Lindner", role: "Redakteur", source: printed },
    ...{ email: "lindner@sanitaer-woche.example", medium: "Sanitär-Woche", topics: ["Wärmepumpen"] },
  },
  {
    ...{ email: "redaktion@heimwerk.example", medium: "Heimwerk", role: "Redaktion", source: printed },
    topics: ["Wärmepumpen", "Selbermachen"],
  },
  {
    ...{ ...ms, firstName: "Johanna", lastName: "Vogt", role: "Redaktion Wissen" },
    ...{ email: "vogt@radio-alpenrand.example", medium: "Radio Alpenrand", regions: ["München"] },
    ...{ topics: ["Energie"], basis: "own_request", basisOn: "2026-06-02", source: "Anruf der Redaktion" },
  },
  {
    ...{ ...ms, firstName: "Nele", lastName: "Brandt", role: "Redakteurin", source: printed },
    ...{ email: "brandt@backstube-heute.example", medium: "Backstube heute", topics: ["Backwaren"] },
    clientSlugs: ["kornfeld-bio-backwaren"],
  },
];

/** Whose mailbox is gone: the demo's mail server refuses it. */
export const goneAddress = "lindner@sanitaer-woche.example";
/** Who wants no more mails after this one. */
export const objectingAddress = "redaktion@heimwerk.example";

export const topicList = { name: "Fachpresse Wärmepumpen", topics: ["Wärmepumpen"] };
/** By hand; one of them is in the other list too. */
export const regionalList = {
  name: "München und Umland",
  addresses: [
    "s.kroll@isar-kurier.example",
    "vogt@radio-alpenrand.example",
    "demir@energie-und-haus.example",
  ],
};

export const mailingClientSlug = "heliora-waermetechnik";
export const mailingMessage = `{Anrede},

zwei Jahre lang haben 214 Familien im Altbau mit einer Wärmepumpe geheizt. Die Ergebnisse liegen jetzt vor, mit Messwerten zu jedem Haus. Für ein Gespräch mit dem Entwicklungsleiter melden Sie sich gern bei mir.

Viele Grüße
Meike Thomsen`;
export const noticeUrl = "https://www.hafenblick.example/datenschutz-presse";

/** What some of the media made of it. In print, so that nobody looks for a page that is not there. */
export const clippings = [
  { medium: "Isar-Kurier", headline: "Wärmepumpe im Altbau: Es geht doch", place: "S. 9" },
  { medium: "TGA-Rundschau", headline: "Feldtest: Abgleich schlägt Dämmung", place: "S. 22" },
  { medium: "Der Bestandsbau", headline: "214 Häuser, zwei Winter, ein Befund", place: "S. 4" },
] as const;
