import { mediaTypeOf } from "../media/media-types.ts";
import { derivativePath, downloadPath, originalPath } from "../media/paths.ts";
import type { ShownAsset } from "../media/shown-asset-sql.ts";
import type { Asset, Picture } from "./pages/page-input.ts";

/** Turns the path of an asset's file into the address that a page has for it. */
type AssetAddress = (asset: ShownAsset, path: string) => string;

const publicAddress: AssetAddress = (_asset, path) => path;

/** An asset as a picture on a page; null for a file that is none. */
export function pictureOf(asset: ShownAsset, address = publicAddress): Picture | null {
  if (mediaTypeOf(asset.mediaType)?.shownAs !== "picture") return null;
  const { mediaType, bytes, width, height, credit, caption, focus = null } = asset;
  return {
    url: address(asset, originalPath(asset)),
    downloadUrl: address(asset, downloadPath(asset)),
    // Publication asks for one; a picture that nobody described says nothing.
    alt: asset.alt ?? "",
    ...{ mediaType, bytes, width, height, credit, caption, focus },
    previews: asset.derivatives.map((copy) => ({
      ...{ format: copy.format, width: copy.width, height: copy.height },
      url: address(asset, derivativePath(asset, copy)),
    })),
  };
}

/** An asset as a release offers it. */
export function assetOf(asset: ShownAsset, address = publicAddress): Asset {
  const { fileName, mediaType, bytes, credit, caption, alt } = asset;
  const picture = pictureOf(asset, address);
  const title = caption ?? (picture === null ? null : alt) ?? fileName;
  return { title, url: address(asset, originalPath(asset)), mediaType, bytes, credit, picture };
}

/** The pictures of a release, the leading one first, each once. */
export function pictureIdsOf(release: { image: ShownAsset | null; assets: readonly ShownAsset[] }): string[] {
  const assets = release.image === null ? release.assets : [release.image, ...release.assets];
  return [...new Set(assets.filter((asset) => pictureOf(asset) !== null).map(({ id }) => id))];
}
