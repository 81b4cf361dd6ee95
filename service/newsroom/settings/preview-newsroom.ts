import { findNewsroomSettings } from "../../clients/newsroom-sql.ts";
import type { Sql } from "../../db/open.ts";
import { ServiceError } from "../../errors.ts";
import { isPicture } from "../../media/media-types.ts";
import type { ShownAsset } from "../../media/shown-asset-sql.ts";
import { findAsset } from "../../media/sql.ts";
import type { TextReader } from "../../press-text/markdown/text-reader.ts";
import { loadDirectory } from "../directory.ts";
import { renderListPage, wholeList } from "../list-page.ts";
import { findNewsroom, type NewsroomRow } from "../sql.ts";
import { type NewsroomChanges, newsroomProblems, tidyChanges } from "./rules.ts";

export type PreviewDeps = { sql: Sql; texts: TextReader; publicUrl: string };

/**
 * The first page of a newsroom as it would be after some changes. What of them could not be saved is left out. An archived
 * client's has none. Throws `not_found`.
 */
export async function previewNewsroom(
  deps: PreviewDeps,
  agencyId: number,
  input: { clientId: number; changes: NewsroomChanges },
): Promise<{ page: string; place: NewsroomRow }> {
  const settings = await findNewsroomSettings(deps.sql, agencyId, input.clientId);
  const place = settings === null ? null : await findNewsroom(deps.sql, settings.slug);
  if (place === null || place.agencyId !== agencyId)
    throw new ServiceError("not_found", "There is no such client, or it is archived.");
  const changes = savableOf(input.changes);
  const [logo, contactPicture] = await Promise.all(
    [changes.logoAssetId, changes.contactPictureAssetId].map((id) =>
      chosenPicture(deps.sql, agencyId, { clientId: input.clientId, id }),
    ),
  );
  const shown = {
    ...changedPlace(place, changes),
    logo: logo === undefined ? place.logo : logo,
    contactPicture: contactPicture === undefined ? place.contactPicture : contactPicture,
  };
  const directory = await loadDirectory(deps.sql, place);
  const page = await renderListPage(
    { ...deps, mailer: null },
    { place: shown, before: null, after: null, list: wholeList(shown), directory },
  );
  return { page, place: shown };
}

/** Without its smaller copies; undefined where the choice stays or could not be saved, null for no picture. */
async function chosenPicture(
  sql: Sql,
  agencyId: number,
  { clientId, id }: { clientId: number; id: string | null | undefined },
): Promise<ShownAsset | null | undefined> {
  if (id === undefined || id === null) return id;
  const asset = await findAsset(sql, agencyId, id);
  const isSavable = asset?.clientId === clientId && isPicture(asset);
  return isSavable ? { ...asset, derivatives: [] } : undefined;
}

function savableOf(changes: NewsroomChanges): NewsroomChanges {
  const tidied = tidyChanges(changes);
  const wrong = new Set(newsroomProblems(tidied).map(({ field }) => field));
  return Object.fromEntries(Object.entries(tidied).filter(([field]) => !wrong.has(field)));
}

/** The address stays: links of the preview lead to the pages that are there. */
function changedPlace(place: NewsroomRow, changes: NewsroomChanges): NewsroomRow {
  const text = (changed: string | null | undefined, kept: string | null) =>
    changed === undefined ? kept : changed;
  return {
    ...place,
    level: oneOf(["L0", "L1", "L2"], changes.level) ?? place.level,
    language: oneOf(["de", "en"], changes.language) ?? place.language,
    description: text(changes.boilerplate, place.description) ?? "",
    websiteUrl: text(changes.websiteUrl, place.websiteUrl),
    accentColor: text(changes.accentColor, place.accentColor),
    contactName: text(changes.contactName, place.contactName),
    contactRole: text(changes.contactRole, place.contactRole),
    contactEmail: text(changes.contactEmail, place.contactEmail),
    contactPhone: text(changes.contactPhone, place.contactPhone),
    imprintUrl: text(changes.imprintUrl, place.imprintUrl),
    hasImprintText:
      changes.imprintMarkdown === undefined ? place.hasImprintText : changes.imprintMarkdown !== null,
    privacyUrl: text(changes.privacyUrl, place.privacyUrl),
    hasPrivacyText:
      changes.privacyMarkdown === undefined ? place.hasPrivacyText : changes.privacyMarkdown !== null,
  };
}

function oneOf<const T extends string>(
  allowed: readonly T[],
  text: string | null | undefined,
): T | undefined {
  return allowed.find((each) => each === text);
}
