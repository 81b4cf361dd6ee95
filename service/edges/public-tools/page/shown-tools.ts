import { formatCount } from "../../../floor/web/format.ts";
import { textLength } from "../../../press-text/seo-check/rules.ts";
import { problemLength, topicLength } from "../limits.ts";
import { toolMessages } from "../messages.ts";

/** A tool as the page shows it; bounds in code points, as the route checks them. */
export type ShownTool = {
  /** Fragment of the page. */
  id: string;
  path: string;
  field: string;
  /** Which shape of answer the script has to lay out. */
  result: "statement" | "headlines" | "check";
  needsWriter: boolean;
  title: string;
  text: string;
  label: string;
  button: string;
  working: string;
  emptyResult: string;
  rows: number;
  min: number;
  /** Null where only the size of the request bounds the text. */
  max: number | null;
  messages: { missing: string; tooShort: string; tooLong: string };
  example: string;
};

/** The three tools in the order of the page. */
export const shownTools: readonly ShownTool[] = [
  {
    id: "krisenstatement",
    path: "/api/tools/crisis-pr",
    field: "problem",
    result: "statement",
    needsWriter: true,
    title: "Krisenstatement",
    text: "Beschreiben Sie in wenigen Sätzen, was vorgefallen ist. Sie erhalten einen Entwurf, der nichts erfindet: Was nur Sie wissen, steht als markierte Lücke darin.",
    label: "Was ist vorgefallen?",
    button: "Entwurf schreiben",
    working: "Der Entwurf wird geschrieben …",
    emptyResult: "Hier erscheint Ihr Entwurf.",
    rows: 6,
    ...problemLength,
    messages: {
      missing: "Bitte beschreiben Sie, was vorgefallen ist.",
      tooShort: toolMessages.problemTooShort,
      tooLong: toolMessages.problemTooLong,
    },
    example:
      "Am 12. Mai 2026 ist in unserem Werk in Köln Ammoniak ausgetreten. Zwei Beschäftigte wurden leicht verletzt. Die Feuerwehr war nach acht Minuten vor Ort.",
  },
  {
    id: "ueberschriften",
    path: "/api/tools/headline-generator",
    field: "topic",
    result: "headlines",
    needsWriter: true,
    title: "Überschriften",
    text: "Nennen Sie Ihr Thema: wer, was, wo, wann. Sie erhalten bis zu fünf Vorschläge, jeder kürzer als 80 Zeichen.",
    label: "Worum geht es?",
    button: "Vorschläge holen",
    working: "Die Überschriften werden geschrieben …",
    emptyResult: "Hier erscheinen Ihre Überschriften.",
    rows: 2,
    ...topicLength,
    messages: {
      missing: "Bitte nennen Sie ein Thema.",
      tooShort: "Bitte nennen Sie ein Thema.",
      tooLong: toolMessages.topicTooLong,
    },
    example: "Die Stadtwerke Köln bauen bis 2027 drei neue Windräder in der Eifel",
  },
  {
    id: "seo-check",
    path: "/api/tools/seo-checker",
    field: "text",
    result: "check",
    needsWriter: false,
    title: "SEO-Check",
    text: `Setzen Sie Ihren Pressetext ein, die Überschrift in der ersten Zeile. Sie erfahren, was Sie ändern sollten und an welcher Stelle. Geprüft werden die ersten ${formatCount(textLength.analysed)} Zeichen.`,
    label: "Ihr Pressetext",
    button: "Text prüfen",
    working: "Der Text wird geprüft …",
    emptyResult: "Hier erscheint Ihr Prüfbericht.",
    rows: 12,
    min: textLength.min,
    max: null,
    messages: {
      missing: "Bitte geben Sie den Text ein, der geprüft werden soll.",
      tooShort: toolMessages.textTooShort,
      tooLong: toolMessages.bodyTooLarge,
    },
    example: `Stadtwerke Fulda nehmen Solarpark für 4.000 Haushalte in Betrieb

Am 12. Mai 2026 haben die Stadtwerke Fulda ihren ersten Solarpark ans Netz gebracht, weil viele Haushalte Strom aus der Region wünschen. Der Park liegt am Rand von Petersberg. Er wurde in nur 14 Monaten gebaut und ist so groß wie zwanzig Fußballfelder.

Die 18.000 Module liefern im Jahr rund 14 Millionen Kilowattstunden. Das reicht rechnerisch für jeden achten Haushalt der Stadt. „Wir sind natürlich früher fertig geworden als geplant“, sagt Geschäftsführerin Anna Arndt.

Der Park kostet 9,2 Millionen Euro. Die Stadtwerke tragen davon zwei Drittel, den Rest haben 312 Bürgerinnen und Bürger gezeichnet, die über eine Genossenschaft beteiligt sind und an den Erträgen der kommenden zwanzig Jahre teilhaben werden.

Pressekontakt: Anna Arndt, Telefon 0661 123456`,
  },
];
