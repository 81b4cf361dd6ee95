import { ServiceError } from "../../../errors.ts";
import type { Sql } from "../../../floor/db/open.ts";
import type { TextReader } from "../../../press-text/markdown/text-reader.ts";
import { findNewsroomSettings } from "../../clients/newsroom-sql.ts";
import { isPicture } from "../../media/media-types.ts";
import type { ShownAsset } from "../../media/shown-asset-sql.ts";
import { findAsset } from "../../media/sql.ts";
import { loadDirectory } from "../directory.ts";
import { renderListPage, wholeList } from "../list-page.ts";
import { findNewsroom, type NewsroomRow } from "../sql.ts";
import { changedSettings, type NewsroomChanges, newsroomProblems, tidyChanges } from "./rules.ts";

export type PreviewDeps = { sql: Sql; texts: TextReader; publicUrl: string };

/**
 * The first page of a newsroom as it would be after some changes. What of them could not be saved is left out. An archived
 * client's has none. Throws `not_found`.
 */
export async function previewNewsroom(
  deps: PreviewDeps,
  agencyId: number,
  input: { clientId: number; changes: NewsroomChanges },
): Promise<{ page: string; newsroomRow: NewsroomRow }> {
  const settings = await findNewsroomSettings(deps.sql, agencyId, input.clientId);
  const newsroomRow = settings === null ? null : await findNewsroom(deps.sql, settings.slug);
  if (settings === null || newsroomRow === null || newsroomRow.agencyId !== agencyId)
    throw new ServiceError("not_found", "There is no such client, or it is archived.");
  const changes = savableOf(input.changes);
  const [logo, contactPicture] = await Promise.all(
    [changes.logoAssetId, changes.contactPictureAssetId].map((id) =>
      chosenPicture(deps.sql, agencyId, { clientId: input.clientId, id }),
    ),
  );
  // The address stays: links of the preview lead to the pages that are there.
  const { slug: _slug, ...after } = changedSettings(settings, changes);
  const shown = {
    ...newsroomRow,
    ...after,
    // Addresses of the service work on every host; those of an own domain would lead astray on this one.
    ownHost: null,
    hasImprintText: after.imprintMarkdown !== null,
    hasPrivacyText: after.privacyMarkdown !== null,
    logo: logo === undefined ? newsroomRow.logo : logo,
    contactPicture: contactPicture === undefined ? newsroomRow.contactPicture : contactPicture,
  };
  const directory = await loadDirectory(deps.sql, newsroomRow);
  const page = await renderListPage(
    { ...deps, mailer: null },
    { newsroomRow: shown, before: null, after: null, list: wholeList(shown), directory },
  );
  return { page, newsroomRow: shown };
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
