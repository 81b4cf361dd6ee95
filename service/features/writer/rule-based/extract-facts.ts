import { isPlace } from "../../../press-text/analysis/find-answered-questions.ts";
import { months } from "../../../press-text/analysis/sentence-lists.ts";

/** What a case says of itself, each in its own words and in a form that can stand behind a colon; null when not found. */
export type CaseFacts = {
  when: string | null;
  where: string | null;
  who: string[];
  why: string | null;
  /** Authorities and helpers that are named. */
  bodies: string[];
};

const weekdays = "Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonnabend|Sonntag";
const monthNames = months.join("|");
const clock = "(?:,? (?:(?:um|gegen|ab) )?\\d{1,2}(?:[.:]\\d{2})? Uhr)?";
/** In the order in which they are tried: an exact date says more than a weekday. */
const times: readonly { pattern: RegExp; isRelative: boolean }[] = [
  {
    pattern: new RegExp(
      `(?:(?:am|seit|ab|vom|bis|zum) (?:dem |zum )?)?(?:(?:${weekdays}),? (?:dem |den )?)?(?<!\\d)\\d{1,2}\\. ?(?:(?:${monthNames})(?: \\d{4})?|\\d{1,2}\\.(?:\\d{4}|\\d{2})?)(?!\\d)${clock}`,
      "iu",
    ),
    isRelative: false,
  },
  {
    pattern: new RegExp(
      `(?<!\\p{L})(?:(?:seit|ab) )?(?:heute|gestern|vorgestern)(?: (?:früh|morgen|vormittag|mittag|nachmittag|abend|nacht))?${clock}(?!\\p{L})`,
      "iu",
    ),
    isRelative: true,
  },
  {
    pattern: new RegExp(
      `(?<!\\p{L})(?:in der nacht (?:zum|auf|zu)|am|ab|seit) (?:vergangenen |letzten |kommenden |nächsten )?(?:${weekdays})(?:früh|morgen|vormittag|mittag|nachmittag|abend|nacht)?${clock}(?!\\p{L})`,
      "iu",
    ),
    isRelative: true,
  },
  {
    pattern:
      /(?<!\p{L})(?:in der (?:vergangenen|letzten) (?:woche|nacht)|(?:vergangene|letzte) (?:woche|nacht)|heute nacht|am (?:vergangenen |letzten )?wochenende)(?!\p{L})/iu,
    isRelative: true,
  },
  {
    pattern: new RegExp(
      `(?<!\\p{L})(?:im|seit|anfang|mitte|ende) (?:${monthNames})(?: \\d{4})?(?!\\p{L})`,
      "iu",
    ),
    isRelative: false,
  },
];

/** Plural nouns that are the same in nominative, dative and accusative but for a final n of the dative. */
const people =
  "Mitarbeiterinnen und Mitarbeiter|Kundinnen und Kunden|Mitarbeiter|Mitarbeiterinnen|Mitarbeitende|Beschäftigte|Kunden|Kundinnen|Personen|Menschen|Kinder|Bewohner|Anwohner|Patienten|Patientinnen|Gäste|Fahrgäste|Schüler|Schülerinnen|Nutzer|Verbraucher|Arbeiter|Passagiere|Verletzte|Tote|Haushalte|Datensätze|Stellen|Arbeitsplätze|Besucher|Studierende|Lehrerinnen und Lehrer|Lehrkräfte|Lehrer|Lehrerinnen|Auszubildende|Jugendliche|Familien|Mieter|Teilnehmer|Mitglieder|Fahrzeuge|Filialen";
const amount =
  "\\d{1,3}(?:\\.\\d{3})+|\\d{1,7}|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|mehreren?|zahlreichen?|einigen?|hunderten?|tausenden?";
const counted = new RegExp(
  `(?<![\\p{L}\\d.,])((?:(?:rund|etwa|über|mehr als) )?(?:${amount})) (${people})(n?)(?![\\p{L}\\d])`,
  "giu",
);
/** Groups of people that a case names; more is a list and no fact for a line. */
const groupsMax = 3;
const firm =
  /(?<![\p{L}])(\p{Lu}[\p{L}\d&-]{0,40}(?: (?:\p{Lu}[\p{L}\d-]{0,40}|\d{1,4}|&|und)){0,3}) (GmbH & Co\. KG|GmbH|AG|SE|KG|e\. ?V\.|UG|OHG)(?!\p{L})/u;
const articles = /^(?:Der|Die|Das|Ein|Eine|Unser|Unsere|Beim?|Im|In|Am|Firma|Von|Vom|Kunden|Bei der) /;

/** Things that have a date of their own: it says when they were made or written, or how long they keep, and not when it happened. */
const datedThing =
  /(?:haltbar|haltbarkeit|verfall|ablauf|verbrauch|charge|herstell|produktion|produziert|abgefüllt|verpackt|gekauft|verkauft|bestell|geliefert|baujahr|bauart|modell|version|ausgabe|artikel|bericht|studie|gutachten|bescheid|vertrag|vereinbarung|schreiben|brief|mail|protokoll|rechnung|urteil|verordnung|gesetz|norm|richtlinie|dokument|unterlagen|mitteilung|broschüre|katalog|rezept|zertifikat|prüfsiegel|geboren|gegründet|gründung|besteht|stammt|gebaut|errichtet|jahrgang|baureihe|zulassung|zugelassen|zertifiziert|auflage|fassung|§)\p{L}*(?!:? (?:von )?\d{4}(?!\d))[^.!?]{0,30}$/iu;
/** The same where its word stands behind the date: "im Mai 1998 gegründet", "das am 3. Mai 2012 gebaute Haus". */
const datedBefore =
  /^,? (?:\p{L}{1,20} ){0,2}(?:gegründet|gebaut|errichtet|hergestellt|produziert|gekauft|geliefert|zugelassen|zertifiziert|in betrieb (?:ist|ging|genommen|und)|am markt)/iu;
/** "Die Brücke von Anfang Mai 1970": from then, and not then. */
const fromThen = /(\p{Lu}\p{L}*) (?:von|aus)(?: dem)?$/u;
/** What happens has a date of its own: "der Brand vom 3. Mai". What else stands before "vom" was made or written then. */
const datedEvent =
  /(?:brand|feuer|unfall|vorfall|vorgang|ereignis|unglück|explosion|angriff|attacke|ausfall|störung|panne|leck|überfall|anschlag|unwetter|sturm|hochwasser|einsturz|streik|demonstration|einbruch|diebstahl|razzia)(?:s|es)?$/iu;
/** How far before a date such a thing is looked for. */
const datedThingReach = 60;

/** Extracts facts by rules; `text` are the sentences that may be used, joined. */
export function extractFacts(text: string): CaseFacts {
  return {
    when: findTime(text),
    where: findPlaceName(text) ?? findFacility(text),
    who: findPeople(text),
    why: findCause(text),
    bodies: [...new Set(Array.from(text.matchAll(body), ([name]) => name))].slice(0, groupsMax),
  };
}

function findTime(text: string): string | null {
  for (const { pattern, isRelative } of times) {
    for (const match of text.matchAll(new RegExp(pattern, `${pattern.flags}g`))) {
      const found = match[0].trim();
      // Capitals cannot be turned into German spelling by rule.
      if (/\p{Lu}{2}/u.test(found)) continue;
      const before = text.slice(Math.max(0, match.index - datedThingReach), match.index);
      if (datedThing.test(before.slice(before.search(/[^.!?]*$/)))) continue;
      if (datedBefore.test(text.slice(match.index + match[0].length).slice(0, datedThingReach))) continue;
      const things = /^vom /i.test(found) ? /(\p{Lu}\p{L}*)$/u : fromThen;
      const thing = things.exec(before.trim())?.[1];
      if (thing !== undefined && !datedEvent.test(thing)) continue;
      const inLine = /^\d/.test(found) ? found : found.charAt(0).toLowerCase() + found.slice(1);
      return isRelative ? `${inLine} [Datum ergänzen]` : inLine;
    }
  }
  return null;
}

const placePrepositions = new Set(["in", "bei", "aus", "nach", "nahe", "standort", "werk"]);

/** Only a known name behind a preposition: "Essen" and "Halle 3" are also a meal and a building. */
function findPlaceName(text: string): string | null {
  const tokens = text.split(/\s+/);
  for (const [index, token] of tokens.entries()) {
    if (!placePrepositions.has((tokens[index - 1] ?? "").toLowerCase())) continue;
    const name = /^\p{L}[\p{L}-]{1,40}/u.exec(token)?.[0] ?? "";
    if (!isPlace(name) || name.endsWith("er") || /^\d/.test(tokens[index + 1] ?? "")) continue;
    const second = tokens[index + 1] === "und" ? withoutMark(tokens[index + 2] ?? "") : "";
    return isPlace(second) ? `${name} und ${second}` : name;
  }
  return null;
}

function withoutMark(token: string): string {
  return token.replace(/[.,;:!?]$/, "");
}

/** "in unserem Lager in Bad Lobenstein", "auf dem Parkplatz der Klinik": a building says where as well as a town does. */
const facility =
  /(?<!\p{L})(?:in|im|am|an|auf|bei|beim|vor|auf dem|auf der) (?:\p{Ll}{1,30} ){0,2}(?:\p{Lu}\p{L}{1,40} )?\p{L}{0,40}(?:werk|lager|halle|fabrik|filiale|standort|kita|schule|klinik|krankenhaus|bahnhof|gebäude|baustelle|parkplatz|küche|kantine|markt|hafen|heim|hotel|rathaus|zentrale|labor|stadion|museum|rechenzentrum|gelände)(?:s|es)?(?!\p{L})(?: \d{1,3}(?![\d.]))?(?: in (?:Bad |Sankt |St\. )?\p{Lu}\p{Ll}{2,40})?/iu;

function findFacility(text: string): string | null {
  const found = facility.exec(text)?.[0];
  return found === undefined || /\p{Lu}{2}/u.test(found)
    ? null
    : found.charAt(0).toLowerCase() + found.slice(1);
}

/** The full stop of "20. November" and of "2.000" ends no clause. */
const inClause = `(?:[^.!?;]|(?<=\\d)\\.(?=\\d| ?(?:${monthNames})))`;

/** What the case itself names as its cause: a sentence about it, a clause with "weil", or a noun behind "wegen". */
const causes: readonly RegExp[] = [
  new RegExp(
    `(?<!\\p{L})(?:ursache|grund)(?: dafür| hierfür)?(?:: | (?:ist|war|waren|sind) )(${inClause}{3,160})`,
    "iu",
  ),
  new RegExp(`(?<!\\p{L})(weil ${inClause}{3,160})`, "iu"),
  /(?<!\p{L})((?:wegen|aufgrund|infolge|ausgelöst durch|verursacht durch) (?:\p{Ll}{1,30} ){0,3}\p{Lu}[\p{L}-]{1,60}(?: (?:des|der|von|im|am|in) (?:\p{Ll}{1,30} )?\p{Lu}[\p{L}-]{1,60})?)/u,
  /(?<!\p{L})((?:Wegen|Aufgrund|Infolge) (?:\p{Ll}{1,30} ){0,3}\p{Lu}[\p{L}-]{1,60})/u,
];

function findCause(text: string): string | null {
  for (const pattern of causes) {
    const found = pattern.exec(text)?.[1]?.trim();
    if (found !== undefined)
      return found.replace(/^(?:Wegen|Aufgrund|Infolge)/, (word) => word.toLowerCase());
  }
  return null;
}

/** Authorities and helpers by their names. */
const body =
  /(?<!\p{L})(?:Feuerwehr|Polizei|Rettungsdienst|Notarzt|Staatsanwaltschaft|Technisches Hilfswerk|THW|Betriebsrat|Gewerkschaft|IG \p{Lu}\p{L}{1,40}|Berufsgenossenschaft|BaFin|Bundesnetzagentur|Kartellamt|Landeskriminalamt|LKA|\p{Lu}\p{Ll}{1,40}(?:amt|aufsicht|behörde|ministerium|überwachung))(?!\p{L})/gu;

function findPeople(text: string): string[] {
  const who = Array.from(
    text.matchAll(counted),
    ([, amountWritten = "", group = ""]) =>
      `${amountWritten.toLowerCase().replace(/(?<=mehrere|zahlreiche|einige|hunderte|tausende)n$/, "")} ${group}`,
  ).slice(0, groupsMax);
  const named = firm.exec(text);
  if (named !== null) who.push(`${(named[1] ?? "").replace(articles, "")} ${named[2]}`);
  return who;
}
