import type { PressText } from "../press-text/markdown/press-text.ts";
import type { TextReader } from "../press-text/markdown/text-reader.ts";
import type { Newsroom } from "./pages/page-input.ts";
import { newsroomTexts } from "./pages/texts.ts";
import { legalPath } from "./paths.ts";
import { pictureOf } from "./shown-asset.ts";
import type { NewsroomRow } from "./sql.ts";

/** The boilerplate of a newsroom, read; null where there is none. */
export async function readAbout(
  texts: TextReader,
  { agencyId, description }: Pick<NewsroomRow, "agencyId" | "description">,
): Promise<PressText | null> {
  return description.trim() === "" ? null : await texts.read(agencyId, description);
}

/** The newsroom as its pages show it. */
export function newsroomOf(row: NewsroomRow, about: PressText | null): Newsroom {
  const hasContact = row.contactName !== null || row.contactEmail !== null || row.contactPhone !== null;
  return {
    clientSlug: row.clientSlug,
    ownHost: row.ownHost,
    clientName: row.clientName,
    language: row.language,
    accentColor: row.accentColor,
    level: row.level,
    about,
    websiteUrl: row.websiteUrl,
    imprintUrl: row.hasImprintText ? legalPath(row, "impressum") : row.imprintUrl,
    privacyUrl: row.hasPrivacyText ? legalPath(row, "datenschutz") : row.privacyUrl,
    logo: row.logo === null ? null : pictureOf(row.logo),
    contact: hasContact
      ? {
          name: row.contactName ?? newsroomTexts[row.language].pressOffice,
          role: row.contactRole,
          organisation: row.clientName,
          email: row.contactEmail,
          phone: row.contactPhone,
          picture: row.contactPicture === null ? null : pictureOf(row.contactPicture),
        }
      : null,
  };
}
