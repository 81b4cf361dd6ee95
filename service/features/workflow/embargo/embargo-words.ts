import { formatMoment } from "../../../floor/web/format.ts";
import { type PageLanguage, spokenLanguageOf } from "../../../floor/web/language.ts";
import { embargoEnd } from "./embargo-links.ts";
import type { FoundEmbargoLink } from "./sql.ts";

export function languageOf({ content, newsroomLanguage }: FoundEmbargoLink): PageLanguage {
  return spokenLanguageOf(content.language, newsroomLanguage);
}

/** "Sperrfrist bis 4. Dezember 2026, 17:30 Uhr", in the language of the link's pages. */
export function embargoText(link: FoundEmbargoLink): string {
  const { content, scheduledFor, timeZone } = link;
  const language = languageOf(link);
  const end = embargoEnd(content.embargoUntil, scheduledFor) ?? content.embargoUntil;
  const { embargo, embargoUntil } = embargoWords[language];
  return end === null ? embargo : `${embargoUntil} ${formatMoment(end, timeZone, language)}`;
}

/** What the pages behind an embargo link say. */
export const embargoWords = {
  de: {
    title: "Meldung mit Sperrfrist",
    /** It tells nothing of the release, not even its headline. */
    lead: "Diese Meldung ist noch nicht veröffentlicht. Bitte geben Sie das Passwort ein, das Sie mit dem Link erhalten haben.",
    open: "Meldung öffnen",
    passwordTooLong: "Das Passwort ist zu lang.",
    tooMany: "Es gab zu viele falsche Versuche. Bitte versuchen Sie es in einer Viertelstunde wieder.",
    embargo: "Sperrfrist",
    embargoUntil: "Sperrfrist bis",
    notice:
      "Bitte veröffentlichen Sie vor Ablauf der Sperrfrist nichts daraus, und geben Sie den Link nicht weiter.",
    /** Before and behind the client's name. */
    release: { before: "Diese Meldung von ", behind: " hat eine " },
    promise:
      "Wenn Sie sie öffnen, sagen Sie zu, vor Ablauf der Sperrfrist nichts daraus zu veröffentlichen und den Link nicht weiterzugeben.",
    name: "Name und Medium (freiwillig)",
    nameUse: (agencyName: string) =>
      `Geben Sie einen Namen an, sieht ${agencyName}, wer die Sperrfrist wann angenommen hat. Ohne Namen wird nur gezählt, wie oft die Meldung geöffnet wurde.`,
    accept: "Sperrfrist annehmen und öffnen",
    nameTooLong: (charactersMax: number) => `Bitte geben Sie höchstens ${charactersMax} Zeichen ein.`,
    tooManyNames:
      "Aus Ihrem Netz kamen gerade sehr viele Namen. Öffnen Sie die Meldung ohne Namen, oder warten Sie eine Viertelstunde.",
    published: "Die Meldung ist erschienen",
    toRelease: "Zur Meldung",
    ended:
      "Vielleicht wurde er beim Kopieren abgeschnitten, zurückgezogen, oder seine Frist ist vorbei. Bitte fragen Sie die Pressestelle, von der Sie ihn haben.",
  },
  en: {
    title: "Release under embargo",
    lead: "This release is not published yet. Please enter the password that you received with the link.",
    open: "Open the release",
    passwordTooLong: "The password is too long.",
    tooMany: "There were too many wrong attempts. Please try again in a quarter of an hour.",
    embargo: "Embargo",
    embargoUntil: "Embargo until",
    notice: "Please publish nothing from it before the embargo ends, and do not pass on the link.",
    release: { before: "Please note for this release of ", behind: ": " },
    promise:
      "By opening it you agree to publish nothing from it before the embargo ends and not to pass on the link.",
    name: "Name and medium (optional)",
    nameUse: (agencyName: string) =>
      `If you give a name, ${agencyName} sees who accepted the embargo and when. Without a name we only count how often the release was opened.`,
    accept: "Accept the embargo and open",
    nameTooLong: (charactersMax: number) => `Please enter at most ${charactersMax} characters.`,
    tooManyNames:
      "Very many names have just come from your network. Open the release without a name, or wait a quarter of an hour.",
    published: "The release is published",
    toRelease: "To the release",
    ended:
      "It may have been cut off when it was copied, or withdrawn, or its time is over. Please ask the press office that gave it to you.",
  },
};
