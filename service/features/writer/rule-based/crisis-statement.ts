import { withInnerQuotes } from "../../../floor/strings/quoted.ts";
import { type CrisisKind, findCrisisKind } from "./crisis-kinds.ts";
import { type CaseFacts, extractFacts } from "./extract-facts.ts";
import { cutAtWord, usableSentences, withGermanQuotes } from "./usable-sentences.ts";

/** Most that a statement repeats of the user's words: a holding statement is read aloud in a minute. */
const repeatedSentencesMax = 5;
const repeatedLengthMax = 600;

/** Sentences that say what was done, in the words of those who did it. */
const step =
  /(?<!\p{L})(?:gestoppt|stoppen|gesperrt|geräumt|evakuiert|informiert|verständigt|alarmiert|abgeschaltet|abgestellt|isoliert|eingeleitet|zurückgerufen|eingestellt|beauftragt|eingerichtet|unterbrochen|freigestellt|versorgt|betreut|gesichert|gemeldet|angezeigt|eingeschaltet|hinzugezogen|vom netz genommen|aus dem verkauf genommen)(?!\p{L})/iu;

/**
 * Writes a draft in four parts: concern, facts, action, contact.
 * Facts and steps are the user's own words, behind a colon or as a quotation, so nothing has to be inflected. What nobody told
 * us stands as a gap `[…]`; sentences that admit guilt or promise something are left out, and a gap says so.
 */
export function writeCrisisStatement(problem: string): string {
  const { sentences, signs, hasOmissions } = usableSentences(problem);
  const kind = findCrisisKind(signs);
  const steps = kind.nature === "allegation" ? [] : sentences.filter((sentence) => step.test(sentence));
  const reported = sentences.filter((sentence) => !steps.includes(sentence));
  // Facts may stand in a sentence that is not repeated, a cause only in one that is: it might be an admission.
  const facts = { ...extractFacts(signs.join(" ")), why: extractFacts(sentences.join(" ")).why };
  return [
    "Stellungnahme von [Name des Unternehmens]\n[Ort], [Datum]",
    kind.concern,
    [
      "Was wir wissen",
      ...knownLines(reported.length > 0 ? reported : sentences, kind, facts),
      ...(hasOmissions ? [omissions] : []),
    ].join("\n"),
    ["Was wir tun", ...actionLines(steps, kind, facts)].join("\n"),
    "Kontakt für Rückfragen\n[Vorname Name], [Funktion]\nTelefon [Nummer], E-Mail [Adresse]\nGesicherte Informationen: [Internetadresse]",
  ].join("\n\n");
}

const omissions =
  "[Aussagen zu Schuld, Haftung oder Zusagen aus Ihrer Eingabe sind nicht übernommen. Bitte rechtlich prüfen lassen.]";

function knownLines(sentences: readonly string[], kind: CrisisKind, facts: CaseFacts): string[] {
  const why =
    facts.why === null ? "[nur eintragen, was gesichert ist]" : `${facts.why} [nur, wenn gesichert]`;
  return [
    describeCase(sentences, kind),
    `Zeitpunkt: ${facts.when ?? "[Datum und Uhrzeit]"}`,
    `Ort: ${facts.where ?? "[Ort des Geschehens]"}`,
    `Personen und Stellen: ${facts.who.length > 0 ? facts.who.join(", ") : "[wer betroffen oder beteiligt ist]"}`,
    `${kind.nature === "decision" ? "Gründe" : "Ursache"}: ${why}`,
  ];
}

function actionLines(steps: readonly string[], kind: CrisisKind, facts: CaseFacts): string[] {
  const examples = `[nur nennen, was veranlasst ist, zum Beispiel: ${kind.steps}]`;
  const offices = `[nur nennen, wer eingebunden ist, zum Beispiel: ${kind.offices}]`;
  return [
    `Eingeleitete Schritte: ${steps.length > 0 ? withGermanQuotes(ended(repeatable(steps))) : examples}`,
    `Beteiligte Stellen: ${facts.bodies.length > 0 ? facts.bodies.join(", ") : offices}`,
    kind.nature === "decision"
      ? "[Falls zutreffend: Zu offenen Fragen äußern wir uns auf gesicherter Grundlage.]"
      : "[Falls zutreffend: Wir prüfen den Sachverhalt und äußern uns nur zu gesicherten Tatsachen.]",
  ];
}

function ended(text: string): string {
  return /[.!?…\]]["“]?$/.test(text) ? text : `${text}.`;
}

function describeCase(sentences: readonly string[], kind: CrisisKind): string {
  const text = repeatable(sentences);
  if (text === "") return "[Was ist geschehen? In ein bis drei Sätzen, nur gesicherte Angaben]";
  const quoted = `„${withInnerQuotes(text)}“${/[.!?…\]]$/.test(text) ? "" : "."}`;
  if (kind.nature === "allegation")
    return `Im Raum steht die folgende, bislang nicht geprüfte Darstellung: ${quoted}`;
  if (!canStandAlone(text))
    return `Uns liegt die folgende, noch nicht abschließend geprüfte Meldung vor: ${quoted}`;
  const intro =
    kind.nature === "decision"
      ? "Darum geht es"
      : "Unser derzeitiger, noch nicht abschließend geprüfter Kenntnisstand";
  return `${intro}: ${withGermanQuotes(ended(text))}`;
}

function repeatable(sentences: readonly string[]): string {
  const kept: string[] = [];
  let length = 0;
  for (const sentence of sentences.slice(0, repeatedSentencesMax)) {
    const own = Array.from(sentence).length + 1;
    if (length + own > repeatedLengthMax) break;
    kept.push(sentence);
    length += own;
  }
  const [first] = sentences;
  if (kept.length === 0) return first === undefined ? "" : cutAtWord(first, repeatedLengthMax, " […]");
  const joined = kept
    .map((sentence, index) =>
      index < kept.length - 1 && /[\p{L}\p{N}]$/u.test(sentence) ? `${sentence}.` : sentence,
    )
    .join(" ");
  return kept.length < sentences.length
    ? `${/[.!?…]["“]?$/.test(joined) ? joined : `${joined}.`} […]`
    : joined;
}

/** The words of a private person, in lower case throughout or in capitals are not those of a firm: they are quoted. */
function canStandAlone(text: string): boolean {
  if (!/^["„»]?[\p{Lu}\d]/u.test(text)) return false;
  if (/(?<!\p{L})(?:ich|mich|mir|meine?[mnrs]?|du|dein\p{L}*)(?!\p{L})/iu.test(text)) return false;
  const letters = text.match(/\p{L}/gu) ?? [];
  const capitals = text.match(/\p{Lu}/gu) ?? [];
  return capitals.length <= letters.length / 2 && /\p{Script=Latin}/u.test(text);
}
