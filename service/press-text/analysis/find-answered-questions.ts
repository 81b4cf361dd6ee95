import { months } from "./sentence-lists.ts";
import { splitWords } from "./split-words.ts";

export const leadQuestions = ["wer", "was", "wann", "wo", "warum", "wie"] as const;
export type LeadQuestion = (typeof leadQuestions)[number];

const who =
  /(?<!\p{L})(?:GmbH|AG|SE|KG|KGaA|OHG|UG|e\. ?V\.|eG|gGmbH|Ltd|Inc|mbH)(?!\p{L})|(?:verein|verband|amt|ministerium|werke|bank|gruppe|stiftung|universität|hochschule|klinik(?:um)?|museum|theater|brauerei|bäckerei|agentur|verlag|kasse|genossenschaft|unternehmen|hersteller(?:in)?|anbieter|dienstleister|bürgermeister(?:in)?|geschäftsführer(?:in)?|vorstand|sprecher(?:in)?|gemeinde|landkreis|polizei|feuerwehr|konzern|betrieb|startup|start-up|schule|kammer|institut|zentrum|forschende|team)(?:s|es|n|en)?(?!\p{L})|(?<!\p{L})(?:Stadt|Firma|Land|Kreis|Frau|Herr|Dr\.|Prof\.|Wir)(?!\p{L})/iu;
/** Verbs of news: somebody does something. */
const what =
  /(?<!\p{L})(?:eröffne|start|stell|präsentier|bring|übern[ai]hm|übernimm|übernomm|investier|gewinn|gewann|gewonn|künd|bau|erricht|erweiter|verkauf|kauf|gründ|veröffentlich|zeig|biet|bot|führ|erhält|erhielt|erhalten|feier|lad|lädt|lud|such|spend|förder|schließ|schloss|entwickel|senk|steiger|stieg|steig|wächst|wuchs|verdoppel|ernenn|wechsel|beruf|leit|beginn|begann|plan|prüf|verleih|verlieh|vergib|vergab|vergeben|vergeb|setz|ersetz|richt|rück|rief|ruf|warn|mahn|forder|beschl[oi]|einig|unterzeichn|kooperier|erreich|melde|verzeichn|verlager|verleg|zieh|zog|erforsch|nimm|nahm|nehm|geht|ging|gibt|gab|lösch|rettet|produzier|liefer|testet|teste|bilde|schaff|schuf|stock|moderni|sanier|digitali|testen|bietet|öffne|ehr|würdig|verteil|sammel|spart|spar|reduzier|halbier|beteilig|fusionier|entsteh|entstand)\p{Ll}*(?!\p{L})/u;
const when = new RegExp(
  `(?<!\\p{L})(?:${months.join("|")}|Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonnabend|Sonntag|heute|gestern|morgen|übermorgen|ab sofort|Wochenende|Quartal|Frühjahr|Frühling|Sommer|Herbst|Winter|Jahresende|Jahresbeginn|Uhr|seit|demnächst|Anfang|Ende|Mitte)(?!\\p{L})|(?<!\\d)(?:19|20)\\d{2}(?!\\d)|\\d{1,2}\\. ?\\d{1,2}\\.`,
  "u",
);
const where =
  /(?<!\p{L})(?:Standort|Innenstadt|Stadtteil|Messe|Region|Landkreis|bundesweit|weltweit|europaweit|landesweit|regional|vor Ort|online|Rathaus|Marktplatz|Halle|Campus|Gewerbegebiet|Industriegebiet)(?!\p{L})|\p{L}(?:straße|platz|allee|gasse|weg|ufer)(?!\p{L})|(?<!\p{L})\p{Lu}\p{L}{2,30}(?:er)? (?:Innenstadt|Altstadt|Straße|Rathaus|Hafen|Bahnhof|Platz|Messe)(?!\p{L})/u;
const why =
  /(?<!\p{L})(?:weil|denn|damit|um|deshalb|daher|deswegen|darum|wegen|aufgrund|grund|dank|anlass|anlässlich|ziel|hintergrund|soll|sollen|nachdem|infolge|zugunsten|reagiert|reagieren|auslöser|ursache|trotz)(?!\p{L})/iu;
const how =
  /(?<!\p{L})(?:mit|mithilfe|durch|indem|per|über|dazu|dafür|mittels|anhand|via|gemeinsam|ohne|statt|rund|etwa)(?!\p{L})/iu;

/** Cities, states and countries that a German press text is likely to name; those of several words by their first. */
const placeNames: ReadonlySet<string> = new Set(
  `Aachen Aalen Augsburg Bamberg Basel Bayreuth Berlin Bern Bielefeld Bochum Bonn Bottrop Brandenburg Braunschweig
  Bregenz Bremen Bremerhaven Brüssel Celle Chemnitz Coburg Cottbus Cuxhaven Darmstadt Dessau Detmold Dortmund Dresden
  Duisburg Düren Düsseldorf Emden Erfurt Erlangen Essen Esslingen Eisenach Feldkirch Flensburg Frankfurt Freiburg
  Friedrichshafen Fulda Fürth Gelsenkirchen Genf Gera Gießen Göppingen Görlitz Göttingen Graz Greifswald Gütersloh
  Hagen Halle Hamburg Hameln Hamm Hanau Hannover Heidelberg Heilbronn Herford Herne Hildesheim Hof Husum Ingolstadt
  Innsbruck Iserlohn Itzehoe Jena Kaiserslautern Karlsruhe Kassel Kempten Kiel Klagenfurt Koblenz Köln Konstanz
  Krefeld Landshut Leipzig Leverkusen Lindau Linz London Lörrach Lübeck Ludwigsburg Ludwigshafen Lüneburg Luzern
  Magdeburg Mainz Mannheim Marburg Minden Moers Mönchengladbach Mülheim München Münster Neubrandenburg Neuss
  Nürnberg Oberhausen Offenbach Offenburg Oldenburg Osnabrück Paderborn Paris Passau Pforzheim Pirmasens Plauen
  Potsdam Recklinghausen Regensburg Remscheid Reutlingen Rosenheim Rostock Saarbrücken Salzburg Salzgitter Schwerin
  Siegen Soest Solingen Speyer Stade Stralsund Straubing Stuttgart Suhl Trier Tübingen Tuttlingen Ulm Unna Vechta
  Villingen Weimar Wels Wien Wiesbaden Wilhelmshaven Winterthur Wismar Witten Wittenberg Wolfsburg Worms Wuppertal
  Würzburg Zürich Zwickau Bayern Hessen Niedersachsen Sachsen Thüringen Saarland Sachsen-Anhalt Brandenburg
  Nordrhein-Westfalen Rheinland-Pfalz Schleswig-Holstein Mecklenburg-Vorpommern Baden-Württemberg Deutschland
  Österreich Schweiz Europa Ruhrgebiet Allgäu Eifel Harz Schwarzwald Franken Oberbayern Ostfriesland Westfalen
  Südtirol Tirol Vorarlberg Steiermark Kärnten`.split(/\s+/),
);

/**
 * Returns which of the six W-questions a lead answers, judged by signal words, names and dates.
 * A heuristic: it sees that an answer is there, not that it is right.
 */
export function findAnsweredQuestions(lead: string): Record<LeadQuestion, boolean> {
  return {
    wer: who.test(lead) || hasFullName(lead),
    was: what.test(lead),
    wann: when.test(lead),
    wo: splitWords(lead).some(isPlace) || where.test(lead),
    warum: why.test(lead),
    wie: how.test(lead),
  };
}

/** Whether a word is a known place or an adjective of one (Kölner); the verb "essen" is lower case and no place. */
export function isPlace(word: string): boolean {
  return placeNames.has(word) || (word.endsWith("er") && placeNames.has(word.slice(0, -2)));
}

/** Two capitalised words in a row behind a lower-case word are mostly a name: "sagt Anna Berger". */
function hasFullName(lead: string): boolean {
  return /(?<=\p{Ll} )\p{Lu}\p{Ll}{1,30} \p{Lu}\p{Ll}{1,30}/u.test(lead);
}
