import { summaryOf } from "../press-text/markdown/press-text.ts";
import type { Newsroom, ReleaseTeaser } from "./pages/page-input.ts";
import { newsroomTexts } from "./pages/texts.ts";
import { newsroomPath, releasePath } from "./paths.ts";

/** What a language model is told of a newsroom: Markdown with its newest releases. Source: llmstxt.org. */
export function renderLlmsTxt(input: {
  publicUrl: string;
  newsroom: Newsroom;
  releases: readonly ReleaseTeaser[];
}): string {
  const { publicUrl, newsroom, releases } = input;
  const { clientName, language, pressContact } = newsroom;
  const texts = newsroomTexts[language];
  const about = summaryOf(newsroom.about) || texts.description(clientName);
  const mail = pressContact?.lines.find(({ scheme }) => scheme === "mailto:")?.value ?? null;
  return [
    `# ${oneLine(clientName)}: ${texts.newsroom}`,
    "",
    `> ${oneLine(about)}`,
    "",
    ...(mail === null ? [] : [`${texts.contact}: ${oneLine(mail)}`, ""]),
    `## ${texts.latest}`,
    "",
    ...releases.map(({ slug, title, summary }) => {
      const link = `- [${oneLine(title)}](${publicUrl}${releasePath(newsroom, slug)})`;
      return summary === null ? link : `${link}: ${oneLine(summary)}`;
    }),
    "",
    `[${texts.allReleases}](${publicUrl}${newsroomPath(newsroom)})`,
    "",
  ].join("\n");
}

/** A title can't open a link, a heading or a line of its own. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[[\]<>\\`]/g, "\\$&");
}
