import type { NewsroomSettings } from "./newsroom-settings.ts";

/** An imprint or a privacy notice: a page elsewhere, or a text in Markdown that the newsroom shows itself. */
export type LegalText = { url: string } | { markdown: string };

/** The settings that a new newsroom gets for its imprint and privacy notice. */
export function legalSettings(input: {
  imprint?: LegalText | null;
  privacy?: LegalText | null;
}): Pick<NewsroomSettings, "imprintUrl" | "imprintMarkdown" | "privacyUrl" | "privacyMarkdown"> {
  const [imprint, privacy] = [partsOf(input.imprint), partsOf(input.privacy)];
  return {
    ...{ imprintUrl: imprint.url, imprintMarkdown: imprint.markdown },
    ...{ privacyUrl: privacy.url, privacyMarkdown: privacy.markdown },
  };
}

function partsOf(legal: LegalText | null = null): { url: string | null; markdown: string | null } {
  return { url: null, markdown: null, ...legal };
}
