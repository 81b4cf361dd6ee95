import { formatCount } from "../../floor/web/format.ts";
import { textLength } from "../../press-text/seo-check/rules.ts";
import { problemLength, toolCalls, topicLength } from "./limits.ts";

/** The German sentences of the tools' error answers, `{ "error": <sentence> }`. */
export const toolMessages = {
  bodyInvalid: "Die Anfrage ist nicht lesbar. Bitte senden Sie ein JSON-Objekt mit dem beschriebenen Feld.",
  bodyEncoded: "Bitte senden Sie die Anfrage unkomprimiert, also ohne Content-Encoding.",
  bodyTooLarge: "Die Anfrage ist zu groß. Bitte kürzen Sie Ihren Text.",
  problemMissing: "Bitte beschreiben Sie im Feld „problem“, was vorgefallen ist.",
  problemTooShort: `Bitte beschreiben Sie das Problem mit mindestens ${problemLength.min} Zeichen.`,
  problemTooLong: `Bitte kürzen Sie die Beschreibung auf höchstens ${formatCount(problemLength.max)} Zeichen.`,
  topicMissing: "Bitte nennen Sie im Feld „topic“ ein Thema.",
  topicTooLong: `Bitte kürzen Sie das Thema auf höchstens ${topicLength.max} Zeichen.`,
  textMissing: "Bitte geben Sie im Feld „text“ den Text ein, der geprüft werden soll.",
  textTooShort: `Der Text ist zu kurz für eine Prüfung. Bitte geben Sie mindestens ${textLength.min} Zeichen ein.`,
  writerUnusable: "Der KI-Dienst hat keine brauchbare Antwort geliefert. Bitte versuchen Sie es noch einmal.",
  writerUnavailable:
    "Der KI-Dienst ist im Moment nicht erreichbar. Bitte versuchen Sie es in einigen Minuten noch einmal.",
  writerOff: "Dieses Werkzeug ist zurzeit abgeschaltet.",
  busy: "Gerade nutzen sehr viele dieses Werkzeug. Bitte versuchen Sie es in ein paar Sekunden noch einmal.",
  internal: "Bei der Bearbeitung ist ein Fehler aufgetreten. Bitte versuchen Sie es später noch einmal.",
} as const;

/** The sentence of a 429: when the next call is free, in whole minutes, rounded up. */
export function tooManyCallsMessage(retryAfterSeconds: number): string {
  const minutes = Math.max(1, Math.ceil(retryAfterSeconds / 60));
  const wait = minutes === 1 ? "einer Minute" : `${minutes} Minuten`;
  return `Sie haben Ihre ${toolCalls.limit} kostenlosen Versuche ausgeschöpft. Bitte versuchen Sie es in ${wait} noch einmal.`;
}
