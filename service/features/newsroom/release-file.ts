import { accentColors } from "../../floor/web/accent-color.ts";
import { formatDay } from "../../floor/web/format.ts";
import { type PageLanguage, pageLanguageOf } from "../../floor/web/language.ts";
import type { PressText } from "../../press-text/markdown/press-text.ts";
import { bringsTown } from "./brings-town.ts";
import type { Newsroom } from "./pages/page-input.ts";
import { newsroomTexts } from "./pages/texts.ts";
import type { ReleaseRow } from "./releases-sql.ts";

/** All that a file of a release shows, in the order in which it is read. */
export type ReleaseFile = {
  /** Of our own words in it. */
  language: PageLanguage;
  /** Of the text, as a BCP 47 tag. */
  languageTag: string;
  clientName: string;
  /** "Pressemitteilung, 19. November 2026" */
  kicker: string;
  title: string;
  subtitle: string | null;
  correction: string | null;
  dateline: string | null;
  /** The text as it was written. */
  markdown: string;
  about: { title: string; markdown: string } | null;
  contact: { title: string; lines: string[] } | null;
  url: string;
  publishedAt: string;
  /** Readable on paper; null for the service's own. */
  accent: string | null;
};

/** A release as a file for journalists; `boilerplate` is Markdown, as `text.plain` is of the release. */
export function releaseFileOf(input: {
  newsroom: Newsroom;
  release: Pick<
    ReleaseRow,
    | "title"
    | "subtitle"
    | "town"
    | "language"
    | "publishedAt"
    | "correctedAt"
    | "correctionNote"
    | "bodyMarkdown"
  >;
  text: PressText;
  boilerplate: string | null;
  url: string;
}): ReleaseFile {
  const { newsroom, release, text, boilerplate, url } = input;
  const { clientName, accentColor } = newsroom;
  const language = pageLanguageOf(release.language);
  const words = newsroomTexts[language];
  const day = formatDay(release.publishedAt, language);
  const { correctedAt, correctionNote, subtitle, title, town } = release;
  return {
    ...{ language, clientName, title, subtitle, url },
    languageTag: release.language,
    kicker: `${words.pressRelease}, ${day}`,
    correction:
      correctedAt === null || correctionNote === null
        ? null
        : `${words.corrected} ${formatDay(correctedAt, language)}: ${correctionNote}`,
    dateline: town === null || town === "" || bringsTown(text, town) ? null : `${town}, ${day}`,
    markdown: release.bodyMarkdown,
    about:
      (boilerplate ?? "").trim() === ""
        ? null
        : { title: words.about(clientName), markdown: boilerplate ?? "" },
    contact: contactOf(newsroom, language),
    publishedAt: release.publishedAt.toISOString(),
    accent: accentColor === null ? null : accentColors(accentColor).light,
  };
}

function contactOf({ pressContact }: Newsroom, language: PageLanguage): ReleaseFile["contact"] {
  if (pressContact === null) return null;
  const { name, role, organisation, lines } = pressContact;
  const whole = [name, role, organisation, ...lines.map(({ term, value }) => `${term}: ${value}`)];
  return { title: newsroomTexts[language].contact, lines: whole.filter((line) => line !== null) };
}
