import { listAssets } from "../../../../features/media/list-assets.ts";
import { listShownAssets } from "../../../../features/media/shown-asset-sql.ts";
import { textPicturePath } from "../../../../features/media/text-pictures.ts";
import { assetStamp } from "../../../../features/media/update-asset.ts";
import { uuidPattern } from "../../../../schema.ts";
import { type Context, definePage } from "../../definition.ts";
import { cursorOf } from "../../parts/pager.ts";
import type { LibraryPicture } from "../../rich-text/upload-picture.ts";
import { clientOf, clientPath, clientsPath } from "./client-frame.ts";

/** Files that are looked at for one page of pictures. */
const filesPerPage = 48;

/**
 * The pictures of a client, newest first, or the one that a text shows, for the editor's dialog: as data, because only its script asks for
 * them.
 */
export const textPictureDefinition = definePage({
  path: `${clientsPath}/:id/mediathek/auswahl`,
  action: "clients.read",
  async handle(context) {
    const { visit, deps, query } = context;
    const { id: clientId } = await clientOf(context);
    const assetId = query.get("asset");
    if (assetId !== null) {
      const ids = uuidPattern.test(assetId) ? [assetId] : [];
      return Response.json({ pictures: await textPictures(context, clientId, ids), nextCursor: null });
    }
    const cursor = cursorOf(query);
    const page = await listAssets(deps.sql, visit.agencyId, { clientId, cursor, limit: filesPerPage });
    const pictures = await textPictures(
      context,
      clientId,
      page.assets.map(({ id }) => id),
    );
    return Response.json({ pictures, nextCursor: page.nextCursor });
  },
});

/** Those of the files that a text can show as pictures, in that order. */
export async function textPictures(
  { visit, deps }: Pick<Context, "visit" | "deps">,
  clientId: number,
  assetIds: readonly string[],
): Promise<LibraryPicture[]> {
  const shown = await listShownAssets(deps.sql, visit.agencyId, { clientId, assetIds });
  return shown.flatMap((asset): LibraryPicture[] => {
    const { id, fileName, alt, credit, caption } = asset;
    const src = textPicturePath(asset);
    const thumbnail = `${clientPath(clientId, "/mediathek")}/${id}/bild`;
    const seenStamp = assetStamp({ alt, credit, caption, focus: null }, { hasFocus: false });
    return src === null ? [] : [{ id, fileName, src, thumbnail, alt, credit, caption, seenStamp }];
  });
}
