import type { PressText } from "../press-text/markdown/press-text.ts";
import { formatDay } from "../web/format.ts";
import { pageLanguageOf } from "../web/language.ts";
import type { Newsroom } from "./pages/page-input.ts";
import { newsroomTexts } from "./pages/texts.ts";
import type { ReleaseRow } from "./releases-sql.ts";

/** A release as an editorial system takes it: headline, text, who is behind it and whom to call, without any marks. */
export function plainRelease(input: {
  newsroom: Newsroom;
  release: Pick<
    ReleaseRow,
    "title" | "subtitle" | "town" | "language" | "publishedAt" | "correctedAt" | "correctionNote"
  >;
  text: PressText;
  url: string;
}): string {
  const { newsroom, release, text, url } = input;
  const words = newsroomTexts[newsroom.language];
  const day = formatDay(release.publishedAt, pageLanguageOf(release.language));
  const { correctedAt, correctionNote, subtitle, town } = release;
  const parts = [
    `${words.pressRelease}, ${newsroom.clientName}, ${day}`,
    release.title,
    subtitle,
    correctedAt === null || correctionNote === null
      ? null
      : `${words.corrected} ${formatDay(correctedAt, newsroom.language)}: ${correctionNote}`,
    town === null || text.plain.startsWith(town) ? null : `${town}, ${day}`,
    text.plain.replaceAll("\n", "\n\n"),
    newsroom.about === null
      ? null
      : `${words.about(newsroom.clientName)}\n\n${newsroom.about.plain.replaceAll("\n", "\n\n")}`,
    contactOf(newsroom),
    url,
  ];
  return `${parts.filter((part) => part !== null && part !== "").join("\n\n")}\n`;
}

function contactOf({ pressContact, language }: Newsroom): string | null {
  if (pressContact === null) return null;
  const { name, role, organisation, lines } = pressContact;
  const whole = [name, role, organisation, ...lines.map(({ term, value }) => `${term}: ${value}`)];
  return [newsroomTexts[language].contact, ...whole.filter((line) => line !== null)].join("\n");
}
