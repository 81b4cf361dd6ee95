import type { Queryable } from "../../../floor/db/open.ts";
import type { ReportPicture } from "../../agencies/settings/schema.ts";
import { insertPicture } from "../../agencies/settings/sql.ts";
import { releaseUrl } from "../../newsroom/paths.ts";
import { findPresentation } from "./presentation-sql.ts";
import type { Presentation } from "./schema.ts";

/** A release's picture as a report shows it: small enough for a page, with what says what it shows. */
export type ReleasePicture = ReportPicture & { alt: string; credit: string | null };

/** Returns the picture of a release of the agency, ready for print, or null where it has none. */
export type ReadReleasePicture = (
  sql: Queryable,
  agencyId: number,
  releaseId: number,
) => Promise<ReleasePicture | null>;

/** How a report of these releases looks, to be frozen with its figures; `publicUrl` is where readers find the release. */
export async function readPresentation(
  sql: Queryable,
  agencyId: number,
  input: { releaseIds: readonly number[]; publicUrl: string | undefined },
): Promise<Presentation> {
  const row = await findPresentation(sql, agencyId, input.releaseIds);
  if (row === null) throw new Error(`There is no agency ${agencyId}.`);
  const { publicUrl } = input;
  const isEnglish = row.languages.length === 1 && row.languages[0] === "en";
  return {
    language: isEnglish ? "en" : "de",
    ...(row.colorPrimary === null ? {} : { colorPrimary: row.colorPrimary }),
    ...(row.colorSecondary === null ? {} : { colorSecondary: row.colorSecondary }),
    ...(row.logo === null ? {} : { logo: row.logo }),
    ...(Object.keys(row.conversionLabels).length === 0 ? {} : { conversionLabels: row.conversionLabels }),
    ...(publicUrl === undefined || row.shown === null
      ? {}
      : { releaseUrl: releaseUrl(publicUrl, row.shown, row.shown.releaseSlug) }),
  };
}

/** Keeps a release's picture for its reports, and returns what they say of it. */
export async function keepPicture(
  sql: Queryable,
  agencyId: number,
  picture: ReleasePicture,
): Promise<NonNullable<Presentation["picture"]>> {
  await insertPicture(sql, agencyId, picture);
  const { sha256, width, height, alt, credit } = picture;
  return { sha256, width, height, alt, ...(credit === null ? {} : { credit }) };
}
