import type { LegalLinks } from "../../floor/web/layout.ts";
import type { PressText } from "../../press-text/markdown/press-text.ts";
import type { TextReader } from "../../press-text/markdown/text-reader.ts";
import { contactLineNames, newsroomSettings } from "../clients/newsroom-settings.ts";
import type { Newsroom, PressContact } from "./pages/page-input.ts";
import { newsroomTexts } from "./pages/texts.ts";
import { legalPath, type NewsroomAddress } from "./paths.ts";
import { pictureOf } from "./shown-asset.ts";
import type { NewsroomRow } from "./sql.ts";

/** The boilerplate of a newsroom, read; null where there is none. */
export async function readAbout(
  texts: TextReader,
  { agencyId, boilerplate }: Pick<NewsroomRow, "agencyId" | "boilerplate">,
): Promise<PressText | null> {
  return boilerplate === null || boilerplate.trim() === "" ? null : await texts.read(agencyId, boilerplate);
}

/** Where a newsroom's imprint and privacy notice are: at its own pages, where it keeps the text itself. */
export function legalLinksOf(
  row: NewsroomAddress & Pick<NewsroomRow, "hasImprintText" | "hasPrivacyText" | "imprintUrl" | "privacyUrl">,
): LegalLinks {
  return {
    imprintUrl: row.hasImprintText ? legalPath(row, "impressum") : row.imprintUrl,
    privacyUrl: row.hasPrivacyText ? legalPath(row, "datenschutz") : row.privacyUrl,
  };
}

/** The newsroom as its pages show it. */
export function newsroomOf(row: NewsroomRow, about: PressText | null): Newsroom {
  return {
    clientSlug: row.clientSlug,
    ownHost: row.ownHost,
    clientName: row.clientName,
    language: row.language,
    accentColor: row.accentColor,
    level: row.level,
    about,
    websiteUrl: row.websiteUrl,
    ...legalLinksOf(row),
    logo: row.logo === null ? null : pictureOf(row.logo),
    pressContact: pressContactOf(row),
  };
}

function pressContactOf(row: NewsroomRow): PressContact | null {
  const lines = contactLineNames.flatMap((name) => {
    const { contactLine } = newsroomSettings[name];
    const value = row[name] ?? "";
    if (contactLine === undefined || value === "") return [];
    return [{ term: contactLine[row.language], value, scheme: contactLine.scheme ?? null }];
  });
  if (row.contactName === null && lines.length === 0) return null;
  return {
    name: row.contactName ?? newsroomTexts[row.language].pressOffice,
    role: row.contactRole,
    organisation: row.clientName,
    lines,
    picture: row.contactPicture === null ? null : pictureOf(row.contactPicture),
  };
}
