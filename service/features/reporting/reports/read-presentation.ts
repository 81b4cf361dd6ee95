import type { Queryable } from "../../../floor/db/open.ts";
import { releaseUrl } from "../../newsroom/paths.ts";
import { findPresentation } from "./presentation-sql.ts";
import type { Presentation } from "./schema.ts";
import { sectionsOfTemplate } from "./sections.ts";

/** How a report looks, before its pictures are chosen. */
export type PlainPresentation = Presentation & { layout: 2; edition: 2 };

/** How a report of these releases looks, to be frozen with its figures; `publicUrl` is where readers find the release. */
export async function readPresentation(
  sql: Queryable,
  agencyId: number,
  input: { releaseIds: readonly number[]; clientId?: number; publicUrl?: string | undefined },
): Promise<{ presentation: PlainPresentation; clientLogoAssetId: string | null }> {
  const row = await findPresentation(sql, agencyId, input);
  if (row === null) throw new Error(`There is no agency ${agencyId}.`);
  const { publicUrl } = input;
  const isEnglish = row.languages.length === 1 && row.languages[0] === "en";
  const { sections: chosen = null, offered = null } = row.client ?? {};
  const sections = chosen === null ? [] : sectionsOfTemplate({ sections: chosen, offered }).sections;
  const presentation: PlainPresentation = {
    language: isEnglish ? "en" : "de",
    layout: 2,
    edition: 2,
    ...(row.colorPrimary === null ? {} : { colorPrimary: row.colorPrimary }),
    ...(row.colorSecondary === null ? {} : { colorSecondary: row.colorSecondary }),
    ...(row.logo === null ? {} : { logo: row.logo }),
    ...(Object.keys(row.conversionLabels).length === 0 ? {} : { conversionLabels: row.conversionLabels }),
    ...(sections.length === 0 ? {} : { sections }),
    ...(publicUrl === undefined || row.shown === null
      ? {}
      : { releaseUrl: releaseUrl(publicUrl, row.shown, row.shown.releaseSlug) }),
  };
  return { presentation, clientLogoAssetId: row.client?.logoAssetId ?? null };
}
